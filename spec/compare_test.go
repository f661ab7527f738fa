package spec_test

import (
	"encoding/json"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

// read parses a transcript from the JSON of a candidate.
func read(text string) *spec.Transcript {
	GinkgoHelper()
	var t spec.Transcript
	Expect(json.Unmarshal([]byte(text), &t)).To(Succeed())
	return &t
}

// story is a transcript with something in every part.
const story = `{"outcome":"completed","sessions":[
 {"id":"","status":"closed","turns":[{"status":"completed","usage":{"input":3,"output":4}}],
  "messages":[
   {"id":"m1","turn":0,"role":"user","complete":true,"parts":[{"kind":"text","text":"go"}]},
   {"id":"m2","turn":0,"role":"assistant","agent":"lead","complete":true,"stop_reason":"tool_use",
    "parts":[{"kind":"text","text":"I look."},{"kind":"call","call":0},{"kind":"call","call":1}],
    "calls":[{"id":"c1","name":"task","args":"{\"a\": 1}","status":"done","result":{"n":1,"l":[1,2]},"child":"s1"},
             {"id":"c2","name":"ls","args":"","status":"failed","result":"no","is_error":true,"metadata":{"x":1}}]},
   {"id":"m3","turn":0,"role":"assistant","complete":true,"parts":[{"kind":"thought","text":"hm","metadata":{"sig":"q"}}]}],
  "held":[{"id":"c3","name":"cat","args":"{}","status":"done"}],
  "abandoned":[{"id":"c4","name":"rm","args":"","status":"abandoned"}],
  "orphans":[{"id":"c9","result":"x"}],"unattributed":["lost"]},
 {"id":"s1","parent":"","parent_call":"c1","agent":"hr","status":"open","messages":[
   {"id":"k1","role":"assistant","parts":[{"kind":"text","text":"child"}]}]}],
 "active":[{"session":"s1","call":"c7","name":"ls","phase":"executing"}],
 "agents":[{"name":"hr","session":"s1","call":"c1","parent":"","status":"completed","log":[{"id":"c7","tool":"ls"}]}],
 "quota":{"limited":true,"window":"5h"},"history":[{"role":"user"}],
 "anomalies":[{"kind":"orphan-result","session":"","at":4,"detail":"c9"}]}`

func differences(want, got string, observed ...spec.Observable) []string {
	GinkgoHelper()
	parts := spec.AllParts()
	if len(observed) > 0 {
		parts = spec.PartsOf(observed...)
	}
	var lines []string
	for _, d := range (spec.Compare{Observes: parts}).Transcripts(read(want), read(got)) {
		lines = append(lines, d.String())
	}
	return lines
}

// inSession wraps fields in the only session.
func inSession(fields string) string {
	return `{"sessions":[{"id":"s","status":"open",` + fields + `}]}`
}

var _ = Describe("What points elsewhere", func() {
	It("counts only where what it points at is observed", func() {
		child := func(id string) string {
			return onMessage(`"parts":[{"kind":"call","call":0}],"calls":[{"id":"c","name":"task","status":"done","child":` + id + `}]`)
		}
		Expect(differences(child(`"s1"`), child("null"), spec.ObserveCalls)).To(BeEmpty())
		Expect(differences(child(`"s1"`), child("null"), spec.ObserveCalls, spec.ObserveSessions)).To(HaveLen(1))
	})
})

func onMessage(fields string) string {
	return inSession(`"messages":[{"id":"m","role":"assistant",` + fields + `}]`)
}

func withCall(fields string) string {
	return onMessage(`"parts":[{"kind":"call","call":0}],"calls":[{` + fields + `}]`)
}

var _ = Describe("Comparing transcripts", func() {
	It("finds nothing between a transcript and itself", func() {
		Expect(differences(story, story)).To(BeEmpty())
	})

	It("takes absent, null and empty for the same, since languages write them differently", func() {
		Expect(differences(
			`{"sessions":[{"id":"s","messages":[{"id":"m","role":"user","usage":{"input":0,"output":0}}]}]}`,
			`{"sessions":[{"id":"s","parent":null,"agent":"","turns":[],"held":null,
			  "messages":[{"id":"m","role":"user","agent":null,"metadata":{},"parts":[],"stop_reason":""}]}],
			  "history":[],"active":null,"quota":{"limited":false,"window":""}}`)).To(BeEmpty())
	})

	It("tells the parent whose id is empty from no parent, once a session has that id", func() {
		child := func(parent string) string {
			return `{"sessions":[{"id":""},{"id":"s1","parent":` + parent + `}]}`
		}
		Expect(differences(child(`""`), child(`null`))).To(ConsistOf(`sessions["s1"].parent missing: want ""`))
		Expect(differences(child(`null`), child(`""`))).To(ConsistOf(`sessions["s1"].parent extra: got ""`))
	})

	It("takes no parent and an empty one for the same where no session has the empty id", func() {
		Expect(differences(`{"sessions":[{"id":"s1"}]}`, `{"sessions":[{"id":"s1","parent":""}]}`)).To(BeEmpty())
	})

	It("does not call a session its own child", func() {
		Expect(differences(`{"sessions":[{"id":""}]}`, `{"sessions":[{"id":"","parent":""}]}`)).To(BeEmpty())
	})

	It("matches sessions by id, in whatever order they are listed", func() {
		Expect(differences(`{"sessions":[{"id":"a","agent":"x"},{"id":"b"}]}`,
			`{"sessions":[{"id":"b"},{"id":"a","agent":"x"}]}`)).To(BeEmpty())
	})

	It("says of a lost session that it is missing with all that it holds, so that each part is charged", func() {
		Expect(differences(
			inSession(`"turns":[{"status":"open"}],"messages":[{"id":"m","role":"assistant","calls":[{"id":"c","name":"ls"}]}]`),
			`{"sessions":[]}`)).To(HaveExactElements(
			HavePrefix(`sessions["s"] missing: want {"id":"s"`),
			HavePrefix(`sessions["s"].turns[0] missing`),
			HavePrefix(`sessions["s"].messages[0] missing`),
			HavePrefix(`sessions["s"].messages[0].calls[0] missing`),
		))
	})

	It("says of a session listed twice that the second is extra", func() {
		Expect(differences(`{"sessions":[{"id":"a"}]}`, `{"sessions":[{"id":"a"},{"id":"a"}]}`)).To(
			ConsistOf(HavePrefix(`sessions["a"] extra`)))
	})

	It("names the one message that is lost, and not every later one as changed", func() {
		list := func(ids ...string) string {
			text := ""
			for i, id := range ids {
				if i > 0 {
					text += ","
				}
				text += `{"id":"` + id + `","role":"assistant","parts":[{"kind":"text","text":"` + id + `"}]}`
			}
			return inSession(`"messages":[` + text + `]`)
		}
		Expect(differences(list("a", "b", "c", "d"), list("a", "c", "d"))).To(
			ConsistOf(HavePrefix(`sessions["s"].messages[1] missing`)))
		Expect(differences(list("a", "c", "d"), list("a", "b", "c", "d"))).To(
			ConsistOf(HavePrefix(`sessions["s"].messages[1] extra`)))
		Expect(differences(list("a", "b"), list("b", "a"))).To(HaveLen(4), "an order that is swapped is a difference")
	})

	It("names what is wrong with a message, and not one that is missing beside one that is extra", func() {
		list := func(complete ...string) string {
			text := make([]string, len(complete))
			for i := range complete {
				text[i] = `{"role":"assistant","complete":` + complete[i] + `,"parts":[{"kind":"text","text":"Yes."}]}`
			}
			return inSession(`"messages":[` + strings.Join(text, ",") + `]`)
		}
		// The second message of the answer equals the first that is wanted.
		Expect(differences(list("true", "true"), list("false", "true"))).To(
			ConsistOf(HavePrefix(`sessions["s"].messages[0].complete`)))
		Expect(differences(list("true", "false"), list("false", "true"))).To(ConsistOf(
			HavePrefix(`sessions["s"].messages[0].complete`), HavePrefix(`sessions["s"].messages[1].complete`)))
		// One is lost: the lengths tell.
		Expect(differences(list("true", "false"), list("false"))).To(
			ConsistOf(HavePrefix(`sessions["s"].messages[0] missing`)))
	})

	It("does not compare ids that are not on the wire", func() {
		Expect(differences(
			inSession(`"messages":[{"id":"","role":"user","calls":[{"id":"","name":"ls"}]}]`),
			inSession(`"messages":[{"id":"made-up","role":"user","calls":[{"id":"x","name":"ls"}]}]`))).To(BeEmpty())
		Expect(differences(onMessage(`"turn":0`), inSession(`"messages":[{"id":"other","role":"assistant"}]`))).To(
			ConsistOf(`sessions["s"].messages[0].id: want "m", got "other"`))
	})

	It("compares the turn of a message only where turns are observed", func() {
		want, got := onMessage(`"turn":0`), onMessage(`"turn":1`)
		Expect(differences(want, got)).To(ConsistOf(`sessions["s"].messages[0].turn: want 0, got 1`))
		Expect(differences(want, got, spec.ObserveMessages)).To(BeEmpty())
	})

	It("compares arguments byte for byte, since fragments joined otherwise are another text", func() {
		Expect(differences(withCall(`"id":"c","args":"{\"a\": 1}"`), withCall(`"id":"c","args":"{\"a\":1}"`))).To(
			ConsistOf(`sessions["s"].messages[0].calls[0].args: want "{\"a\": 1}", got "{\"a\":1}"`))
	})

	It("compares arguments as values where the wire carries only a value", func() {
		want, got := read(withCall(`"id":"c","args":"{\"a\":1,\"b\":2}"`)), read(withCall(`"id":"c","args":"{\"b\": 2.0, \"a\": 1}"`))
		want.Sessions[0].Messages[0].Calls[0].ArgsValue = true
		Expect(spec.Compare{Observes: spec.AllParts()}.Transcripts(want, got)).To(BeEmpty())
	})

	It("compares results as values, and no result, null and an empty text as the same", func() {
		Expect(differences(withCall(`"id":"c","result":{"a":1,"b":[1e2]}`), withCall(`"id":"c","result":{"b":[100],"a":1.0}`))).To(BeEmpty())
		Expect(differences(withCall(`"id":"c","result":""`), withCall(`"id":"c","result":null`))).To(BeEmpty())
		Expect(differences(withCall(`"id":"c","result":"1"`), withCall(`"id":"c","result":1`))).To(HaveLen(1), "a text is no number")
	})

	It("compares metadata as values, unknown keys included", func() {
		Expect(differences(onMessage(`"metadata":{"a":{"b":1}}`), onMessage(`"metadata":{"a":{}}`))).To(
			ConsistOf(`sessions["s"].messages[0].metadata: want {"a":{"b":1}}, got {"a":{}}`))
	})

	It("takes an empty part for a part, for it shows as an empty bubble", func() {
		Expect(differences(onMessage(`"parts":[]`), onMessage(`"parts":[{"kind":"text","text":""}]`))).To(
			ConsistOf(HavePrefix(`sessions["s"].messages[0].parts[0] extra`)))
	})

	It("tells a part that shows call 0 from one that shows none", func() {
		Expect(differences(onMessage(`"parts":[{"kind":"call","call":0}]`), onMessage(`"parts":[{"kind":"call"}]`))).To(
			ConsistOf(`sessions["s"].messages[0].parts[0].call missing: want 0`))
	})

	It("leaves call parts out where calls are not observed", func() {
		want := onMessage(`"parts":[{"kind":"text","text":"a"},{"kind":"call","call":0}],"calls":[{"id":"c"}]`)
		got := onMessage(`"parts":[{"kind":"text","text":"a"}]`)
		Expect(differences(want, got, spec.ObserveMessages)).To(BeEmpty())
		Expect(differences(want, got)).To(HaveLen(2))
	})

	It("compares the calls of a session as one list where messages are not observed", func() {
		want := inSession(`"messages":[{"id":"m","calls":[{"id":"c1","status":"done"}]}],"held":[{"id":"c2","status":"done"}]`)
		got := inSession(`"held":[{"id":"c2","status":"done"},{"id":"c1","status":"failed"}]`)
		Expect(differences(want, got, spec.ObserveCalls)).To(
			ConsistOf(`sessions["s"].calls["c1"].status: want "done", got "failed"`))
	})

	It("counts orphans with the calls and what is unattributed with the messages", func() {
		want := inSession(`"orphans":[{"id":"c","result":1}],"unattributed":["x"]`)
		got := inSession(`"orphans":[]`)
		Expect(differences(want, got, spec.ObserveCalls)).To(ConsistOf(HavePrefix(`sessions["s"].orphans[0] missing`)))
		Expect(differences(want, got, spec.ObserveMessages)).To(ConsistOf(`sessions["s"].unattributed[0] missing: want "x"`))
	})
})

var _ = Describe("Comparing what has no order", func() {
	active := func(calls string) string { return `{"active":[` + calls + `]}` }
	a := `{"session":"s","call":"a","name":"ls","phase":"executing"}`
	b := `{"session":"s","call":"b","name":"ls","phase":"executing"}`

	It("takes active calls as a multiset", func() {
		Expect(differences(active(a+","+b), active(b+","+a))).To(BeEmpty())
		Expect(differences(active(a+","+a), active(a))).To(ConsistOf(HavePrefix(`active["s"]["a"] missing`)))
	})

	It("names the field in which an active call differs", func() {
		Expect(differences(active(a), active(`{"session":"s","call":"a","name":"ls","phase":"preparing"}`))).To(
			ConsistOf(`active["s"]["a"].phase: want "executing", got "preparing"`))
	})

	It("lets an active call without an id on the wire have any", func() {
		nameless := `{"session":"s","call":"","name":"ls","phase":"executing"}`
		Expect(differences(active(nameless+","+a), active(a+","+b))).To(BeEmpty())
	})

	It("takes agents as a multiset, and the log of each in order", func() {
		agent := func(call, log string) string {
			return `{"name":"hr","session":"s1","call":"` + call + `","parent":"s","status":"running","log":[` + log + `]}`
		}
		x, y := `{"id":"1","tool":"ls"}`, `{"id":"2","tool":"cat"}`
		of := func(list string) string { return `{"agents":[` + list + `]}` }
		Expect(differences(of(agent("a", x)+","+agent("b", y)), of(agent("b", y)+","+agent("a", x)))).To(BeEmpty())
		Expect(differences(of(agent("a", x+","+y)), of(agent("a", y)))).To(
			ConsistOf(HavePrefix(`agents["s"]["a"].log[0] missing`)))
	})

	It("compares anomalies by kind and session, whatever the words and the position", func() {
		of := func(kind, session, detail string) string {
			return `{"anomalies":[{"kind":"` + kind + `","session":"` + session + `","at":7,"detail":"` + detail + `"}]}`
		}
		Expect(differences(of("late-result", "s", "a"), of("late-result", "s", "b"))).To(BeEmpty())
		Expect(differences(of("late-result", "s", ""), of("late-result", "t", ""))).To(HaveLen(2))
	})

	It("passes over the anomalies that a reader may leave out", func() {
		Expect(differences(`{"anomalies":[{"kind":"replayed"},{"kind":"unknown-record"}]}`, `{"anomalies":[{"kind":"bad-record"}]}`)).To(BeEmpty())
	})
})

var _ = Describe("A difference", func() {
	It("says what it is in, so that a check need not read paths", func() {
		want := read(withCall(`"id":"c","status":"done"`))
		got := read(withCall(`"id":"c","status":"failed"`))
		Expect(spec.Compare{Observes: spec.AllParts()}.Transcripts(want, got)).To(ConsistOf(spec.Difference{
			Path: `sessions["s"].messages[0].calls[0].status`, Kind: spec.Changed, Part: spec.ObserveCalls,
			Want: `"done"`, Got: `"failed"`, Session: "s", Message: "m", Call: "c",
		}))
	})

	It("stands in document order", func() {
		got := differences(story, `{"outcome":"failed"}`)
		Expect(got[0]).To(HavePrefix("outcome"))
		Expect(got[1]).To(HavePrefix(`sessions[""] missing`))
		Expect(got[len(got)-1]).To(HavePrefix(`anomalies["orphan-result"][""] missing`))
	})
})
