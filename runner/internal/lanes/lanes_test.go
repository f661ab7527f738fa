package lanes_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/runner/internal/lanes"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

func TestLanes(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Lanes")
}

// A drawn is a finished drawing.
type drawn struct {
	text  string
	stats lanes.Stats
	why   error // nothing was drawn
}

func (d drawn) lines() []string { return strings.Split(strings.TrimSuffix(d.text, "\n"), "\n") }

// line is the one line that holds a text.
func (d drawn) line(part string) string {
	GinkgoHelper()
	var found []string
	for _, line := range d.lines() {
		if strings.Contains(line, part) {
			found = append(found, line)
		}
	}
	Expect(found).To(HaveLen(1), "%q in\n%s", part, d.text)
	return found[0]
}

// drawRecords draws the records of a dialect.
func drawRecords(dialect string, records [][]byte, end spec.Cause, o lanes.Options) drawn {
	GinkgoHelper()
	codec, variant, err := dialects.Lookup(dialect)
	Expect(err).NotTo(HaveOccurred())
	if o.Width == 0 {
		o.Width = 100
	}
	var b bytes.Buffer
	d, stopped := lanes.New(&b, codec.Features(variant), o), ""
	decoder := codec.NewDecoder(variant)
	for i, record := range records {
		events, problem := decoder.Decode(nil, record)
		err := d.Add(&wire.Batch{Record: wire.Record{Number: i + 1, Line: i + 1}, Events: events, Problem: problem})
		if errors.Is(err, lanes.ErrBehind) {
			stopped = "stopped"
			break
		}
		Expect(err).NotTo(HaveOccurred())
	}
	stats, err := d.End(end, stopped)
	Expect(err).NotTo(HaveOccurred())
	return drawn{b.String(), stats, d.Nothing()}
}

// draw draws lines of the neutral dialect.
func draw(o lanes.Options, records ...string) drawn {
	GinkgoHelper()
	all := make([][]byte, len(records))
	for i, r := range records {
		all[i] = []byte(r)
	}
	return drawRecords("neutral", all, spec.EOF, o)
}

var streams = sync.OnceValues(fixtures.Streams)

// drawCase draws a case of fixtures/streams.
func drawCase(name string, o lanes.Options) drawn {
	GinkgoHelper()
	cases, err := streams()
	Expect(err).NotTo(HaveOccurred())
	for i := range cases {
		if cases[i].Name == name {
			o.Title = name
			return drawRecords(cases[i].Dialect, cases[i].Records, cases[i].End, o)
		}
	}
	Fail("no case " + name)
	return drawn{}
}

// drawEvents draws events as they are, a record each.
func drawEvents(events []spec.Event, o lanes.Options) drawn {
	GinkgoHelper()
	var b bytes.Buffer
	d := lanes.New(&b, neutral.New().Features(""), o)
	stats := addEvents(d, events)
	return drawn{b.String(), stats, d.Nothing()}
}

// layEvents lays events out as data, and prints that.
func layEvents(events []spec.Event, o lanes.Options) string {
	GinkgoHelper()
	d, layout := lanes.Lay(neutral.New().Features(""), o, 1<<20)
	addEvents(d, events)
	text, err := json.Marshal(layout)
	Expect(err).NotTo(HaveOccurred())
	var read lanes.Layout
	Expect(json.Unmarshal(text, &read)).To(Succeed())
	var b bytes.Buffer
	Expect(read.Print(&b, o)).To(Succeed())
	return b.String()
}

func addEvents(d *lanes.Drawing, events []spec.Event) lanes.Stats {
	GinkgoHelper()
	for i := range events {
		events[i].Record = i + 1
		Expect(d.Add(&wire.Batch{Record: wire.Record{Number: i + 1, Line: i + 1}, Events: events[i : i+1]})).To(Succeed())
	}
	stats, err := d.End(spec.EOF, "")
	Expect(err).NotTo(HaveOccurred())
	return stats
}
