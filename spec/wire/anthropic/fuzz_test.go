package anthropic_test

import (
	"strings"
	"testing"

	"github.com/quock-dev/quock/spec/wire/anthropic"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

func FuzzDecode(f *testing.F) {
	seeds := [][]byte{[]byte(strings.Join(samples, "\n"))}
	for _, record := range samples {
		seeds = append(seeds, []byte(record))
	}
	wiretest.FuzzDecode(f, wiretest.Fuzz{Codec: anthropic.New(), Seeds: seeds})
}
