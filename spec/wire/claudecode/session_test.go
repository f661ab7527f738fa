package claudecode_test

import (
	"fmt"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/claudecode"
	"github.com/quock-dev/quock/spec/wire/claudecode/reading"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// A file is a session file that is being written, line by line.
type file struct {
	decoder wire.Decoder
	all     events
	wrong   []spec.Violation
}

func newFile() *file { return &file{decoder: claudecode.New().NewDecoder(reading.Session)} }

// line reads a record; what is missing of its envelope is added.
func (f *file) line(kind, uuid, parent, rest string) events {
	GinkgoHelper()
	hangs := `"` + parent + `"`
	if parent == "" {
		hangs = "null"
	}
	return f.raw(fmt.Sprintf(`{"parentUuid":%s,"isSidechain":false,"type":%q,"uuid":%q,"sessionId":"S",%s}`, hangs, kind, uuid, rest))
}

func (f *file) raw(record string) events {
	GinkgoHelper()
	read, problem := f.decoder.Decode(nil, []byte(record))
	Expect(problem).To(BeNil(), record)
	Expect(read).NotTo(BeEmpty(), record)
	f.all = append(f.all, read...)
	f.wrong = append(f.wrong, f.decoder.(wire.Verifier).Violations()...)
	return read
}

func (f *file) prompt(uuid, parent, text string) events {
	GinkgoHelper()
	return f.line("user", uuid, parent, fmt.Sprintf(`"message":{"role":"user","content":%q}`, text))
}

func (f *file) says(uuid, parent, message, block string) events {
	GinkgoHelper()
	return f.line("assistant", uuid, parent, fmt.Sprintf(`"message":{"id":%q,"content":[%s],"stop_reason":null}`, message, block))
}

func (f *file) result(uuid, parent, call string) events {
	GinkgoHelper()
	return f.line("user", uuid, parent, fmt.Sprintf(`"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":%q,"content":"r"}]}`, call))
}

func saying(text string) string { return fmt.Sprintf(`{"type":"text","text":%q}`, text) }

func use(call string) string {
	return fmt.Sprintf(`{"type":"tool_use","id":%q,"name":"Bash","input":{}}`, call)
}

// left are the ids of the records that stay, in order.
func (f *file) left() []string {
	var ids []string
	for _, e := range f.all.alive() {
		if (e.Kind == spec.MessageFull || e.Kind == spec.CallDone) && !slices.Contains(ids, e.ID) {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

var _ = Describe("the tree of a session file", func() {
	var f *file
	BeforeEach(func() {
		f = newFile()
		f.prompt("u1", "", "go")
	})

	It("keeps blocks and results that hang side by side", func() {
		f.says("a1", "u1", "m1", use("c1"))
		f.says("a2", "a1", "m1", use("c2"))
		f.result("r2", "a2", "c2")
		f.result("r1", "a1", "c1")
		f.says("a3", "r1", "m2", saying("done"))
		Expect(f.left()).To(Equal([]string{"u1", "a1", "a2", "r2", "r1", "a3"}))
		Expect(f.all.of(spec.Retract)).To(BeEmpty())
		Expect(f.wrong).To(BeEmpty())
	})

	It("keeps a block that hangs on the result of one before it", func() {
		f.says("a1", "u1", "m1", use("c1"))
		f.result("r1", "a1", "c1")
		f.says("a2", "r1", "m1", saying("on"))
		Expect(f.left()).To(Equal([]string{"u1", "a1", "r1", "a2"}))
		Expect(f.all.fullParts()).To(Equal([]string{"text::go", "call:0:c1", "text:1:on"}))
	})

	It("retracts the branch that a later prompt leaves, with its results", func() {
		f.says("a1", "u1", "m1", saying("first"))
		f.prompt("u2", "a1", "second")
		f.says("a2", "u2", "m2", use("c2"))
		f.result("r2", "a2", "c2")
		f.says("a3", "r2", "m3", saying("so"))
		read := f.prompt("u3", "a1", "third")
		Expect(read.kinds()).To(Equal([]spec.Kind{spec.Retract, spec.TurnStart, spec.MessageFull}))
		Expect(read[0].Retracts).To(Equal([]string{"u2", "a2", "r2", "a3"}))
		Expect(f.left()).To(Equal([]string{"u1", "a1", "u3"}))
	})

	It("leaves the result of a void call aside", func() {
		f.says("a1", "u1", "m1", use("c1"))
		f.prompt("u2", "u1", "no, this")
		Expect(f.result("r1", "a1", "c1").kinds()).To(Equal([]spec.Kind{spec.NoteEvent}))
		Expect(f.left()).To(Equal([]string{"u1", "u2"}))
	})

	It("begins anew with a prompt that hangs on nothing", func() {
		f.says("a1", "u1", "m1", saying("first"))
		f.prompt("u2", "", "other")
		Expect(f.left()).To(Equal([]string{"u2"}))
	})

	It("goes over what is no part of the conversation, and over an error", func() {
		f.says("a1", "u1", "m1", use("c1"))
		Expect(f.line("progress", "p1", "a1", `"data":{"type":"hook_progress"}`).kinds()).To(Equal([]spec.Kind{spec.NoteEvent}))
		failed := f.line("assistant", "e1", "p1", `"isApiErrorMessage":true,"message":{"id":"x","model":"<synthetic>","content":[{"type":"text","text":"API Error"}],"usage":{"output_tokens":9}}`)
		Expect(failed.one()).To(And(HaveField("Kind", spec.Error), HaveField("Error", "API Error"), HaveField("Fatal", false)))
		f.result("r1", "a1", "c1")
		f.says("a2", "e1", "m2", saying("on"))
		Expect(f.left()).To(Equal([]string{"u1", "a1", "r1", "a2"}))
		Expect(f.all.of(spec.Retract)).To(BeEmpty())
	})

	It("goes on behind a compaction by the logical parent", func() {
		f.says("a1", "u1", "m1", saying("first"))
		f.line("system", "b1", "", `"subtype":"compact_boundary","logicalParentUuid":"a1","content":"Conversation compacted"`)
		Expect(f.line("user", "s1", "b1", `"isCompactSummary":true,"message":{"content":"This session"}`).kinds()).To(Equal([]spec.Kind{spec.NoteEvent}))
		f.prompt("u2", "s1", "next")
		Expect(f.left()).To(Equal([]string{"u1", "a1", "u2"}))
	})

	It("reads a record whose parent is missing, or is itself, behind the one before, and says so", func() {
		f.says("a1", "nowhere", "m1", saying("first"))
		f.says("a2", "a2", "m2", saying("second"))
		f.says("a3", "a4", "m3", saying("third"))
		f.says("a4", "a3", "m4", saying("fourth"))
		Expect(f.left()).To(Equal([]string{"u1", "a1", "a2", "a3", "a4"}))
		Expect(f.wrong).To(HaveLen(3))
		Expect(f.wrong[0]).To(And(HaveField("Record", 2), HaveField("Force", spec.Demanded), HaveField("Detail", ContainSubstring("is not in the file"))))
		Expect(f.wrong[1].Detail).To(ContainSubstring("it hangs on itself"))
	})

	It("keeps all where a branch that was left goes on: two processes write the file", func() {
		f.says("a1", "u1", "m1", use("c1"))
		f.result("r1", "a1", "c1")
		f.prompt("u2", "u1", "other process")
		again := f.says("a2", "r1", "m2", saying("goes on"))
		Expect(again.kinds()).To(Equal([]spec.Kind{spec.MessageFull, spec.CallDone, spec.MessageFull}), "what was void is said again")
		Expect(again[0].Messages[0].Message).To(Equal("m1"))
		f.says("a3", "u2", "m3", saying("answers"))
		Expect(f.left()).To(Equal([]string{"u1", "u2", "a2", "a3"}))
		Expect(f.wrong).To(HaveLen(1))
		Expect(f.wrong[0]).To(And(HaveField("Force", spec.Usual), HaveField("Record", 5), HaveField("Detail", HaveSuffix("from here on"))))
	})

	It("says how much of such a branch is too far back", func() {
		parent := "u1"
		for i := range 300 {
			f.says(fmt.Sprint("a", i), parent, fmt.Sprint("m", i), saying("one"))
			parent = fmt.Sprint("a", i)
		}
		f.prompt("u2", "u1", "other process")
		f.says("b1", parent, "n1", saying("goes on"))
		Expect(f.wrong[0].Detail).To(HaveSuffix("but for 45 earlier records"))
	})

	It("says the same again for a record that it had, and changes nothing", func() {
		before := append(f.says("a1", "u1", "m1", saying("first")), f.says("a2", "a1", "m1", use("c1"))...)
		again := append(f.says("a1", "u1", "m1", saying("first")), f.says("a2", "a1", "m1", use("c1"))...)
		for i := range again {
			Expect(again[i].Messages).To(Equal(before[i].Messages))
		}
		f.says("a3", "a2", "m1", saying("third"))
		Expect(f.all.fullParts()).To(HaveExactElements("text::go", "text:0:first", "call:1:c1", "text:0:first", "call:1:c1", "text:2:third"))
	})

	It("takes the copy of a fork for the record that it copies", func() {
		f.says("a1", "u1", "m1", saying("first"))
		f.line("assistant", "f1", "u1", `"forkedFrom":{"sessionId":"S","messageUuid":"a1"},"message":{"id":"m1","content":[{"type":"text","text":"first"}]}`)
		f.prompt("u2", "f1", "next")
		Expect(f.left()).To(Equal([]string{"u1", "a1", "u2"}))
	})

	It("takes positions from the records, else from calls that are repeated, else counts", func() {
		f.line("assistant", "a1", "u1", `"apiBlockIndex":2,"message":{"id":"m1","content":[{"type":"text","text":"a"}]}`)
		f.says("a2", "a1", "m1", use("c1"))
		f.says("a3", "a2", "m1", use("c1")+","+use("c2"))
		Expect(f.all.fullParts()[1:]).To(Equal([]string{"text:2:a", "call:3:c1", "call:3:c1", "call:4:c2"}))
	})
})

var _ = Describe("the agents of a session file", func() {
	agent := func(f *file, uuid, agent, rest string) events {
		GinkgoHelper()
		return f.raw(fmt.Sprintf(`{"parentUuid":null,"isSidechain":true,"agentId":%q,"type":"user","uuid":%q,"message":{"content":"work"}%s}`, agent, uuid, rest))
	}

	It("are named by the calls of their meta lines, below who called", func() {
		f := newFile()
		f.prompt("u1", "", "go")
		f.says("a1", "u1", "m1", use("c1"))
		f.raw(`{"type":"agent_metadata","agentId":"x","agentType":"plan","toolUseId":"c1"}`)
		opened := f.raw(`{"type":"agent_metadata","agentId":"y","agentType":"deep","toolUseId":"c2","parentAgentId":"x"}`)
		Expect(opened.kinds()).To(Equal([]spec.Kind{spec.SessionOpen, spec.TurnStart}))
		Expect(opened[0]).To(And(HaveField("Session", "c2"), HaveField("Parent", spec.To("c1")), HaveField("ParentCall", spec.To("c2")), HaveField("Agent", "deep")))
		Expect(agent(f, "x1", "x", "").kinds()).To(Equal([]spec.Kind{spec.MessageFull}), "its first prompt is in the turn that its opening began")
		Expect(agent(f, "x2", "x", "").kinds()).To(Equal([]spec.Kind{spec.TurnStart, spec.MessageFull}), "a later one begins another")
	})

	It("are linked by their results where there are no meta lines, before and after their records", func() {
		f := newFile()
		f.prompt("u1", "", "go")
		f.says("a1", "u1", "m1", use("c1"))
		f.says("a2", "a1", "m1", use("c2"))
		Expect(agent(f, "x1", "x", "")[0]).To(And(HaveField("Session", "x"), HaveField("ParentCall.OK", false)))
		late := f.line("user", "r1", "a1", `"message":{"content":[{"type":"tool_result","tool_use_id":"c1"}]},"toolUseResult":{"agentId":"x"}`)
		Expect(late[1]).To(And(HaveField("Kind", spec.SessionOpen), HaveField("Session", "x"), HaveField("ParentCall", spec.To("c1")), HaveField("Parent", spec.To(""))))
		f.line("user", "r2", "a2", `"message":{"content":[{"type":"tool_result","tool_use_id":"c2"}]},"toolUseResult":{"agentId":"y"}`)
		Expect(agent(f, "y1", "y", "")[0]).To(And(HaveField("Session", "c2"), HaveField("ParentCall", spec.To("c2"))))
	})

	It("have no link in old sidechains, whatever their prompts say", func() {
		f := newFile()
		f.prompt("u1", "", "go")
		f.says("a1", "u1", "m1", `{"type":"tool_use","id":"c1","name":"Task","input":{"prompt":"work"}}`)
		opened := f.raw(`{"parentUuid":null,"isSidechain":true,"type":"user","uuid":"s1","message":{"content":"work"}}`)
		Expect(opened[0]).To(And(HaveField("Kind", spec.SessionOpen), HaveField("Session", "s1"), HaveField("ParentCall.OK", false)))
		f.raw(`{"parentUuid":"s1","isSidechain":true,"type":"assistant","uuid":"s2","message":{"id":"k1","content":[{"type":"text","text":"mine"}]}}`)
		Expect(f.all.from(4).one().Session).To(Equal("s1"))
	})
})

var _ = Describe("a prompt in a session file", func() {
	It("is what the user says, and not what the program says in the user's place", func() {
		f := newFile()
		f.prompt("u1", "", "go")
		Expect(f.line("user", "i1", "u1", `"isMeta":true,"message":{"content":"Your response was cut off"}`).kinds()).To(Equal([]spec.Kind{spec.NoteEvent}))
		Expect(f.line("user", "i2", "i1", `"origin":{"kind":"task-notification"},"message":{"content":"<task-notification>"}`).kinds()).
			To(Equal([]spec.Kind{spec.TurnStart, spec.NoteEvent}))
		f.prompt("i3", "i2", "<command-name>/compact</command-name>")
		Expect(f.prompt("i4", "i3", "<local-command-stdout>Compacted").kinds()).To(Equal([]spec.Kind{spec.NoteEvent, spec.TurnEnd}))
		Expect(f.prompt("i5", "i4", "[Request interrupted by user]").one()).To(And(HaveField("Kind", spec.Cancel), HaveField("Global", true)))
	})

	It("may have been queued while a turn ran, and is in that turn then", func() {
		f := newFile()
		f.prompt("u1", "", "go")
		queued := f.line("attachment", "q1", "u1", `"attachment":{"type":"queued_command","prompt":"this, too","source_uuid":"k1","commandMode":"prompt"}`)
		Expect(queued.one().Messages).To(Equal([]spec.Snapshot{{Message: "k1", Role: "user", Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Text: "this, too"}}}}))
		Expect(f.line("attachment", "q2", "q1", `"attachment":{"type":"date"}`).kinds()).To(Equal([]spec.Kind{spec.NoteEvent}))
	})
})

var _ = Describe("the memory of a decoder of session files", func() {
	It("is bounded by ids, not by what records hold", func() {
		filler := strings.Repeat("x", 4<<10)
		var f wire.Decoder = claudecode.New().NewDecoder(reading.Session)
		grown := wiretest.RetainedBy(f, func(decode func(string)) {
			parent := "null"
			for i := range 2000 {
				decode(fmt.Sprintf(`{"parentUuid":%s,"type":"user","uuid":"u-%d","message":{"content":%q}}`, parent, i, filler))
				decode(fmt.Sprintf(`{"parentUuid":"u-%d","type":"assistant","uuid":"a-%d","message":{"id":"m-%d","content":[{"type":"tool_use","id":"c-%d","name":"Bash","input":{"p":%q}}]}}`, i, i, i, i, filler))
				decode(fmt.Sprintf(`{"parentUuid":"a-%d","type":"user","uuid":"r-%d","message":{"content":[{"type":"tool_result","tool_use_id":"c-%d","content":%q}]},"toolUseResult":{"stdout":%q}}`, i, i, i, filler, filler))
				parent = fmt.Sprintf(`"r-%d"`, i)
			}
		})
		Expect(grown).To(BeNumerically("<", 6<<20), "of 32 MiB read")
	})
})
