package minima

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

// A row is a minimum as it is kept: one JSON object a line.
type row struct {
	Mutant string `json:"mutant"`
	Scope  string `json:"scope"`
	Kind   string `json:"kind"`
	// Records are the events' records where that is not one an event.
	Records []int        `json:"records,omitempty"`
	Events  []spec.Event `json:"events"`
}

// Write keeps minima, one a line, in their order.
func Write(w io.Writer, all []Minimum) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for i := range all {
		m := &all[i]
		r := row{Mutant: m.Mutant.Path(), Scope: m.Scope, Kind: m.Kind, Events: m.Stream.Events, Records: records(m.Stream.Events)}
		if err := e.Encode(&r); err != nil {
			return fmt.Errorf("writing the minimum of %s: %w", r.Mutant, err)
		}
	}
	return nil
}

// records are the records of events, nil where each has its own.
func records(events []spec.Event) []int {
	var all []int
	own := true
	for i := range events {
		all = append(all, events[i].Record)
		own = own && events[i].Record == i+1
	}
	if own {
		return nil
	}
	return all
}

// Read gives minima as Write kept them; features says what the dialect of a
// scope declares, by what stands before the last "/" of the scope's name. A line
// that is no minimum, or one of a wrong model that there is not, is an error that
// names the line.
func Read(r io.Reader, features func(dialect string) (spec.Features, error)) ([]Minimum, error) {
	var all []Minimum
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		m, err := read(lines.Bytes(), features)
		if err != nil {
			return nil, fmt.Errorf("reading minima, line %d: %w", n, err)
		}
		all = append(all, m)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading minima: %w", err)
	}
	return all, nil
}

func read(line []byte, features func(string) (spec.Features, error)) (Minimum, error) {
	var r row
	if err := json.Unmarshal(line, &r); err != nil {
		return Minimum{}, err
	}
	wrong, ok := deviation.ByName(r.Mutant)
	if !ok {
		return Minimum{}, fmt.Errorf("no wrong model %q", r.Mutant)
	}
	f, err := features(Dialect(r.Scope))
	if err != nil {
		return Minimum{}, fmt.Errorf("scope %q: %w", r.Scope, err)
	}
	if err := number(r.Events, r.Records); err != nil {
		return Minimum{}, err
	}
	return Minimum{
		Mutant: wrong, Scope: r.Scope, Signature: shrink.Signature{Rule: wrong.Rule(), Kind: r.Kind},
		Subject: shrink.Subject{Stream: spec.Stream{Features: f, Events: r.Events, End: spec.EOF}},
	}, nil
}

var errRecords = errors.New("as many records as events are needed")

// number gives events their records; nil stands for one an event.
func number(events []spec.Event, records []int) error {
	if records != nil && len(records) != len(events) {
		return errRecords
	}
	for i := range events {
		events[i].Record = i + 1
		if records != nil {
			events[i].Record = records[i]
		}
	}
	return nil
}

// Dialect is the dialect of a scope, by the scope's name.
func Dialect(scope string) string { return scope[:max(0, strings.LastIndexByte(scope, '/'))] }
