package page

import (
	"encoding/json"
	"fmt"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/runner/internal/lanes"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
	"github.com/quock-dev/quock/spec/words"
)

// Bounds of an example, beyond those of the log.
const (
	mostSteps  = 200
	mostRecord = 16 << 10 // bytes of a record
	mostLines  = 200_000  // lines of a layout
	columns    = 100      // they decide how many lanes there are
)

// exampleOf makes an example of the log drawable. The error says in words for people why
// it cannot be drawn.
func exampleOf(e *report.Example, h *report.Header) (*DrawnExample, error) {
	if e.LeftOut > 0 {
		return nil, fmt.Errorf("the log leaves the stream out: with its transcripts it has %d bytes", e.LeftOut)
	}
	codec, variant, err := dialects.Lookup(e.Dialect)
	if err != nil {
		return nil, fmt.Errorf("the stream cannot be shown: %w", err)
	}
	records, err := fixtures.ReadLines([]byte(e.Stream), e.Packed)
	if err != nil {
		return nil, fmt.Errorf("the stream cannot be read: %w", err)
	}
	r := &rerun{
		e: e, c: &h.Candidate, accepts: len(h.Accepted) > 0, state: model.New(codec.Features(variant), h.Candidate.Policies),
		read: map[int]*spec.Transcript{},
	}
	r.drawing, r.layout = lanes.Lay(codec.Features(variant), lanes.Options{Width: columns}, mostLines)
	if err := r.all(codec.NewDecoder(variant), records); err != nil {
		return nil, fmt.Errorf("the stream cannot be drawn: %w", err)
	}
	return &DrawnExample{Layout: *r.layout, Records: recordsOf(records), Steps: r.steps()}, nil
}

// A rerun reads the stream of an example again.
type rerun struct {
	e       *report.Example
	c       *report.Candidate
	accepts bool // the run judged with deviations
	state   *model.State
	drawing *lanes.Drawing
	layout  *lanes.Layout
	read    map[int]*spec.Transcript // the transcript of the reference, by position
}

func (r *rerun) all(decoder wire.Decoder, records [][]byte) error {
	for i, record := range records {
		b := wire.Batch{Record: wire.Record{Number: i + 1, Line: i + 1, JSON: record}}
		b.Events, b.Problem = decoder.Decode(nil, record)
		for j := range b.Events {
			b.Events[j].Record = i + 1
			r.state.Step(&b.Events[j])
		}
		r.keep(i + 1)
		if err := r.drawing.Add(&b); err != nil {
			return err
		}
	}
	stopped := ""
	if r.e.Position != spec.AtEnd {
		stopped = "expected and seen differ here"
	}
	r.state.End(r.e.End)
	r.keep(spec.AtEnd)
	_, err := r.drawing.End(r.e.End, stopped)
	return err
}

func (r *rerun) keep(at int) {
	if len(r.read) < mostSteps || at == r.e.Position || at == spec.AtEnd {
		t := r.state.Transcript()
		r.read[at] = &t
	}
}

// steps are the positions up to the one at which the two sides differ. What is expected
// before it is what the reference reads, if that is what the log expects at the last one:
// a run may have judged by something else, such as an adapter's output.
func (r *rerun) steps() []ShownPosition {
	last := ShownPosition{At: r.e.Position, Place: report.Place(r.e.Position), State: "differs", Rows: []SidedRow{}}
	want, got := transcript(r.e.Expected), transcript(r.e.Seen)
	mine := r.read[r.e.Position]
	if want == nil {
		return []ShownPosition{last}
	}
	same := mine != nil && !r.accepts && sameText(mine, want)
	if same {
		want = mine // it knows how arguments are to be compared
	}
	if got != nil {
		last.Rows = beside(want, got, r.c.Observes)
	} else {
		last.Rows = alone(want, r.c.Observes)
	}
	var steps []ShownPosition
	for at := 1; same && at <= r.e.Records && r.read[at] != nil && at != r.e.Position; at++ {
		steps = append(steps, r.step(at))
	}
	return append(steps, last)
}

func (r *rerun) step(at int) ShownPosition {
	s := ShownPosition{At: at, Place: report.Place(at), State: "unasked", Rows: alone(r.read[at], r.c.Observes)}
	for _, agreed := range r.e.Agreed {
		if agreed == at {
			s.State = "agrees"
		}
	}
	return s
}

// transcript reads a transcript of a log; nil if there is none.
func transcript(text json.RawMessage) *spec.Transcript {
	var t spec.Transcript
	if len(text) == 0 || json.Unmarshal(text, &t) != nil {
		return nil
	}
	return &t
}

func sameText(a, b *spec.Transcript) bool {
	x, err := json.Marshal(a)
	y, also := json.Marshal(b)
	return err == nil && also == nil && string(x) == string(y)
}

// recordsOf are the records of a stream as they are shown.
func recordsOf(records [][]byte) []RawRecord {
	all := make([]RawRecord, len(records))
	for i, r := range records {
		all[i] = recordOf(i+1, r)
	}
	return all
}

func recordOf(line int, text []byte) RawRecord {
	shown := text[:min(len(text), mostRecord)]
	return RawRecord{Line: line, Text: words.Text(string(shown)), Cut: len(text) - len(shown)}
}
