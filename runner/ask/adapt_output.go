package ask

import (
	"bytes"
	"fmt"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check/adapted"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
)

// readOutput reads an adapter's output, and returns its text as well. Records that
// cannot be read are part of the result. An error is ours.
func readOutput(dialect string, o *probe.Output) (*adapted.Reading, []byte, error) {
	codec, variant, err := plan.Lookup(dialect)
	if err != nil {
		return nil, nil, err
	}
	var stream spec.Stream
	var problems []wire.Problem
	var text []byte
	if len(o.Chunks) > 0 {
		text = Join(o.Chunks)
		stream, problems, err = wire.DecodeAll(codec, variant, bytes.NewReader(text), wire.Limits{})
		if err != nil {
			return nil, nil, fmt.Errorf("reading the output as %s: %w", dialect, err)
		}
	} else {
		records := make([][]byte, len(o.Events))
		for i, e := range o.Events {
			records[i] = e
			text = append(append(text, e...), '\n')
		}
		stream, problems = wire.DecodeRecords(codec, variant, records)
	}
	means := model.Run(stream, plan.WithDefaults(spec.Policies{}))
	r := &adapted.Reading{Stream: stream, Means: &means}
	if len(text) > 0 && len(stream.Events)+len(problems) == 0 {
		r.Unread = append(r.Unread, adapted.Unread{Why: fmt.Sprintf("%d bytes in which there is no record", len(text))})
	}
	for i := range problems {
		p := &problems[i]
		r.Unread = append(r.Unread, adapted.Unread{Record: p.Record, Why: p.Reason + ": " + p.Detail})
	}
	return r, text, nil
}

// Join is the text of an output's chunks.
func Join(chunks []probe.Chunk) []byte {
	var all []byte
	for _, c := range chunks {
		all = append(all, c...)
	}
	return all
}

// DetectOutput finds the variant of a dialect in which a text is written: the one
// with the fewest unreadable records, then with the most readable ones. If all are
// equal, it is the dialect's default.
func DetectOutput(dialect string, text []byte) (string, error) {
	expanded, err := plan.Expand(dialect)
	if err != nil {
		return "", err
	}
	best, bad, good := expanded[0].Name, -1, 0
	for _, f := range expanded {
		read, _, err := readOutput(f.Name, &probe.Output{Chunks: []probe.Chunk{text}})
		if err != nil {
			return "", err
		}
		unread, events := len(read.Unread)+unknown(read), len(read.Stream.Events)
		if bad < 0 || unread < bad || unread == bad && events > good {
			best, bad, good = f.Name, unread, events
		}
	}
	return best, nil
}

// unknown counts the records of a kind that the dialect does not have.
func unknown(r *adapted.Reading) int {
	n := 0
	for i := range r.Stream.Events {
		if r.Stream.Events[i].Note == spec.NoteUnknown {
			n++
		}
	}
	return n
}
