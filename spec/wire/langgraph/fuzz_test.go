package langgraph_test

import (
	"path/filepath"
	"testing"

	"github.com/quock-dev/quock/spec/wire/langgraph"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

func FuzzDecode(f *testing.F) {
	seeds, err := wiretest.Seeds(langgraph.New(), streams, filepath.Join(traces, "single-delegation.jsonl"), filepath.Join(traces, "hitl-2-resume.jsonl"))
	if err != nil {
		f.Fatal(err)
	}
	for _, record := range append(samples, threadSamples...) {
		seeds = append(seeds, []byte(record+"\n"+record))
	}
	wiretest.FuzzDecode(f, wiretest.Fuzz{Codec: langgraph.New(), Seeds: seeds, Silent: true, Context: true})
}
