package fixturestore

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// story is a fixture in words: what it shows, then which session does what, in
// order, a line an event, under the number of its record. Pieces of one text
// share a line; what is reported stands behind the record that shows it.
func story(d *fixtures.Distilled, s *spec.Stream, final *spec.Transcript) string {
	t := storyWriter{stream: s, final: final, placed: map[string]bool{}}
	if rule, known := spec.RuleByID(d.Rule); known {
		t.paragraph("It shows " + d.Rule + ": " + rule.Sentence)
	} else if d.Rule != "" {
		t.paragraph("It shows something reported as " + d.Rule + ".")
	}
	for i := 0; i < len(s.Events); {
		i = t.describe(i)
	}
	t.line("", "the input "+map[spec.Cause]string{spec.Cut: "is cut off", spec.EOF: "ends"}[s.End]+"; the outcome is "+string(final.Outcome))
	t.reported(0, true)
	return strings.TrimRight(t.text.String(), "\n")
}

// A storyWriter writes a story.
type storyWriter struct {
	stream *spec.Stream
	final  *spec.Transcript
	text   strings.Builder
	// placed are the sessions whose parent was written.
	placed map[string]bool
	// last is the last record that was written.
	last int
}

// widest is how long a line of a paragraph is, widestEvent how many characters an
// event is written in.
const (
	widest      = 100
	widestEvent = 200
)

// paragraph writes a sentence over as many lines as it needs, and an empty one.
func (t *storyWriter) paragraph(text string) {
	width := 0
	for _, word := range strings.Fields(text) {
		switch {
		case width > 0 && width+1+len(word) > widest:
			t.text.WriteString("\n")
			width = 0
		case width > 0:
			t.text.WriteString(" ")
			width++
		}
		t.text.WriteString(word)
		width += len(word)
	}
	t.text.WriteString("\n\n")
}

// line writes a line. Names in it are the stream's and may be anything.
func (t *storyWriter) line(record, text string) {
	plain := []rune(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || !unicode.IsGraphic(r) {
			return ' '
		}
		return r
	}, text))
	if len(plain) > widestEvent {
		plain = append(plain[:widestEvent:widestEvent], '…')
	}
	fmt.Fprintf(&t.text, "%7s  %s\n", record, strings.TrimRight(string(plain), " "))
}

// describe writes the line of an event and of the pieces that follow it, and returns
// the index of the next event.
func (t *storyWriter) describe(i int) int {
	e := &t.stream.Events[i]
	next := i + 1
	for isPiece(e) && next < len(t.stream.Events) && goesOn(e, &t.stream.Events[next]) && !t.reports(t.stream.Events[next-1].Record) {
		next++
	}
	events := t.stream.Events[i:next]
	last := events[len(events)-1].Record
	record := ""
	switch {
	case e.Record == t.last && last == e.Record:
	case last == e.Record:
		record = fmt.Sprint(e.Record)
	default:
		record = fmt.Sprintf("%d-%d", e.Record, last)
	}
	t.last = last
	t.line(record, t.sentence(events))
	if next == len(t.stream.Events) || t.stream.Events[next].Record != last {
		t.reported(last, false)
	}
	return next
}

func isPiece(e *spec.Event) bool { return e.Kind == spec.Text || e.Kind == spec.CallArgs }

// goesOn reports whether an event is a further piece of what the first one
// begins.
func goesOn(first, e *spec.Event) bool {
	return e.Kind == first.Kind && e.Session == first.Session && e.Message == first.Message && e.Call == first.Call &&
		e.Slot == first.Slot && e.Form == first.Form && !e.Restated && !first.Restated && e.NoSession == first.NoSession &&
		e.Ambiguous == first.Ambiguous && len(e.Metadata) == 0 && !e.Parent.OK
}

// reports reports whether something is reported of a record.
func (t *storyWriter) reports(record int) bool {
	for _, a := range t.final.Anomalies {
		if a.At == record {
			return true
		}
	}
	return false
}

// reported writes what is reported of a record, or of none.
func (t *storyWriter) reported(record int, rest bool) {
	for _, a := range t.final.Anomalies {
		ofNone := a.At < 1 || a.At > t.stream.Records()
		if a.At == record && !rest || rest && ofNone {
			t.line("!", "reported: "+string(a.Kind)+", in "+words.Session(a.Session))
		}
	}
}

// sentence is what an event, and the pieces that follow it, say. Whose child a
// session is, is said once.
func (t *storyWriter) sentence(events []spec.Event) string {
	if e := &events[0]; e.Parent.OK && t.placed[e.Session] {
		events = slices.Clone(events)
		events[0].Parent = spec.Ref{}
	} else if e.Parent.OK {
		t.placed[e.Session] = true
	}
	return words.Event(events)
}
