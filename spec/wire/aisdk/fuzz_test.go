package aisdk_test

import (
	"testing"

	"github.com/quock-dev/quock/spec/wire/aisdk"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

func FuzzDecode(f *testing.F) {
	seeds, err := wiretest.Seeds(aisdk.New(), streams)
	if err != nil {
		f.Fatal(err)
	}
	for _, story := range stories {
		seeds = append(seeds, []byte(story))
	}
	wiretest.FuzzDecode(f, wiretest.Fuzz{Codec: aisdk.New(), Seeds: seeds})
}
