package wrong

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/quock-dev/quock/fixtures/candidates/rewrite"
	"github.com/quock-dev/quock/spec/probe"
)

// An Adapter reads and writes one dialect, with one mistake.
type Adapter struct {
	Name string
	// Dialect is the dialect that it reads and writes.
	Dialect string

	turn func(records []record) []record
}

// Candidate returns the wrong adapter.
func (a Adapter) Candidate() probe.Candidate { return &turner{a} }

// Honest returns the adapter without its mistake. It passes everything on.
func (a Adapter) Honest() probe.Candidate {
	a.turn = func(records []record) []record { return records }
	return &turner{a}
}

// AdapterByName returns the adapter of that name; an unknown one is an error.
func AdapterByName(name string) (Adapter, error) {
	for _, a := range Adapters() {
		if a.Name == name {
			return a, nil
		}
	}
	return Adapter{}, fmt.Errorf("no wrong adapter %q", name)
}

// Adapters lists them.
func Adapters() []Adapter { return append(neutralAdapters(), chunkAdapters()...) }

// A record is one JSON object of a stream.
type record = rewrite.Record

// object returns a record of keys and their values.
func object(pairs ...any) record {
	r := record{}
	for i := 0; i+1 < len(pairs); i += 2 {
		r.Set(pairs[i].(string), pairs[i+1])
	}
	return r
}

// data returns the contents of an AI SDK event.
func data(r record) record { return r.Object("data") }

// chunk returns an AI SDK event.
func chunk(kind string, more ...any) record {
	return object("data", object(append([]any{"type", kind}, more...)...))
}

// inTurn writes the records as which each is read.
func inTurn(reading rewrite.Reading) func(records []record) []record {
	return func(records []record) (all []record) {
		read := reading()
		for _, r := range records {
			all = append(all, read(r)...)
		}
		return all
	}
}

// dropping drops the records for which drop holds.
func dropping(drop func(r record) bool) func(records []record) []record {
	return inTurn(rewrite.Without(drop))
}

type turner struct{ Adapter }

// Hello describes the adapter.
func (a *turner) Hello() probe.HelloReply {
	return probe.HelloReply{
		Probe: probe.Version, Name: a.Name, Role: probe.Adapter,
		Dialects: []string{a.Dialect}, Outputs: []string{a.Dialect},
	}
}

// Run rewrites the stream.
func (a *turner) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	records := make([]record, len(req.Events))
	for i, e := range req.Events {
		if err := json.Unmarshal(e, &records[i]); err != nil {
			return nil, fmt.Errorf("record %d: %w", i+1, err)
		}
	}
	if req.End == probe.Cut {
		records = append(records, a.broken())
	}
	o := &probe.Output{}
	for _, r := range a.turn(records) {
		o.Events = append(o.Events, r.JSON())
	}
	return &probe.RunReply{Output: o}, nil
}

// broken returns a record that says, in the adapter's dialect, that the source
// broke off.
func (a *turner) broken() record {
	if a.Dialect == neutral {
		return object("kind", "error", "global", true, "fatal", true, "error", "the source broke off")
	}
	return chunk("error", "errorText", "the source broke off")
}

// isOneOf returns whether a record's kind is one of some.
func isOneOf(kinds ...string) func(r record) bool {
	return func(r record) bool { return slices.Contains(kinds, data(r).Text("type")) }
}
