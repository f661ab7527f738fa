package lanes_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/lanes"
)

// text is a fragment of a message, in a session.
func text(session, message, words string) string {
	return fmt.Sprintf(`{"kind":"text","session":%q,"message":%q,"text":%q}`, session, message, words)
}

func child(id, call string) string {
	return fmt.Sprintf(`{"kind":"session.open","session":%q,"parent":"main","parent_call":%q,"agent":"scout"}`, id, call)
}

func call(session, id, name string) string {
	return fmt.Sprintf(`{"kind":"call.open","session":%q,"message":"m1","slot":%q,"call":%q,"name":%q}`, session, id, id, name)
}

func args(session, slot, part string) string {
	return fmt.Sprintf(`{"kind":"args","session":%q,"message":"m1","slot":%q,"text":%q}`, session, slot, part)
}

func done(session, id, result string) string {
	return fmt.Sprintf(`{"kind":"call.done","session":%q,"call":%q,"result":%q}`, session, id, result)
}

const start = `{"kind":"turn.start","session":"main"}`

var _ = Describe("Folding", func() {
	It("draws a thousand deltas as one line, with their number, their size and how they begin", func() {
		records := []string{start}
		for i := range 1000 {
			records = append(records, text("main", "m1", fmt.Sprintf("w%d ", i)))
		}
		d := draw(lanes.Options{}, records...)
		Expect(d.line("says")).To(MatchRegexp(`^ 2-1001  A  says 1,000 pieces, 4\.9 KB: w0 w1 w2 `))
		Expect(d.stats.Lines).To(BeNumerically("<", 6))
	})

	It("draws two children that alternate a thousand times as a line each, with where each goes to", func() {
		records := []string{start, call("main", "c1", "task"), call("main", "c2", "task"), child("one", "c1"), child("two", "c2")}
		for i := range 2000 {
			records = append(records, text([]string{"one", "two"}[i%2], "m1", "x"))
		}
		d := draw(lanes.Options{}, records...)
		Expect(d.line(" B │  says")).To(HavePrefix(" 6-2004"))
		Expect(d.line(" │ C  says")).To(HavePrefix(" 7-2005"))
		Expect(d.stats.Lines).To(BeNumerically("<", 21))
	})

	It("parts what is said before a call from what is said after it", func() {
		d := draw(lanes.Options{}, start, text("main", "m1", "Before."), call("main", "c1", "read"), text("main", "m1", "After."))
		Expect(d.line("Before.")).To(HavePrefix("      2"))
		Expect(d.line("After.")).To(HavePrefix("      4"))
	})

	It("gives fragments without an id to their call, as the model does, however they interleave", func() {
		d := draw(lanes.Options{}, start, call("main", "c1", "read"), call("main", "c2", "list"),
			args("main", "c1", `{"pa`), args("main", "c2", `{"dir"`), args("main", "c1", `th":1}`), args("main", "c2", `:2}`))
		Expect(d.line("calls read c1")).To(HaveSuffix(`calls read c1, args in 2 pieces, 10 B: {"path":1}`))
		Expect(d.line("calls list c2")).To(HaveSuffix(`calls list c2, args in 2 pieces, 9 B: {"dir":2}`))
	})

	It("says at a call that streamed when it starts to run, and that a late start is one", func() {
		run := `{"kind":"call.start","session":"main","call":"c1"}`
		Expect(draw(lanes.Options{}, start, call("main", "c1", "read"), run).line("c1, starts")).To(ContainSubstring("starts in line 3"))
		records := []string{start, call("main", "c1", "read")}
		for i := range 100 {
			records = append(records, call("other", fmt.Sprint(i), "list"), done("other", fmt.Sprint(i), "x"))
		}
		d := draw(lanes.Options{}, append(records, run)...)
		Expect(d.line("starts read c1")).To(HavePrefix("    203  A "))
	})

	It("draws no more than a screen of lines behind a run that goes on, then goes on with it", func() {
		records := []string{start}
		for i := range 150 {
			records = append(records, text("main", "m1", "x"), call("other", fmt.Sprint("c", i), "read"), done("other", fmt.Sprint("c", i), "y"))
		}
		d := draw(lanes.Options{}, records...)
		Expect(strings.Count(d.text, "  says")).To(BeNumerically("~", 7, 3))
		Expect(strings.Count(d.text, "(goes on)")).To(Equal(strings.Count(d.text, "  says") - 1))
	})

	It("says once what a whole message only says again, and all of what it adds", func() {
		whole := `{"kind":"message.full","session":"main","messages":[{"message":"m1","role":"assistant","parts":[{"kind":"text","text":"Low tide."},{"kind":"call","call":"c1","name":"read","args":"{}"}]}]}`
		d := draw(lanes.Options{}, start, text("main", "m1", "Low "), text("main", "m1", "tide."), whole, whole)
		Expect(strings.Count(d.text, "tide")).To(Equal(1))
		Expect(d.line("calls read c1")).To(HavePrefix("      4"))
		Expect(d.stats.Silent).To(BeNumerically(">=", 0))
	})

	It("folds reports of one kind, and marks the rule that they break", func() {
		records := []string{start}
		for i := range 100 {
			records = append(records, done("main", fmt.Sprint("never", i), "x"))
		}
		d := draw(lanes.Options{}, records...)
		Expect(d.line("result of a call never seen")).To(ContainSubstring("never0 ×100: x"))
		Expect(d.line("! orphan-result")).To(ContainSubstring("×100, breaks produce/start-before-result"))
	})

	It("shows what is of unknown kind, and what cannot be read, where it stands", func() {
		d := draw(lanes.Options{}, start, `{"kind":"weather","sky":"clear"}`, `{"kind":`, text("main", "m1", "Still here."))
		Expect(d.line("? 1 record of unknown kind")).To(HavePrefix("      2"))
		Expect(d.line("! 1 record that cannot be read")).To(HavePrefix("      3"))
		Expect(d.text).To(ContainSubstring("Still here."))
	})
})
