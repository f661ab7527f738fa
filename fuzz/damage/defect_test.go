package damage_test

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

// sound is a transcript without a defect, after its end.
func sound() spec.Transcript {
	call, child := 0, "b"
	return spec.Transcript{
		Outcome: spec.OutcomeInterrupted,
		Sessions: []spec.Session{
			{
				ID: "a", Status: spec.Open, Turns: []spec.Turn{{Status: spec.Waiting}},
				Messages: []spec.Message{{
					ID: "m", Role: "assistant", Parts: []spec.Part{{Kind: spec.TextPart, Text: "x"}, {Kind: spec.CallPart, Call: &call}},
					Calls: []spec.Call{{ID: "c", Name: "ls", Status: spec.Waiting, Child: &child}},
				}},
				Held:      []spec.Call{{ID: "h", Status: spec.Done, Result: json.RawMessage(`1`)}},
				Abandoned: []spec.Call{{ID: "l", Status: spec.Cancelled}},
			},
			{ID: "b", Status: spec.Closed},
		},
		Active:    []spec.ActiveCall{{Session: "a", Call: "c", Name: "ls", Phase: spec.Waiting}},
		Agents:    []spec.AgentRun{{Name: "scout", Session: &child, Parent: "a", Status: spec.Running}},
		Anomalies: []spec.Anomaly{{Kind: spec.LateResult, Session: "a", At: 3}},
	}
}

var _ = Describe("A transcript", func() {
	neutral := voices[0].Features

	It("has no defect where it is sound", func() {
		t := sound()
		Expect(defectsOf(&neutral, &t, spec.AtEnd)).To(BeEmpty())
	})

	DescribeTable("are found",
		func(spoil func(t *spec.Transcript)) {
			t := sound()
			spoil(&t)
			Expect(defectsOf(&neutral, &t, spec.AtEnd)).NotTo(BeEmpty())
		},
		Entry("in an outcome that is open after the end", func(t *spec.Transcript) { t.Outcome = spec.OutcomeOpen }),
		Entry("in two sessions of one id", func(t *spec.Transcript) { t.Sessions[1].ID = "a" }),
		Entry("in a session of no status", func(t *spec.Transcript) { t.Sessions[1].Status = "" }),
		Entry("in a turn that is open after the end", func(t *spec.Transcript) { t.Sessions[0].Turns[0].Status = spec.Open }),
		Entry("in a message of a turn that is not there", func(t *spec.Transcript) { t.Sessions[0].Messages[0].Turn = 1 }),
		Entry("in two messages of one id", func(t *spec.Transcript) {
			t.Sessions[0].Messages = append(t.Sessions[0].Messages, spec.Message{ID: "m", Role: "user"})
		}),
		Entry("in a role that there is not", func(t *spec.Transcript) { t.Sessions[0].Messages[0].Role = "tool" }),
		Entry("in a call that is no part", func(t *spec.Transcript) {
			t.Sessions[0].Messages[0].Parts = t.Sessions[0].Messages[0].Parts[:1]
		}),
		Entry("in a part whose call is not there", func(t *spec.Transcript) { t.Sessions[0].Messages[0].Calls = nil }),
		Entry("in a text that refers to a call", func(t *spec.Transcript) { t.Sessions[0].Messages[0].Parts[1].Kind = spec.TextPart }),
		Entry("in parts that refer to one call", func(t *spec.Transcript) {
			m := &t.Sessions[0].Messages[0]
			m.Parts = append(m.Parts, m.Parts[1])
			m.Calls = append(m.Calls, m.Calls[0])
		}),
		Entry("in a call that runs after the end", func(t *spec.Transcript) { t.Sessions[0].Messages[0].Calls[0].Status = spec.Executing }),
		Entry("in a held call that is not over", func(t *spec.Transcript) { t.Sessions[0].Held[0].Status = spec.Waiting }),
		Entry("in an abandoned call that is done", func(t *spec.Transcript) { t.Sessions[0].Abandoned[0].Status = spec.Done }),
		Entry("in a result that is no JSON", func(t *spec.Transcript) { t.Sessions[0].Held[0].Result = json.RawMessage(`{`) }),
		Entry("in metadata that are no object", func(t *spec.Transcript) { t.Sessions[0].Messages[0].Metadata = json.RawMessage(`[]`) }),
		Entry("in a child that is not there", func(t *spec.Transcript) { t.Sessions = t.Sessions[:1] }),
		Entry("in an active call that is over", func(t *spec.Transcript) { t.Active[0].Phase = spec.Done }),
		Entry("in an active call of no session", func(t *spec.Transcript) { t.Active[0].Session = "z" }),
		Entry("in an active call of no message", func(t *spec.Transcript) { t.Active[0].Call = "z" }),
		Entry("in an agent of no session", func(t *spec.Transcript) { t.Agents[0].Parent = "z" }),
		Entry("in an agent without a name", func(t *spec.Transcript) { t.Agents[0].Name = "" }),
		Entry("in an anomaly that there is not", func(t *spec.Transcript) { t.Anomalies[0].Kind = "odd" }),
	)

	It("has defects where something is final or reported too early", func() {
		t := sound()
		Expect(defectsOf(&neutral, &t, 5)).To(HaveLen(1), "the outcome")
		t.Outcome = spec.OutcomeOpen
		Expect(defectsOf(&neutral, &t, 5)).To(BeEmpty())
		Expect(defectsOf(&neutral, &t, 2)).To(HaveLen(1), "an anomaly of record 3")
	})
})
