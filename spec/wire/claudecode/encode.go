package claudecode

import (
	"errors"

	"github.com/quock-dev/quock/spec"
)

type encoder struct {
	partial bool
	mirror  *decoder
	names   map[string]string
}

func (e *encoder) Encode(dst []byte, events []spec.Event) ([]byte, error) {
	return dst, errors.New("later")
}
