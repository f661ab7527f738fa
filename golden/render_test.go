package golden_test

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/golden"
	"github.com/quock-dev/quock/spec"
)

func render(t spec.Transcript) string {
	text, err := golden.Render(golden.Outcome{Final: t})
	Expect(err).NotTo(HaveOccurred())
	return string(text)
}

var root = ""

var _ = Describe("Rendering an outcome", func() {
	It("leaves out what is empty", func() {
		Expect(render(spec.Transcript{Outcome: spec.OutcomeUnknown, Sessions: []spec.Session{}})).
			To(Equal(`{"final": {"outcome": "unknown"}}` + "\n"))
	})

	It("keeps a reference to the session without a name", func() {
		t := spec.Transcript{Sessions: []spec.Session{{ID: "c", Parent: &root}}}
		Expect(render(t)).To(ContainSubstring(`{"id": "c", "parent": ""}`))
	})

	It("keeps the empty id of a session", func() {
		Expect(render(spec.Transcript{Sessions: []spec.Session{{Status: spec.Open}}})).To(ContainSubstring(`[{"id": "", "status": "open"}]`))
	})

	It("keeps the index of the first call", func() {
		first := 0
		t := spec.Transcript{Sessions: []spec.Session{{Messages: []spec.Message{{
			Parts: []spec.Part{{Kind: spec.CallPart, Call: &first}},
		}}}}}
		Expect(render(t)).To(ContainSubstring(`{"kind": "call", "call": 0}`))
	})

	It("writes JSON values compactly and as they are", func() {
		t := spec.Transcript{History: []json.RawMessage{json.RawMessage(`{ "b":1.50, "a":"<ü>" }`)}}
		Expect(render(t)).To(ContainSubstring(`"history": [{"b":1.50,"a":"<ü>"}]`))
	})

	It("does not escape for HTML", func() {
		Expect(render(spec.Transcript{Outcome: "<&>"})).To(ContainSubstring(`"<&>"`))
	})

	It("leaves the wording of anomalies out", func() {
		t := spec.Transcript{Anomalies: []spec.Anomaly{{Kind: spec.LateResult, Session: "s", At: 3, Detail: "words"}}}
		Expect(render(t)).To(ContainSubstring(`[{"kind": "late-result", "session": "s", "at": 3}]`))
	})

	It("breaks a line that is too long, a member a line", func() {
		long := "0123456789012345678901234567890123456789"
		agents := []spec.AgentRun{{Name: long, Call: "c1", Status: spec.Running}, {Name: long, Call: "c2", Status: spec.Running}}
		Expect(render(spec.Transcript{Outcome: spec.OutcomeOpen, Agents: agents})).To(Equal(`{
  "final": {
    "outcome": "open",
    "agents": [
      {"name": "` + long + `", "call": "c1", "status": "running"},
      {"name": "` + long + `", "call": "c2", "status": "running"}
    ]
  }
}
`))
	})

	It("says which arguments are values, and reads that back", func() {
		call := spec.Call{ID: "c", Args: "{}", ArgsValue: true}
		t := spec.Transcript{Sessions: []spec.Session{{
			Messages: []spec.Message{{Calls: []spec.Call{{ID: "b"}, call}}},
			Held:     []spec.Call{call}, Abandoned: []spec.Call{call},
		}}}
		out, err := golden.Parse([]byte(render(t)))
		Expect(err).NotTo(HaveOccurred())
		s := out.Final.Sessions[0]
		Expect(s.Messages[0].Calls[0].ArgsValue).To(BeFalse())
		Expect(s.Messages[0].Calls[1].ArgsValue).To(BeTrue())
		Expect(s.Held[0].ArgsValue).To(BeTrue())
		Expect(s.Abandoned[0].ArgsValue).To(BeTrue())
	})

	It("refuses a value that is no JSON", func() {
		_, err := golden.Render(golden.Outcome{Final: spec.Transcript{History: []json.RawMessage{[]byte("{")}}})
		Expect(err).To(MatchError(ContainSubstring("golden: ")))
		_, err = golden.Parse([]byte("{"))
		Expect(err).To(HaveOccurred())
	})
})
