package ask

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/transport"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
)

// transportSeed separates the random choices of transports from all others of a case's
// seed.
const transportSeed = 0x7472616e73706f72

// Transported returns the case with a transport, for a candidate that takes the raw
// stream. A share of the cases comes plainly. The others are framed and cut by the
// case's own choices, else by its seed, else by its name. A case of level hostile may
// be damaged, but not for an adapter.
func (j *Driver) Transported(c *plan.Case) *plan.Case {
	if !j.Capabilities.Bytes || j.Capabilities.Store {
		return c
	}
	text, err := j.Text(c)
	if err != nil {
		return c // request says what is wrong with it
	}
	var choices choice.Choices
	if c.Performed != nil {
		choices, _ = c.Performed.Choices()
	}
	var sources choice.Sources
	sources.Extend(&choices, c.DrawSeed(), transportSeed)
	hostile := c.Performed != nil && c.Performed.Level == perform.Hostile && c.Adapts == nil
	plan := text.Draw(sources.Layer(choice.Transport), hostile)
	switch {
	case c.Adapts != nil && text.Framing == transport.SSE:
		plan.Unended = 0 // what it makes of half an end it has no way to report
	case c.Stream.End == spec.Cut:
		plan.Unended = 0 // where the transport broke off, a reader may leave out such a record without a word
	}
	return c.WithTransport(&plan)
}

// framings are those of package wire, as transports know them.
var framings = map[wire.Framing]transport.Framing{
	wire.Lines: transport.Lines, wire.SSE: transport.SSE, wire.Coded: transport.Coded, wire.Document: transport.Document,
}

// Text is the case's stream as its framing writes it.
func (j *Driver) Text(c *plan.Case) (transport.Text, error) {
	framing := plan.Framing(c.Dialect)
	f := &c.Stream.Features
	t := transport.Text{Framing: framings[framing], IDs: f.EventIDs, Apart: f.RejectsAmbiguous}
	for i, record := range c.Records {
		bytes, err := wire.Append(nil, framing, record)
		if err != nil {
			return t, fmt.Errorf("framing record %d of %s: %w", i+1, c.Name, err)
		}
		t.Raw = append(t.Raw, bytes)
		escaped := separators.Replace(string(record))
		if bytes, err = wire.Append(nil, framing, []byte(escaped)); err != nil {
			return t, fmt.Errorf("framing record %d of %s: %w", i+1, c.Name, err)
		}
		t.Records = append(t.Records, bytes)
	}
	return t, nil
}

// separators escapes characters in JSON strings that careless readers take for the end
// of a line.
var separators = strings.NewReplacer("\u2028", `\u2028`, "\u2029", `\u2029`, "\u0085", `\u0085`)

// A Sending is the bytes of a case as a candidate gets them.
type Sending struct {
	*transport.Sent
	text transport.Text
	plan transport.Plan
}

// Sending is the case's bytes as its transport cuts them, nil for a candidate
// that takes records.
func (j *Driver) Sending(c *plan.Case) (*Sending, error) {
	if !j.Capabilities.Bytes {
		return nil, nil
	}
	text, err := j.Text(c)
	if err != nil {
		return nil, err
	}
	s := &Sending{text: text}
	if c.Transport != nil {
		s.plan = *c.Transport
	}
	if j.Capabilities.Policies.EmptyData == "record" {
		s.plan.Inserts = slices.DeleteFunc(slices.Clone(s.plan.Inserts), func(i transport.Insert) bool { return i.Kind == transport.Empty })
	}
	s.Sent = text.Apply(&s.plan)
	return s, nil
}

// there is how many records arrive, if one without its end counts.
func (s *Sending) there() int {
	if s.Torn {
		return s.Complete + 1
	}
	return s.Complete
}

// Arrived is the case as far as it arrives, observed where just so many records
// have. It is the case itself where nothing is sent.
func (s *Sending) Arrived(c *plan.Case) *plan.Case {
	if s == nil {
		return c
	}
	return s.upTo(c, s.there())
}

// upTo is the case as if so many records arrived. Where that is not all there is
// only the model to say what it means.
func (s *Sending) upTo(c *plan.Case, records int) *plan.Case {
	seen := *c
	seen.Observe = slices.DeleteFunc(slices.Clone(c.Observe), func(at int) bool {
		return at >= len(s.Ends) || s.Ends[at] == transport.None
	})
	if s.Cut {
		seen.Stream.End = spec.Cut
	}
	if records == len(c.Records) && !s.Cut {
		return &seen
	}
	seen.Records = c.Records[:records]
	seen.Stream.Events = slices.DeleteFunc(slices.Clone(c.Stream.Events), func(e spec.Event) bool { return e.Record > records })
	seen.Performed = nil
	if c.Written != nil {
		written := *c.Written
		written.Golden = nil // it was approved for the whole stream
		seen.Written = &written
	}
	return &seen
}

// chunks returns the chunks to send.
func (s *Sending) chunks() []probe.Chunk {
	all := make([]probe.Chunk, len(s.Chunks))
	for i, c := range s.Chunks {
		all[i] = c
	}
	return all
}

// behind are positions counted in chunks, of those counted in records.
func (s *Sending) behind(records []int) []int {
	if records == nil {
		return nil
	}
	at := make([]int, len(records))
	for i, record := range records {
		at[i] = s.Ends[record]
	}
	return at
}

// refusedAt returns the record that is refused with a chunk; for the end of input, the
// number after the last record.
func (s *Sending) refusedAt(chunk int) int {
	if chunk > len(s.Chunks) {
		return len(s.text.Records) + 1
	}
	return s.Record(chunk)
}

// Rules returns the rules that the transport tests. The first one is charged if no
// part of the transport can be removed.
func (s *Sending) Rules() []string { return s.text.Rules(&s.plan) }
