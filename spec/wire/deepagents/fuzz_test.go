package deepagents_test

import (
	"testing"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/deepagents"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

func FuzzDecode(f *testing.F) {
	seeds, err := wiretest.Seeds(deepagents.New(), streams)
	if err != nil {
		f.Fatal(err)
	}
	for _, sample := range samples {
		seeds = append(seeds, []byte(sample+"\n"+sample))
	}
	wiretest.FuzzDecode(f, wiretest.Fuzz{Codec: deepagents.New(), Seeds: seeds, Context: true, Also: func(s spec.Stream) { model.Run(s, spec.Policies{}) }})
}
