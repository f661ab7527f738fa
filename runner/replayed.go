package runner

import (
	"bytes"
	"encoding/json"
	"fmt"

	"golang.org/x/tools/txtar"

	"github.com/quock-dev/quock/golden"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// ReadReplay reads a replay file as a case, with what it was failed for.
func ReadReplay(text []byte) (*Case, []string, error) {
	archive := txtar.Parse(text)
	part := func(name string) []byte {
		for _, f := range archive.Files {
			if f.Name == name {
				return f.Data
			}
		}
		return nil
	}
	var h replayHeader
	if err := json.Unmarshal(part(replayCase), &h); err != nil {
		return nil, nil, fmt.Errorf("no replay file: its part %s: %w", replayCase, err)
	}
	codec, variant, err := formats{}.lookup(h.Dialect)
	if err != nil {
		return nil, nil, err
	}
	c := &Case{Name: h.Name, Dialect: h.Dialect, Seed: h.Seed, Hazards: h.Hazards, Observe: h.Observe, Written: &Written{Policies: h.Policies}, Adapts: h.Adapts, Cutting: h.Cutting}
	for record := range bytes.Lines(part(replayStream)) {
		c.Records = append(c.Records, bytes.TrimRight(record, "\r\n"))
	}
	c.Stream, _ = wire.DecodeRecords(codec, variant, c.Records)
	c.Stream.End = h.End
	outcome, err := golden.Parse(part(replayExpected))
	if err != nil {
		return nil, nil, fmt.Errorf("no replay file: its part %s: %w", replayExpected, err)
	}
	c.Written.Golden = map[int]*spec.Transcript{atEnd: &outcome.Final}
	for i := range outcome.Observations {
		c.Written.Golden[outcome.Observations[i].At] = &outcome.Observations[i].Transcript
	}
	return c, h.Rules, nil
}
