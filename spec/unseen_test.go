package spec_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

// partly is what differs for a candidate that shows nothing in parts.
func partly(want, got *spec.Transcript, fields spec.Field, parts ...spec.Observable) []string {
	var lines []string
	for _, d := range (spec.Compare{Observes: spec.PartsOf(parts...).Lacking(fields)}).Transcripts(want, got) {
		lines = append(lines, d.String())
	}
	return lines
}

// opened is the transcript with the first call's arguments not complete yet.
func opened(t *spec.Transcript) *spec.Transcript {
	t.Sessions[0].Messages[0].Calls[0].ArgsOpen = true
	return t
}

var _ = Describe("A reader that shows calls once they are whole", func() {
	const rest = `{"id":"d","name":"cat","args":"{}","status":"done"}`
	message := func(parts, calls string) string {
		return inSession(`"messages":[{"id":"m","role":"assistant","parts":[` + parts + `],"calls":[` + calls + `]}]`)
	}
	first := func(status, more string) string {
		return `{"id":"c","name":"ls","args":"{","status":"` + status + `"` + more + `}`
	}
	want := func(status, more string) *spec.Transcript {
		return opened(read(message(`{"kind":"text","text":"a"},{"kind":"call","call":0},{"kind":"text","text":"b"},{"kind":"call","call":1}`, first(status, more)+`,`+rest)))
	}
	without := func() *spec.Transcript {
		return read(message(`{"kind":"text","text":"a"},{"kind":"text","text":"b"},{"kind":"call","call":0}`, rest))
	}
	compare := func(want, got *spec.Transcript) []string {
		return partly(want, got, spec.FieldPartialCalls, spec.ObserveMessages, spec.ObserveCalls, spec.ObserveActive)
	}

	It("may leave out one whose arguments are not complete, with its part", func() {
		Expect(compare(want("preparing", ""), without())).To(BeEmpty())
		Expect(partly(want("preparing", ""), without(), 0, spec.ObserveMessages, spec.ObserveCalls)).NotTo(BeEmpty())
	})

	It("may join the texts around it", func() {
		got := read(message(`{"kind":"text","text":"ab"},{"kind":"call","call":0}`, rest))
		Expect(compare(want("preparing", ""), got)).To(BeEmpty())
	})

	It("may show it, and is held to what it shows", func() {
		Expect(compare(want("preparing", ""), want("preparing", ""))).To(BeEmpty())
		Expect(compare(want("preparing", ""), want("done", ""))).To(ConsistOf(ContainSubstring("status")))
	})

	It("must show one that runs, or has a result", func() {
		Expect(compare(want("executing", ""), without())).NotTo(BeEmpty())
		Expect(compare(want("done", ""), without())).NotTo(BeEmpty())
		Expect(compare(want("abandoned", `,"result":1`), without())).NotTo(BeEmpty())
	})

	It("must show one whose arguments are complete", func() {
		whole := want("preparing", "")
		whole.Sessions[0].Messages[0].Calls[0].ArgsOpen = false
		Expect(compare(whole, without())).NotTo(BeEmpty())
	})

	It("need not list it as active", func() {
		active := want("preparing", "")
		active.Active = []spec.ActiveCall{{Session: "s", Call: "c", Name: "ls", Phase: spec.Preparing}}
		Expect(compare(active, without())).To(BeEmpty())
		active.Sessions[0].Messages[0].Calls[0].ArgsOpen = false
		Expect(compare(active, want("preparing", ""))).To(ConsistOf(ContainSubstring("active")))
	})

	It("may leave out a message in which there is nothing else, and a session", func() {
		alone := opened(read(message(`{"kind":"call","call":0}`, first("preparing", ""))))
		Expect(compare(alone, read(inSession(`"messages":[]`)))).To(BeEmpty())
		Expect(partly(alone, read(`{"sessions":[]}`), spec.FieldPartialCalls, spec.ObserveSessions, spec.ObserveMessages, spec.ObserveCalls)).To(BeEmpty())
	})
})

var _ = Describe("A reader that shows messages once they have ended", func() {
	message := func(id, complete, text string) string {
		return `{"id":"` + id + `","role":"assistant","complete":` + complete + `,"parts":[{"kind":"text","text":"` + text +
			`"},{"kind":"call","call":0}],"calls":[{"id":"c` + id + `","name":"ls","args":"{}","status":"executing"}]}`
	}
	compare := func(want, got string, parts ...spec.Observable) []string {
		return partly(read(inSession(`"messages":[`+want+`]`)), read(inSession(`"messages":[`+got+`]`)), spec.FieldPartialMessages, parts...)
	}
	both := []spec.Observable{spec.ObserveMessages, spec.ObserveCalls}

	It("may leave out one that has not, with its calls", func() {
		Expect(compare(message("a", "true", "x")+","+message("b", "false", "y"), message("a", "true", "x"), both...)).To(BeEmpty())
		Expect(compare(message("a", "false", "x")+","+message("b", "true", "y"), message("b", "true", "y"), both...)).To(BeEmpty())
		Expect(compare(message("a", "false", "x"), "", spec.ObserveCalls)).To(BeEmpty())
	})

	It("may leave out one that another equals, where neither has an id nor says whether it ended", func() {
		messageWith := func(complete string) string {
			return `{"id":"","role":"assistant","complete":` + complete + `,"parts":[{"kind":"text","text":"x"}]}`
		}
		of := func(want, got string) []string {
			return partly(read(inSession(`"messages":[`+want+`]`)), read(inSession(`"messages":[`+got+`]`)), spec.FieldPartialMessages|spec.FieldComplete, both...)
		}
		open, ended := messageWith("false"), messageWith("true")
		Expect(of(open+","+ended, ended)).To(BeEmpty())
		Expect(of(ended+","+open, ended)).To(BeEmpty())
		Expect(of(open+","+ended+","+ended, ended+","+ended)).To(BeEmpty())
		Expect(of(open+","+ended+","+ended, ended)).NotTo(BeEmpty())
	})

	It("may show it, and is held to what it shows", func() {
		Expect(compare(message("a", "false", "x"), message("a", "false", "y"), both...)).To(ConsistOf(ContainSubstring("text")))
	})

	It("must show one that has, also if it does not say so of it", func() {
		want, got := read(inSession(`"messages":[`+message("a", "true", "x")+`]`)), read(`{"sessions":[]}`)
		Expect(partly(want, got, spec.FieldPartialMessages|spec.FieldComplete, both...)).NotTo(BeEmpty())

		Expect(compare(message("a", "true", "x"), "", both...)).NotTo(BeEmpty())
		Expect(compare(message("a", "true", "x"), "", spec.ObserveCalls)).NotTo(BeEmpty())
	})

	It("need not know a session in which there is none, nor link to it", func() {
		want := read(`{"sessions":[{"id":"s","messages":[{"id":"a","role":"assistant","complete":true,"parts":[{"kind":"call","call":0}],` +
			`"calls":[{"id":"c","name":"task","args":"{}","status":"executing","child":"t"}]}]},` +
			`{"id":"t","parent":"s","parent_call":"c","messages":[{"id":"b","role":"assistant","parts":[{"kind":"text","text":"x"}]}]}]}`)
		got := read(`{"sessions":[{"id":"s","messages":[{"id":"a","role":"assistant","complete":true,"parts":[{"kind":"call","call":0}],` +
			`"calls":[{"id":"c","name":"task","args":"{}","status":"executing"}]}]}]}`)
		Expect(partly(want, got, spec.FieldPartialMessages, append(both, spec.ObserveSessions)...)).To(BeEmpty())
		Expect(partly(want, got, 0, append(both, spec.ObserveSessions)...)).NotTo(BeEmpty())
	})
})
