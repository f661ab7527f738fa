//go:build bench

package neutral_test

import (
	"bytes"
	stdjson "encoding/json"
	"slices"
	"testing"

	"github.com/bytedance/sonic"
	expjson "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	goccy "github.com/goccy/go-json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// A library decodes one line, cut from its stream already, to an event.
type library struct {
	name      string
	unmarshal func([]byte, *spec.Event) error
}

// libraries are the general ones, encoding/json first, each with the function
// that takes a whole value. Cutting the stream is not asked of them.
var libraries = []library{
	{"encoding/json", func(b []byte, e *spec.Event) error { return stdjson.Unmarshal(b, e) }},
	{"goccy/go-json", func(b []byte, e *spec.Event) error { return goccy.UnmarshalNoEscape(b, e) }},
	{"go-json-experiment", func(b []byte, e *spec.Event) error {
		return expjson.Unmarshal(b, e, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	}},
	{"sonic", func(b []byte, e *spec.Event) error { return sonic.ConfigFastest.Unmarshal(b, e) }},
}

// BenchmarkDecodeRatios prints how many times as fast as general libraries
// bytes of the neutral dialect become events, of about 100 bytes each: ours cut
// into lines, checked in full and numbered, theirs from lines that are cut
// already into the same struct.
//
//   - x-encoding/json: against the standard library;
//   - x-fastest: against the fastest of the libraries in this run;
//   - x-strict: against our own strict way.
//
// The ways take turns in short rounds, of which the quarter fastest count, up to
// the slowest of them; the time is the processor's, garbage collection and all.
func BenchmarkDecodeRatios(b *testing.B) {
	text := talk(b, 20_000)
	cut := lines(text)
	whole, problems, err := wire.DecodeAll(neutral.New(), "", bytes.NewReader(text), wire.Limits{})
	if err != nil || len(problems) > 0 {
		b.Fatal(err, problems)
	}
	want := whole.Events
	ways := []func(){func() { decoded(b, neutral.New(), text) }, func() { decoded(b, wiretest.Strict(neutral.New()), text) }}
	for _, l := range libraries {
		for i, line := range cut[:2000] {
			got := spec.Event{Record: i + 1}
			if err := l.unmarshal(line, &got); err != nil || wire.ReadBack(want[i:i+1], []spec.Event{got}) != nil {
				b.Fatalf("%s reads %s otherwise: %v", l.name, line, err)
			}
		}
		ways = append(ways, func() { l.all(b, cut) })
	}
	costs := wiretest.InTurn(b, ways...)
	b.ReportMetric(costs[2]/costs[0], "x-encoding/json")
	b.ReportMetric(slices.Min(costs[2:])/costs[0], "x-fastest")
	b.ReportMetric(costs[1]/costs[0], "x-strict")
	for i, l := range libraries {
		b.ReportMetric(float64(len(text))/costs[i+2]*1e3, l.name+"-MB/s")
	}
	b.ReportMetric(float64(len(text))/costs[0]*1e3, "MB/s")
	b.ReportMetric(float64(len(cut))/costs[0]*1e3, "Mevents/s")
	b.ReportMetric(0, "ns/op")
}

func (l *library) all(tb testing.TB, lines [][]byte) {
	for _, line := range lines {
		var e spec.Event
		if err := l.unmarshal(line, &e); err != nil {
			tb.Fatal(err)
		}
	}
}
