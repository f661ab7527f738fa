package produce_test

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model/check/produce"
	"github.com/quock-dev/quock/spec"
)

// marked is a format that marks everything and demands everything.
var marked = spec.Features{Turns: spec.TurnsMarked, Terminal: true, MessageEnd: true, ChildLink: true}

// details are the breaches of a transcript, in words.
func details(f spec.Features, t spec.Transcript) []string {
	var all []string
	for _, b := range produce.Breaches(f, &t) {
		all = append(all, b.Rule+": "+b.Detail)
	}
	return all
}

// saying is a transcript of one session with one turn and one message.
func saying(turn, call spec.Status, complete bool) spec.Transcript {
	m := spec.Message{ID: "m", At: 2, Complete: complete}
	if call != "" {
		m.Calls = []spec.Call{{ID: "c", Name: "ls", Status: call, Whole: true, At: 3}}
	}
	return spec.Transcript{Sessions: []spec.Session{{ID: "s", At: 1, Turns: []spec.Turn{{Status: turn, At: 1}}, Messages: []spec.Message{m}}}}
}

var _ = Describe("What was opened and not closed", func() {
	DescribeTable("is a breach at the record that opened it",
		func(t spec.Transcript, want ...string) { Expect(details(marked, t)).To(Equal(want)) },
		Entry("a turn", saying(spec.Incomplete, "", true), "produce/closed: a turn without its end"),
		Entry("a message", saying(spec.Completed, "", false), "produce/closed: a message without its end"),
		Entry("a call that prepares", saying(spec.Completed, spec.Preparing, true), "produce/closed: a call without its result"),
		Entry("a call that runs", saying(spec.Completed, spec.Executing, true), "produce/closed: a call without its result"),
		Entry("a call that was abandoned", saying(spec.Completed, spec.Abandoned, true), "produce/closed: a call without its result"),
	)

	DescribeTable("owes nothing where it was answered, or somebody is waited for",
		func(call spec.Status) { Expect(details(marked, saying(spec.Completed, call, true))).To(BeEmpty()) },
		Entry(nil, spec.Done), Entry(nil, spec.Failed), Entry(nil, spec.Denied), Entry(nil, spec.Cancelled), Entry(nil, spec.Waiting),
	)

	DescribeTable("owes nothing where its turn broke off, because nobody is left to close it",
		func(turn spec.Status) { Expect(details(marked, saying(turn, spec.Executing, false))).To(BeEmpty()) },
		Entry(nil, spec.Failed), Entry(nil, spec.Cancelled), Entry(nil, spec.Waiting),
	)

	It("is owed by the turn that it was opened in, and not by a later one that broke off", func() {
		t := saying(spec.Completed, spec.Executing, true)
		t.Sessions[0].Turns = append(t.Sessions[0].Turns, spec.Turn{Status: spec.Failed, At: 9})
		Expect(details(marked, t)).To(Equal([]string{"produce/closed: a call without its result"}))
		t.Sessions[0].Messages[0].Calls[0].At = 9
		Expect(details(marked, t)).To(BeEmpty())
	})

	It("is no breach where the dialect has no end for it", func() {
		ends := marked
		ends.Terminal, ends.MessageEnd = false, false
		Expect(details(ends, saying(spec.Incomplete, "", false))).To(BeEmpty())
	})

	It("is no turn of a session that nothing announced, where announcements start turns", func() {
		started := marked
		started.ChildStart, started.NamelessRoot = true, true
		Expect(details(started, saying(spec.Incomplete, "", true))).To(BeEmpty())
		root := saying(spec.Incomplete, "", true)
		root.Sessions[0].ID = ""
		Expect(details(started, root)).To(HaveLen(1), "the root needs no announcement")
	})
})

var _ = Describe("A sub-session that never closed", func() {
	// family is a parent and its child, which is reported as never closed.
	family := func(parent, child spec.Status) spec.Transcript {
		root, call := "root", "c"
		return spec.Transcript{
			Sessions: []spec.Session{
				{ID: root, At: 1, Turns: []spec.Turn{{Status: parent, At: 1}}, Messages: []spec.Message{
					{ID: "m", Complete: true, Calls: []spec.Call{{ID: call, Status: spec.Done}}},
				}},
				{ID: "child", At: 4, Parent: &root, ParentCall: &call, Turns: []spec.Turn{{Status: child, At: 4}}},
			},
			Anomalies: []spec.Anomaly{{Kind: spec.NeverClosed, Session: "child"}},
		}
	}

	It("is a breach where it began", func() {
		t := family(spec.Completed, spec.Completed)
		found := produce.Breaches(marked, &t)
		Expect(found).To(HaveExactElements(And(HaveField("Session", "child"), HaveField("At", 4), HaveField("Rule", "produce/closed"))))
	})

	It("owes nothing where its own turn or its parent's broke off", func() {
		Expect(details(marked, family(spec.Failed, spec.Completed))).To(BeEmpty())
		Expect(details(marked, family(spec.Completed, spec.Cancelled))).To(BeEmpty())
	})
})

var _ = Describe("The call of a sub-session", func() {
	linked := func(parent, call *string) spec.Transcript {
		return spec.Transcript{Sessions: []spec.Session{
			{ID: "root", Held: []spec.Call{{ID: "held", Status: spec.Done}}}, {ID: "child", At: 7, Parent: parent, ParentCall: call},
		}}
	}
	root, held, gone := "root", "held", "gone"

	It("must be shown by the stream", func() {
		Expect(details(marked, linked(&root, &gone))).To(Equal([]string{"produce/known-agent: a sub-session of a call that the stream does not show"}))
		Expect(details(marked, linked(&root, nil))).To(Equal([]string{"produce/known-agent: a sub-session that the stream does not link to its call"}))
		Expect(details(marked, linked(&root, &held))).To(BeEmpty(), "a call that is held is shown")
	})

	It("is not asked for where the dialect has no link", func() {
		unlinked := marked
		unlinked.ChildLink = false
		Expect(details(unlinked, linked(&root, &gone))).To(BeEmpty())
	})
})

var _ = Describe("What a format demands", func() {
	clause := spec.Clause{Says: "Every call gets a result.", Source: "the format, 4.2"}
	duty := func(of string, force spec.Force) spec.Features {
		f := marked
		f.Duties = []spec.Duty{{Rule: "produce/closed", Of: of, Force: force, Clause: clause}}
		return f
	}
	unanswered := saying(spec.Completed, spec.Executing, true)

	It("is the sentence of the breach, which fails", func() {
		found := produce.Breaches(duty(spec.OfCall, spec.Demanded), &unanswered)
		Expect(found).To(HaveExactElements(HaveField("Clause", clause)))
		Expect(found[0].Fails()).To(BeTrue())
	})

	It("is a note where producers only usually do it", func() {
		found := produce.Breaches(duty(spec.OfCall, spec.Usual), &unanswered)
		Expect(found).To(HaveLen(1))
		Expect(found[0].Fails()).To(BeFalse())
	})

	It("is not asked for where the format is silent, of this subject or of all", func() {
		Expect(produce.Breaches(duty(spec.OfCall, spec.Silent), &unanswered)).To(BeEmpty())
		Expect(produce.Breaches(duty(spec.OfTurn, spec.Demanded), &unanswered)).To(BeEmpty())
	})

	It("may be less of a call that only streamed than of one that came whole", func() {
		f := duty(spec.OfCall, spec.Demanded)
		f.Duties = append(f.Duties, spec.Duty{Rule: "produce/closed", Of: spec.OfStreamed, Force: spec.Silent})
		Expect(produce.Breaches(f, &unanswered)).To(HaveLen(1))
		streamed := saying(spec.Completed, spec.Executing, true)
		streamed.Sessions[0].Messages[0].Calls[0].Whole = false
		Expect(produce.Breaches(f, &streamed)).To(BeEmpty())
		stop := "tool_use"
		streamed.Sessions[0].Messages[0].StopReason = &stop
		Expect(produce.Breaches(f, &streamed)).To(HaveLen(1), "the message says why it stopped, so that the call is whole")
	})

	It("is not reported twice where the decoder found the same fault in a record", func() {
		f := duty(spec.OfCall, spec.Demanded)
		same := spec.Violation{Record: 9, Force: spec.Demanded, Session: "s", Call: "c", Clause: clause, Detail: "the stream ends without it"}
		Expect(produce.Breaches(f, &unanswered, same)).To(HaveExactElements(HaveField("Rule", "produce/legal")))
		other := same
		other.Call = "d"
		Expect(produce.Breaches(f, &unanswered, other)).To(HaveLen(2))
	})

	It("sorts breaches by rule, then by record", func() {
		t := saying(spec.Incomplete, spec.Executing, false)
		t.Sessions[0].Orphans = []spec.Orphan{{ID: "o", At: 8}, {ID: "p", At: 5}}
		found := produce.Breaches(marked, &t, spec.Violation{Record: 99, Force: spec.Usual})
		Expect(slices.IsSortedFunc(found, func(a, b produce.Breach) int {
			if a.Rule != b.Rule {
				return map[bool]int{true: -1, false: 1}[a.Rule < b.Rule]
			}
			return a.At - b.At
		})).To(BeTrue())
		Expect(found).To(HaveLen(6))
	})
})

var _ = Describe("A stream whose end may be missing", func() {
	open := spec.Features{Turns: spec.TurnsRun, Duties: []spec.Duty{{Rule: "produce/legal", Force: spec.Demanded}}}
	withMessage := func(change func(*spec.Message)) spec.Transcript {
		m := spec.Message{ID: "m"}
		change(&m)
		return spec.Transcript{Sessions: []spec.Session{{ID: "s", Messages: []spec.Message{m}}}}
	}

	It("is one with nothing but messages open, in a format that demands no end", func() {
		t := withMessage(func(*spec.Message) {})
		Expect(produce.Unended(&open, &t)).To(BeTrue())
	})

	It("is known to be cut off where a call is open, or some message has a stop reason", func() {
		called := withMessage(func(m *spec.Message) { m.Calls = []spec.Call{{ID: "c", Status: spec.Executing}} })
		Expect(produce.Unended(&open, &called)).To(BeFalse())
		stop := "stop"
		stopped := withMessage(func(m *spec.Message) { m.StopReason = &stop })
		Expect(produce.Unended(&open, &stopped)).To(BeFalse())
	})

	It("is none where the format marks or demands the end", func() {
		t := withMessage(func(*spec.Message) {})
		Expect(produce.Unended(&marked, &t)).To(BeFalse())
		demanding := open
		demanding.Duties = []spec.Duty{{Rule: "produce/closed", Of: spec.OfMessage, Force: spec.Usual}}
		Expect(produce.Unended(&demanding, &t)).To(BeFalse())
	})
})
