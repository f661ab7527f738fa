package acp_test

import (
	"strings"
	"testing"

	"github.com/quock-dev/quock/spec/wire/acp"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

func FuzzDecode(f *testing.F) {
	seeds := [][]byte{[]byte(strings.Join(samples, "\n"))}
	for _, line := range samples {
		seeds = append(seeds, []byte(line))
	}
	wiretest.FuzzDecode(f, wiretest.Fuzz{Codec: acp.New(), Seeds: seeds})
}
