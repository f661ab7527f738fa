package deepagents_test

import (
	"fmt"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/deepagents"
)

// The messages that most states have.
const (
	goOn  = `{"type":"human","id":"h1","content":"Go"}`
	asks  = `{"type":"ai","id":"m1","content":"","tool_calls":[{"name":"task","args":{"subagent_type":"reader","description":"a"},"id":"c1"}]}`
	more  = `{"type":"ai","id":"m2","content":"","tool_calls":[{"name":"task","args":{"subagent_type":"reader","description":"b"},"id":"c2"}]}`
	twice = `{"type":"ai","id":"m1","content":"","tool_calls":[{"name":"task","args":{"subagent_type":"reader","description":"a"},"id":"c1"},{"name":"task","args":{"subagent_type":"reader","description":"b"},"id":"c2"}]}`
	read1 = `{"type":"tool","id":"r1","tool_call_id":"c1","content":"A."}`
	read2 = `{"type":"tool","id":"r2","tool_call_id":"c2","content":"B."}`
)

// values are those of a state: messages, and a log unless that is "".
func values(log string, messages ...string) string {
	text := `"messages":[` + strings.Join(messages, ",") + `]`
	if log != "" {
		text += `,"subagent_tool_log":` + log
	}
	return "{" + text + "}"
}

// log is a log of entries of the agent reader, by their ids.
func log(ids ...string) string {
	entries := []string{}
	for _, id := range ids {
		entries = append(entries, `{"id":"`+id+`","subagent":"reader","tool":"ls","status":"start"}`)
	}
	return "[" + strings.Join(entries, ",") + "]"
}

// polled is a state as the server gives it, the nth of its thread, with more
// members.
func polled(n int, values string, members ...string) string {
	parent := "null"
	if n > 1 {
		parent = fmt.Sprintf(`{"checkpoint_id":"cp-%d"}`, n-1)
	}
	members = append([]string{`"values":` + values, fmt.Sprintf(`"checkpoint":{"checkpoint_ns":"","checkpoint_id":"cp-%d"}`, n), `"parent_checkpoint":` + parent}, members...)
	return "{" + strings.Join(members, ",") + "}"
}

// decoded are the events of records that must be none of them a problem.
func decoded(records ...string) []spec.Event {
	GinkgoHelper()
	var texts [][]byte
	for _, r := range records {
		texts = append(texts, []byte(r))
	}
	s, problems := wire.DecodeRecords(deepagents.New(), "", texts)
	Expect(problems).To(BeEmpty())
	return s.Events
}

// means is the transcript at the end of input.
func means(records ...string) spec.Transcript {
	GinkgoHelper()
	f := deepagents.New().Features("stream")
	return model.Run(spec.Stream{Features: f, Events: decoded(records...), End: spec.EOF}, spec.Policies{})
}

// differences are those that count between two transcripts: the records that say
// a thing first are none.
func differences(want, got spec.Transcript) []spec.Difference {
	return spec.Compare{Observes: spec.AllParts()}.Transcripts(&want, &got)
}

// logs are the logs of all runs by their calls.
func logs(t spec.Transcript) map[string]string {
	by := map[string]string{}
	for _, run := range t.Agents {
		for _, entry := range run.Log {
			by[run.Call] += entry.ID + " "
		}
	}
	return by
}

func kinds(all []spec.Event) (kinds []spec.Kind) {
	for _, e := range all {
		kinds = append(kinds, e.Kind)
	}
	return kinds
}

var _ = Describe("A poll", func() {
	It("says nothing but a note when nothing is new in it, so that polling faster changes nothing", func() {
		one := polled(2, values(log("e1"), goOn, asks))
		Expect(kinds(decoded(one, one, one)[3:])).To(Equal([]spec.Kind{spec.NoteEvent, spec.NoteEvent}))
		Expect(means(one, one, one)).To(Equal(means(one)))
	})

	It("is the same in each of its shapes, because clients pass on what they got, or its values, or what they saved", func() {
		state := values(log("e1"), goOn, asks)
		want := kinds(decoded(polled(1, state)))
		Expect(kinds(decoded(state))).To(Equal(want))
		Expect(kinds(decoded("[" + polled(1, state) + "]"))).To(Equal(want))
		Expect(kinds(decoded(strings.Replace(state, "{", `{"todos":[],"subagents":[{"id":"c1"}],`, 1)))).To(Equal(want))
	})

	It("of a sub-agent's checkpoint namespace is of its session, linked by its prompt", func() {
		child := strings.Replace(polled(1, values("", `{"type":"human","id":"h2","content":"a"}`)), `"checkpoint_ns":""`, `"checkpoint_ns":"tools:t1"`, 1)
		t := means(polled(1, values("", asks)), child)
		Expect(t.Sessions[1].ID).To(Equal("tools:t1"))
		Expect(*t.Sessions[1].ParentCall).To(Equal("c1"))
		nested := means(polled(1, values("", asks), `"tasks":[{"id":"t1","name":"tools","state":{"values":`+values("", `{"type":"human","id":"h2","content":"a"}`)+`,"next":[]}}]`))
		Expect(differences(t, nested)).To(BeEmpty(), "the states of tasks, where a server gives them")
	})

	It("that does not list a message any more takes nothing back, because states are trimmed", func() {
		t := means(polled(1, values("", goOn, asks)), polled(2, values("", asks, read1)))
		Expect(t.Sessions[0].Messages).To(HaveLen(2))
		Expect(t.Anomalies).To(BeEmpty())
	})

	DescribeTable("written anew from what it means keeps results that look alike, because each is a message of its own",
		func(variant string, alike ...string) {
			lists := [][]string{{goOn}}
			for _, message := range alike {
				lists = append(lists, append(slices.Clone(lists[len(lists)-1]), message))
			}
			var records []string
			for i, messages := range lists {
				records = append(records, polled(i+1, values("", messages...)))
			}
			s := spec.Stream{Features: deepagents.New().Features(variant), Events: decoded(records...), End: spec.EOF}
			written, err := wire.EncodeStream(deepagents.New(), variant, s)
			Expect(err).NotTo(HaveOccurred())
			again, problems := wire.DecodeRecords(deepagents.New(), variant, written)
			Expect(problems).To(BeEmpty())
			Expect(wire.ReadBack(s.Events, again.Events)).To(Succeed())
			Expect(model.Run(again, spec.Policies{}).Sessions[0].Orphans).To(HaveLen(len(alike)))
		},
		Entry("twice", "poll", `{"type":"tool","id":"r1","tool_call_id":"lost","content":"A."}`, `{"type":"tool","id":"r2","tool_call_id":"lost","content":"A."}`),
		Entry("and again", "poll", `{"type":"tool","id":"r1","tool_call_id":"lost","content":"A."}`,
			`{"type":"tool","id":"r2","tool_call_id":"lost","content":"A."}`, `{"type":"tool","id":"r3","tool_call_id":"lost","content":"A."}`),
		Entry("beside a stream", "stream", `{"type":"tool","id":"r1","tool_call_id":"lost","content":"A."}`, `{"type":"tool","id":"r2","tool_call_id":"lost","content":"A."}`),
	)

	It("with no values yet says nothing", func() {
		for _, record := range []string{`{"values":null,"next":[],"checkpoint":{"checkpoint_id":"x"}}`, polled(1, "{}"), "[]"} {
			Expect(kinds(decoded(record))).To(Equal([]spec.Kind{spec.NoteEvent}), record)
		}
	})

	It("nested as deep as a record may be is a problem, or is read", func() {
		deep := `{"messages":[` + strings.Repeat("[", wire.MaxDepth-2) + strings.Repeat("]", wire.MaxDepth-2) + "]}"
		decoder := deepagents.New().NewDecoder("")
		events, problem := decoder.Decode(nil, []byte(deep))
		Expect(len(events) > 0).NotTo(Equal(problem != nil))
		events, problem = decoder.Decode(events[:0], []byte(values("", goOn)))
		Expect(problem).To(BeNil())
		Expect(events).To(HaveLen(1))
		Expect(events[0].Record).To(Equal(2))
	})
})

var _ = Describe("A pause", func() {
	pending := func(id string) string {
		return `"tasks":[{"id":"u1","name":"tools","interrupts":[{"id":"` + id + `","value":{}}]}]`
	}
	const idle = `"tasks":[]`
	waits := func(records ...string) (ids []string) {
		for _, e := range decoded(records...) {
			if e.Kind == spec.Wait {
				ids = append(ids, e.Wait)
			}
		}
		return ids
	}
	at := func(n int, members string, messages ...string) string {
		return polled(n, values("", messages...), members)
	}

	It("is told once while polls list it, and again when it comes back", func() {
		Expect(waits(at(1, pending("i1"), asks), at(2, pending("i1"), asks), at(3, pending("i1"), asks))).To(Equal([]string{"i1"}))
		Expect(waits(at(1, pending("i1"), asks), at(2, idle, asks), at(3, pending("i1"), asks))).To(Equal([]string{"i1", "i1"}))
	})

	It("is told again behind what is new, because that is still waited for", func() {
		Expect(waits(at(1, pending("i1"), twice), at(2, pending("i1"), twice, read1))).To(Equal([]string{"i1", "i1"}))
	})

	It("is one in whichever places a state lists it", func() {
		state := strings.Replace(values("", asks), "{", `{"__interrupt__":[{"id":"i1"}],`, 1)
		Expect(waits(polled(1, state, `"interrupts":[{"id":"i1"},{"id":"i2"}]`, pending("i2")))).To(Equal([]string{"i1", "i2"}))
		Expect(waits(polled(1, values("", asks), `"interrupts":{"u1":[{"interrupt_id":"i3"}]}`))).To(Equal([]string{"i3"}))
	})

	It("that the stream told is not told again by the next poll", func() {
		Expect(waits(polled(1, values("", asks)), `[[],"updates",{"__interrupt__":[{"id":"i1","value":{}}]}]`, at(2, pending("i1"), asks))).To(Equal([]string{"i1"}))
	})

	It("of a state in the past of a history is over", func() {
		Expect(waits("[" + at(2, idle, asks, read1) + "," + at(1, pending("i1"), asks) + "]")).To(BeEmpty())
	})
})

var _ = Describe("An error of a task", func() {
	failing := func(value string) string {
		return polled(1, values("", asks), `"tasks":[{"id":"u1","name":"tools","error":`+value+`}]`)
	}

	It("fails the run, once", func() {
		t := means(failing(`"no tide"`), failing(`"no tide"`))
		Expect(t.Outcome).To(Equal(spec.OutcomeFailed))
		Expect(*t.Sessions[0].Turns[0].Error).To(Equal("no tide"))
	})

	It("is a text, or an object with a message", func() {
		Expect(*means(failing(`{"name":"Error","message":"low"}`)).Sessions[0].Turns[0].Error).To(Equal("low"))
		Expect(kinds(decoded(failing("null")))).NotTo(ContainElement(spec.Error))
	})
})
