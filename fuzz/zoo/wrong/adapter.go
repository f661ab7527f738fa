package wrong

import (
	"encoding/json"
	"fmt"

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
type record map[string]any

func (r record) kind() string { return r.text("kind") }

func (r record) text(key string) string {
	s, _ := r[key].(string)
	return s
}

// with returns the record with another value for a key.
func (r record) with(key string, value any) record {
	other := record{}
	for k, v := range r {
		other[k] = v
	}
	other[key] = value
	return other
}

// data returns the contents of an AI SDK event.
func (r record) data() record {
	d, _ := r["data"].(map[string]any)
	return d
}

func chunk(kind string, more ...any) record {
	d := map[string]any{"type": kind}
	for i := 0; i+1 < len(more); i += 2 {
		d[more[i].(string)] = more[i+1]
	}
	return record{"data": d}
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
		text, err := json.Marshal(r)
		if err != nil {
			return nil, fmt.Errorf("write a record: %w", err)
		}
		o.Events = append(o.Events, text)
	}
	return &probe.RunReply{Output: o}, nil
}

// broken returns a record that says, in the adapter's dialect, that the source
// broke off.
func (a *turner) broken() record {
	if a.Dialect == neutral {
		return record{"kind": "error", "global": true, "fatal": true, "error": "the source broke off"}
	}
	return chunk("error", "errorText", "the source broke off")
}
