package cagent_test

import (
	"bytes"
	"testing"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/cagent"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

func FuzzDecode(f *testing.F) {
	seeds, err := wiretest.Seeds(cagent.New(), streams, recordings+"/wire-nested-transfer.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	wiretest.FuzzDecode(f, wiretest.Fuzz{Codec: cagent.New(), Seeds: seeds, Also: func(s spec.Stream) { model.Run(s, spec.Policies{}) }})
}

// FuzzDocument does the same with whole documents.
func FuzzDocument(f *testing.F) {
	codec := cagent.New()
	for _, s := range streams(cagent.Session, codec.Features(cagent.Session)) {
		records, err := wire.EncodeStream(codec, cagent.Session, s)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(records[0])
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, problems, err := wire.DecodeAll(codec, cagent.Session, bytes.NewReader(text), wire.Limits{})
		if err != nil || len(problems) > 1 {
			t.Fatalf("%v, %d problems", err, len(problems))
		}
		model.Run(s, spec.Policies{})
	})
}
