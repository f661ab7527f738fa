package lanes_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"unicode"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	"github.com/mattn/go-runewidth"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/lanes"
	"github.com/quock-dev/quock/spec"
)

// words are what a stream may say that is hard to draw: what steers a terminal,
// ends lines, turns the direction of writing, is wide, is of no width at all, or
// is no UTF-8.
var words = []any{
	"", "tide", " ", "\n", "\r\n\t", "\x1b[2J\x1b[31mred", "\x9b31m", "\x00", "\u202etxet", "\u2028", "潮が引く", "👩‍👩‍👧‍👦🇩🇪", "e\u0301\u0301\u0301", "\xff\xfe",
	strings.Repeat("long ", 300), strings.Repeat("\u0301", 5000), "__proto__", `{"a":`, `"`, "null",
}

var word = gen.OneConstOf(words...)

// anEvent is any event at all, of few sessions, messages and calls, so that they
// meet.
var anEvent = gopter.CombineGens(
	gen.IntRange(1, len(spec.Kinds())), gen.OneConstOf("", "main", "one", "two", "\x1b]0;x\a"),
	gen.OneConstOf("", "m1", "m2"), gen.OneConstOf("", "c1", "c2", "\u202e"), gen.OneConstOf("", "0", "1"), word, gen.IntRange(0, 15),
).Map(func(v []any) spec.Event {
	text, flags := v[5].(string), v[6].(int)
	result, _ := json.Marshal(text)
	e := spec.Event{
		Kind: spec.Kind(v[0].(int)), Session: v[1].(string), Message: v[2].(string), Call: v[3].(string), Slot: v[4].(string),
		Text: text, Name: text, Args: text, Agent: text, Error: text, Turn: v[4].(string), Result: result, Raw: result, StopReason: text,
		IsError: flags&1 != 0, Fatal: flags&2 != 0, Restated: flags&4 != 0, Complete: flags&8 != 0,
		Limit: &spec.Limit{Rejected: flags&1 != 0, Window: text}, Note: []spec.Note{spec.NoteSystem, spec.NoteUnknown, spec.NoteBoundary, spec.Note(text)}[flags%4],
	}
	if flags&2 != 0 && e.Session != "main" {
		e.Parent, e.ParentCall = spec.To("main"), spec.To(v[3].(string))
	}
	e.Messages = []spec.Snapshot{{Message: e.Message, Role: []string{"user", "assistant"}[flags%2], Parts: []spec.SnapshotPart{
		{Kind: spec.TextPart, Text: text}, {Kind: spec.CallPart, Call: e.Call, Name: text, Args: text, Answered: flags&4 != 0, Result: result},
	}}}
	return e
})

var _ = Describe("Whatever a stream says", func() {
	DescribeTable("no line is too wide, or steers a terminal, and every record is told or counted", func(o lanes.Options) {
		parameters := gopter.DefaultTestParametersWithSeed(1)
		parameters.MinSuccessfulTests, parameters.MaxSize, parameters.Workers = 60, 100, 1
		properties := gopter.NewProperties(parameters)
		properties.Property("drawn", prop.ForAll(func(events []spec.Event) string {
			return wrong(events, o)
		}, gen.SliceOf(anEvent, reflect.TypeFor[spec.Event]())))
		Expect(properties.Run(gopter.NewFormatedReporter(false, 160, GinkgoWriter))).To(BeTrue())
	},
		Entry("in a hundred columns", lanes.Options{Width: 100}),
		Entry("in the least", lanes.Options{Width: lanes.Narrowest}),
		Entry("of a part", lanes.Options{Width: 60, From: 10, To: 200}),
		Entry("of one session", lanes.Options{Width: 60, Sessions: []string{"main"}}),
	)

	It("is drawn alike again", func() {
		events := []spec.Event{{Kind: spec.Text, Session: "a", Text: "x"}, {Kind: spec.Cancel, Global: true}, {Kind: spec.CallDone, Session: "b", Call: "c"}}
		o := lanes.Options{Width: 80}
		Expect(drawEvents(events, o).text).To(Equal(drawEvents(events, o).text))
	})
})

// wrong says what of a drawing is not as promised.
func wrong(events []spec.Event, o lanes.Options) string {
	d := drawEvents(events, o)
	for _, line := range d.lines() {
		if n := (&runewidth.Condition{}).StringWidth(line); n > o.Width {
			return fmt.Sprintf("%d columns: %q", n, line)
		}
		if i := strings.IndexFunc(line, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' }); i >= 0 {
			return fmt.Sprintf("byte %d steers: %q", i, line)
		}
	}
	if again := layEvents(events, o); again != d.text {
		return "as data it is another drawing:\n" + again
	}
	s := d.stats
	switch {
	case s.Begun+s.Folded+s.Silent != s.Records:
		return fmt.Sprintf("%d told, %d folded, %d silent of %d records", s.Begun, s.Folded, s.Silent, s.Records)
	case o.From == 0 && len(o.Sessions) == 0 && s.Records != len(events):
		return fmt.Sprintf("%d records of %d", s.Records, len(events))
	case s.Records > 0 && s.Lines < 1:
		return "nothing is drawn"
	}
	return checkBegun(d, o)
}

// checkBegun checks that as many lines of the stream begin a line as are told.
func checkBegun(d drawn, o lanes.Options) string {
	begun := map[string]bool{}
	for _, line := range d.lines() {
		place, _, _ := strings.Cut(strings.TrimLeft(line, " "), " ")
		begin, _, _ := strings.Cut(place, "-")
		begun[begin] = true
	}
	if len(begun) < d.stats.Begun {
		return fmt.Sprintf("%d records begin a line, %d places:\n%s", d.stats.Begun, len(begun), d.text)
	}
	return ""
}
