package langgraph_test

import (
	"encoding/json"
	"strings"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/langgraph"
)

// read decodes records as they are written in a test, one a line.
func read(variant string, records ...string) []spec.Event {
	ginkgo.GinkgoHelper()
	var lines [][]byte
	for _, r := range records {
		lines = append(lines, []byte(r))
	}
	s, problems := wire.DecodeRecords(langgraph.New(), variant, lines)
	gomega.Expect(problems).To(gomega.BeEmpty())
	return s.Events
}

// brief writes events in one line each: kind, session and what they carry.
func brief(events []spec.Event) []string {
	var all []string
	for _, e := range events {
		words := []string{e.Kind.String(), e.Session, e.Message, e.Agent, e.Slot, e.Call, e.Name, e.Text, string(e.Note)}
		if e.ParentCall.OK {
			words = append(words, "of "+e.ParentCall.ID)
		}
		words = append(words, e.StopReason, e.Wait, e.Error, string(e.Result))
		for _, s := range e.Messages {
			words = append(words, briefSnapshot(s))
		}
		if e.Restated {
			words = append(words, "restated")
		}
		all = append(all, strings.Join(strings.Fields(strings.Join(words, " ")), " "))
	}
	return all
}

func briefSnapshot(s spec.Snapshot) string {
	words := []string{s.Role, s.Message, s.Agent, s.StopReason}
	for _, p := range s.Parts {
		words = append(words, "("+strings.Join(strings.Fields(strings.Join([]string{p.Slot, p.Text, p.Call, p.Name, p.Args}, " ")), " ")+")")
		if p.ArgsValue {
			words = append(words, "value")
		}
		if p.Invalid {
			words = append(words, "invalid")
		}
	}
	return strings.Join(words, " ")
}

const hello = `[{"type":"ai","content":"Hi","id":"m1","tool_call_chunks":[]},{"langgraph_checkpoint_ns":"tools:t1|model_request:u1"}]`

var _ = ginkgo.Describe("the shapes of a record", func() {
	ginkgo.DescribeTable("are all read as the same events",
		func(record string) {
			gomega.Expect(brief(read("", record))).To(gomega.Equal([]string{"session.open tools:t1", "text tools:t1 m1 Hi"}))
		},
		ginkgo.Entry("an object", `{"seq":1,"ns":["tools:t1","model_request:u1"],"mode":"messages","payload":`+hello+`}`),
		ginkgo.Entry("a tuple", `[["tools:t1","model_request:u1"],"messages",`+hello+`]`),
		ginkgo.Entry("a tuple of Python", `[["tools:t1"],"messages",`+hello+`]`),
		ginkgo.Entry("a tuple without a namespace", `["messages",`+hello+`]`),
		ginkgo.Entry("an event", `{"event":"messages|tools:t1|model_request:u1","data":`+hello+`}`),
		ginkgo.Entry("an event of Python", `{"event":"messages|tools:t1","data":`+hello+`}`),
		ginkgo.Entry("an event without a namespace", `{"event":"messages","data":`+hello+`}`),
		ginkgo.Entry("the mode's other name", `{"event":"messages-tuple","data":`+hello+`}`),
		ginkgo.Entry("a namespace joined with bars", `{"ns":"tools:t1|model_request:u1","mode":"messages","payload":`+hello+`}`),
		ginkgo.Entry("a serialised constructor", `[["tools:t1","model_request:u1"],"messages",[{"lc":1,"type":"constructor",`+
			`"id":["langchain_core","messages","AIMessageChunk"],"kwargs":{"content":"Hi","id":"m1","tool_call_chunks":[]}},{}]]`),
		ginkgo.Entry("keys that come twice: the last one counts", `{"mode":"values","mode":"messages","ns":["x"],"ns":["tools:t1","a:b"],"payload":`+hello+`}`),
	)

	ginkgo.DescribeTable("that are none are problems, and do not stop the count",
		func(record string) {
			d := langgraph.New().NewDecoder("")
			events, problem := d.Decode(nil, []byte(record))
			gomega.Expect(events).To(gomega.BeEmpty())
			gomega.Expect(problem.Reason).To(gomega.Equal(wire.Unsupported))
			events, problem = d.Decode(nil, []byte(`["custom",{}]`))
			gomega.Expect(problem).To(gomega.BeNil())
			gomega.Expect(events[0].Record).To(gomega.Equal(2))
		},
		ginkgo.Entry("a scalar", `42`),
		ginkgo.Entry("a tuple of one", `["values"]`),
		ginkgo.Entry("a tuple without a mode", `[[],7,{}]`),
		ginkgo.Entry("a namespace of numbers", `[[1],"values",{}]`),
		ginkgo.Entry("a namespace that is an object", `{"ns":{},"mode":"values","payload":{}}`),
	)

	ginkgo.It("keeps the id that the server gave an event, on all that came of it", func() {
		for _, e := range read("", `{"event":"messages|tools:t1","id":"7-0","data":`+hello+`}`) {
			gomega.Expect(e.ID).To(gomega.Equal("7-0"))
		}
	})
})

var _ = ginkgo.Describe("namespaces", func() {
	result := `[{"type":"tool","content":"ok","tool_call_id":"c1","status":"error"},{}]`

	ginkgo.It("of a result without metadata are read as the records before them were", func() {
		inJS := `[["tools:t1","model_request:u1"],"messages",[{"type":"ai","content":"x","id":"m","tool_call_chunks":[]},{}]]`
		inPython := `[["tools:t1"],"messages",[{"type":"AIMessageChunk","content":"x","id":"m"},{}]]`
		js := read("python", inJS, `[["tools:t1","tools:t2"],"messages",`+result+`]`)
		python := read("js", inPython, `[["tools:t1"],"messages",`+result+`]`)
		gomega.Expect(brief(js)).To(gomega.Equal(brief(python)))
		gomega.Expect(js[2].Session).To(gomega.Equal("tools:t1"))
		gomega.Expect(js[2].IsError).To(gomega.BeTrue())
	})

	ginkgo.It("of a result without metadata are the variant's, where nothing came before", func() {
		gomega.Expect(read("js", `[["tools:t1"],"messages",`+result+`]`)[0].Session).To(gomega.BeEmpty())
		gomega.Expect(read("python", `[["tools:t1"],"messages",`+result+`]`)[0].Session).To(gomega.Equal("tools:t1"))
	})

	ginkgo.It("count delegations only, whatever graphs they run in", func() {
		events := read("", `[["graph:g1","tools:t1","inner:i"],"values",{"messages":[]}]`)
		gomega.Expect(events[0].Session).To(gomega.Equal("tools:t1"))
		gomega.Expect(events[0].Parent).To(gomega.Equal(spec.To("")))
	})

	ginkgo.It("name the parent even where that was never seen", func() {
		events := read("", `[["tools:t1","tools:t2"],"values",{"messages":[]}]`)
		gomega.Expect(events).To(gomega.HaveLen(1))
		gomega.Expect(events[0].Parent).To(gomega.Equal(spec.To("tools:t1")))
	})
})

// chunk is a record of the root's message m1.
func chunk(fields string) string {
	return `[["model_request:u"],"messages",[{"type":"ai","id":"m1","content":"",` + fields + `},{}]]`
}

func part(fields string) string {
	return chunk(`"tool_call_chunks":[{"type":"tool_call_chunk",` + fields + `}]`)
}

var _ = ginkgo.Describe("the habits of providers", func() {
	ginkgo.DescribeTable("on continuations", func(fields, want string) {
		events := read("", part(`"id":"c1","name":"ls","args":"","index":0`), part(fields))
		gomega.Expect(brief(events)).To(gomega.Equal([]string{"call.open m1 0 c1 ls", want}))
	},
		ginkgo.Entry("nothing but the index", `"args":"x","index":0`, "args m1 0 x"),
		ginkgo.Entry("null", `"id":null,"name":null,"args":"x","index":0`, "args m1 0 x"),
		ginkgo.Entry("empty", `"id":"","name":"","args":"x","index":0`, "args m1 0 x"),
		ginkgo.Entry("the word null", `"id":"null","name":"null","args":"x","index":0`, "args m1 0 x"),
		ginkgo.Entry("the id again", `"id":"c1","args":"x","index":0`, "args m1 0 c1 x"),
		ginkgo.Entry("the id at another index", `"id":"c1","args":"x","index":1`, "args m1 1 c1 x"),
		ginkgo.Entry("no index", `"args":"x"`, "args m1 x"),
		ginkgo.Entry("a null index", `"args":"x","index":null`, "args m1 x"),
		ginkgo.Entry("an index that is a string", `"args":"x","index":"0"`, "args m1 0 x"),
		ginkgo.Entry("nothing at all", `"args":null,"index":0`, "args m1 0"),
	)

	ginkgo.It("may give whole arguments with the name", func() {
		gomega.Expect(brief(read("", part(`"id":"c1","name":"ls","args":"{}","index":0`)))).
			To(gomega.Equal([]string{"call.open m1 0 c1 ls", "args m1 0 c1 {}"}))
	})

	ginkgo.It("may use one index for each new id", func() {
		gomega.Expect(brief(read("", part(`"id":"a","name":"ls","args":"{}","index":0`), part(`"id":"b","name":"ls","args":"{}","index":0`)))).
			To(gomega.Equal([]string{"call.open m1 0 a ls", "args m1 0 a {}", "call.open m1 0 b ls", "args m1 0 b {}"}))
	})

	ginkgo.It("may leave the name for later", func() {
		gomega.Expect(brief(read("", part(`"id":"a","args":"{","index":0`), part(`"id":"a","name":"ls","args":"}","index":0`)))).
			To(gomega.Equal([]string{"call.open m1 0 a", "args m1 0 a {", "call.open m1 0 a ls", "args m1 0 a }"}))
	})

	ginkgo.It("repeat calls in content blocks, which are not read twice", func() {
		events := read("",
			chunk(`"content":[{"type":"text","text":"Look","index":0}],"tool_call_chunks":[]`),
			chunk(`"content":[{"type":"tool_use","id":"c1","name":"ls","input":"","index":1}],`+
				`"tool_call_chunks":[{"id":"c1","name":"ls","args":"","index":1}],"tool_calls":[{"id":"c1","name":"ls","args":{}}]`),
			chunk(`"content":[{"type":"input_json_delta","input":"{}","index":1}],`+
				`"tool_call_chunks":[{"args":"{}","index":1}],"invalid_tool_calls":[{"name":"","args":"{}","error":"Malformed args."}]`))
		gomega.Expect(brief(events)).To(gomega.Equal([]string{"text m1 0 Look", "call.open m1 1 c1 ls", "args m1 1 {}"}))
	})

	ginkgo.It("think aloud, or show pictures, which is noted and no text", func() {
		events := read("", chunk(`"content":[{"type":"thinking","thinking":"hm","index":0},{"type":"image_url","image_url":{}},"plain"],"tool_call_chunks":[]`))
		gomega.Expect(brief(events)).To(gomega.Equal([]string{"note custom", "note media", "text m1 plain"}))
	})

	ginkgo.DescribeTable("say the end of a message", func(fields string, want ...string) {
		gomega.Expect(brief(read("", chunk(`"tool_call_chunks":[],`+fields)))).To(gomega.Equal(want))
	},
		ginkgo.Entry("as finish_reason", `"response_metadata":{"finish_reason":"stop"}`, "message.close m1 stop"),
		ginkgo.Entry("as stop_reason", `"response_metadata":{"stop_reason":"end_turn"}`, "message.close m1 end_turn"),
		ginkgo.Entry("among the extras", `"additional_kwargs":{"stop_reason":"tool_use"}`, "message.close m1 tool_use"),
		ginkgo.Entry("by the position alone", `"chunk_position":"last"`, "message.close m1"),
		ginkgo.Entry("not with an empty or null reason", `"response_metadata":{"finish_reason":"","stop_reason":null}`, "text m1"),
		ginkgo.Entry("not with usage alone", `"usage_metadata":{"input_tokens":3,"output_tokens":2}`, "usage m1"),
	)

	ginkgo.It("end a message once, where the position comes behind the reason", func() {
		events := read("", chunk(`"tool_call_chunks":[],"response_metadata":{"finish_reason":"stop"}`), chunk(`"tool_call_chunks":[],"chunk_position":"last"`))
		gomega.Expect(brief(events)).To(gomega.Equal([]string{"message.close m1 stop", "text m1"}))
	})

	ginkgo.It("count cached tokens among the input", func() {
		e := read("", chunk(`"tool_call_chunks":[],"usage_metadata":{"input_tokens":30,"output_tokens":2,"total_tokens":32,"input_token_details":{"cache_read":25}}`))[0]
		gomega.Expect(e.Usage).To(gomega.Equal(&spec.Usage{Input: 30, Output: 2}))
	})
})

var _ = ginkgo.Describe("records that say little", func() {
	ginkgo.DescribeTable("are notes", func(record string, want spec.Note) {
		events := read("", record)
		gomega.Expect(events).To(gomega.HaveLen(1))
		gomega.Expect(events[0].Note).To(gomega.Equal(want))
	},
		ginkgo.Entry("an update without messages", `[[],"updates",{"Middleware.before_agent":{}}]`, spec.NoteCustom),
		ginkgo.Entry("an update of null", `[[],"updates",{"node":null}]`, spec.NoteCustom),
		ginkgo.Entry("a state without messages", `[[],"values",{"files":{}}]`, spec.NoteCustom),
		ginkgo.Entry("a checkpoint", `{"event":"checkpoints|tools:t1","data":{"id":"x"}}`, spec.NoteCustom),
		ginkgo.Entry("the run's metadata", `{"event":"metadata","data":{"run_id":"r"}}`, spec.NoteCustom),
		ginkgo.Entry("the end", `{"event":"end","data":null}`, spec.NoteCustom),
		ginkgo.Entry("the event that an old client makes of a comment", `{"event":"","data":null}`, spec.NoteHeartbeat),
		ginkgo.Entry("a ping", `{"event":"ping","data":{}}`, spec.NoteHeartbeat),
		ginkgo.Entry("what a tool wrote", `[["tools:t1"],"custom",{"pct":50}]`, spec.NoteCustom),
		ginkgo.Entry("a picture that a tool wrote", `[[],"custom",{"type":"image","url":"u"}]`, spec.NoteMedia),
		ginkgo.Entry("a tool's start", `[["tools:t1"],"tools",{"event":"on_tool_start","toolCallId":"c1","name":"ls"}]`, spec.NoteCustom),
		ginkgo.Entry("a task", `[[],"tasks",{"id":"t1","name":"model_request","input":{}}]`, spec.NoteCustom),
		ginkgo.Entry("a system message", `[[],"updates",{"n":{"messages":[{"type":"system","content":"be kind"}]}}]`, spec.NoteSystem),
		ginkgo.Entry("a removal", `[[],"updates",{"n":{"messages":[{"type":"remove","id":"m1"}]}}]`, spec.NoteCustom),
		ginkgo.Entry("a message of a kind to come", `[[],"values",{"messages":[{"type":"hologram"}]}]`, spec.NoteUnknown),
		ginkgo.Entry("a message that is none", `[[],"messages",["x",{}]]`, spec.NoteUnknown),
		ginkgo.Entry("a system message as it comes to be", `[[],"messages",[{"type":"SystemMessage","content":"be kind"},{}]]`, spec.NoteSystem),
		ginkgo.Entry("a removal as it comes to be", `[[],"messages",[{"type":"remove","id":"m1"},{}]]`, spec.NoteCustom),
	)

	ginkgo.It("open no session", func() {
		events := read("", `[["tools:t1"],"custom",{}]`, `[["tools:t1"],"updates",{"n":{}}]`)
		gomega.Expect(brief(events)).To(gomega.Equal([]string{"note tools:t1 custom", "note tools:t1 custom"}))
	})

	ginkgo.DescribeTable("end the run where they are errors", func(record, words string) {
		e := read("", record)[0]
		gomega.Expect(e.Kind).To(gomega.Equal(spec.Error))
		gomega.Expect(e.Fatal && e.Global).To(gomega.BeTrue())
		gomega.Expect(e.Error).To(gomega.Equal(words))
	},
		ginkgo.Entry("thrown", `[[],"__error__",{"name":"Error","message":"it broke"}]`, "it broke"),
		ginkgo.Entry("of the server", `{"event":"error","data":{"error":"ValueError","message":"it broke"}}`, "it broke"),
		ginkgo.Entry("without a message", `{"event":"error","data":{"error":"ValueError"}}`, "ValueError"),
		ginkgo.Entry("as text", `{"event":"error","data":"it broke"}`, "it broke"),
		ginkgo.Entry("without a word", `{"event":"error","data":null}`, ""),
	)

	ginkgo.It("keep a result of any shape as it is", func() {
		e := read("", `[[],"updates",{"tools":{"messages":[{"type":"tool","tool_call_id":"c1","content":[{"type":"text","text":"a"}]}]}}]`)[0]
		gomega.Expect(e.Result).To(gomega.MatchJSON(`[{"type":"text","text":"a"}]`))
		gomega.Expect(json.Valid(e.Result)).To(gomega.BeTrue())
	})
})

var _ = ginkgo.Describe("the mode of a record", func() {
	mode := func(record string) string {
		return langgraph.New().(wire.Moder).Mode([]byte(record))
	}

	ginkgo.It("is known in every shape, and messages has two names", func() {
		for _, record := range []string{`[[],"values",{}]`, `["values",{}]`, `{"ns":[],"mode":"values","payload":{}}`, `{"event":"values|tools:t","data":{}}`} {
			gomega.Expect(mode(record)).To(gomega.Equal("values"), record)
		}
		gomega.Expect(mode(`["messages-tuple",[]]`)).To(gomega.Equal("messages"))
	})

	ginkgo.It("is none for what comes whatever was asked for, and for what is no record", func() {
		for _, record := range []string{`["error",{}]`, `{"event":"heartbeat"}`, `["end",null]`, `{"kind":"other"}`, `{"values":{}}`, `["unheard",null]`, `{`, ``} {
			gomega.Expect(mode(record)).To(gomega.BeEmpty(), record)
		}
	})

	ginkgo.It("is one that the codec reads, whatever a candidate may say", func() {
		for _, name := range spec.StreamModes() {
			payload := `{"event":"on_tool_start","toolCallId":"c","name":"f"}`
			switch {
			case spec.StreamMode(name) == "messages":
				payload = hello
			case strings.HasPrefix(name, "messages/"):
				payload = `[]`
			}
			for _, e := range read("", `["`+name+`",`+payload+`]`) {
				gomega.Expect(e.Note).NotTo(gomega.Equal(spec.NoteUnknown), name)
			}
		}
	})
})
