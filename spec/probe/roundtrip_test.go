package probe_test

import (
	"bytes"
	"encoding/json"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

func written(v any) []byte {
	line, err := probe.AppendLine(nil, v, probe.DefaultLimits())
	Expect(err).NotTo(HaveOccurred())
	Expect(line).To(HaveSuffix("\n"))
	return line
}

var _ = Describe("A message", func() {
	It("is read back as it was written, if it is a request", func() {
		run := &probe.RunRequest{
			Op: probe.OpRun, ID: 1 << 53, Dialect: "langgraph:python", End: probe.Cut, Observe: []int{0, 2}, Reload: []int{1},
			Chunks: []probe.Chunk{probe.Chunk("a\u2028é"), {0xe2, 0x80}, {}}, Out: "neutral", Store: "dir",
		}
		for _, want := range []*probe.Request{
			{Hello: &probe.Hello{Op: probe.OpHello, Probe: 1, Harness: "quock"}},
			{Run: run}, {Load: &probe.LoadRequest{Op: probe.OpLoad, ID: 2, Store: "dir"}}, {Quit: true},
		} {
			var message any
			switch {
			case want.Hello != nil:
				message = want.Hello
			case want.Run != nil:
				message = want.Run
			case want.Load != nil:
				message = want.Load
			default:
				message = probe.Quit{Op: probe.OpQuit}
			}
			got, bad := probe.ParseRequest(bytes.TrimSpace(written(message)), probe.DefaultLimits())
			Expect(bad).To(BeNil())
			Expect(got).To(Equal(want))
		}
	})

	It("is read back as it was written, if it is an answer", func() {
		zero := 0
		transcript := probe.Transcript{
			Outcome: spec.OutcomeCompleted,
			Sessions: []probe.Session{{
				ID: "", Parent: new(string), Status: spec.Closed, Turns: []probe.Turn{{Status: spec.Completed, Usage: &probe.Usage{Input: 1 << 53, Output: 2}}},
				Messages: []probe.Message{{
					Role: "assistant", Complete: true, Parts: []probe.MessagePart{{Kind: spec.CallPart, Call: &zero}},
					Calls: []probe.Call{{ID: "c", Name: "n", Args: "{\"a\": \"\\u00e9\"", Status: spec.Done, Result: rawRecord(`{"z":1,"a":[1.50]}`)}},
				}},
			}},
			Anomalies: []probe.Anomaly{{Kind: spec.ResultTwice, Session: "", At: 3}},
		}
		request := &probe.RunRequest{ID: 5, Events: make([]rawRecord, 1), Observe: []int{1}}
		reply := &probe.RunReply{ID: 5, Observations: []probe.Transcript{transcript}, Final: &transcript}
		c := contract(probe.Reducer, everything[:8]...)
		transcript.Active, transcript.Agents = []probe.ActiveCall{}, []probe.AgentRun{}
		got, bad := c.ParseRunReply(bytes.TrimSpace(written(reply)), request)
		Expect(bad).To(BeNil())
		differences := spec.Compare{Observes: spec.AllParts()}.Transcripts(&transcript, got.Final)
		Expect(differences).To(BeEmpty())
		Expect(string(got.Final.Sessions[0].Messages[0].Calls[0].Result)).To(Equal(`{"z":1,"a":[1.50]}`))
	})

	It("keeps results that are empty, because an empty object is a result and no result is none", func() {
		for _, result := range []string{`{}`, `[]`, `""`, `0`, `false`} {
			call := probe.Call{ID: "c", Result: rawRecord(result)}
			orphan := probe.Orphan{ID: "o", Result: rawRecord(result)}
			Expect(string(written(call))).To(ContainSubstring(`"result":` + result))
			Expect(string(written(orphan))).To(ContainSubstring(`"result":` + result))
		}
		Expect(string(written(probe.Call{ID: "c"}))).NotTo(ContainSubstring("result"))
	})
})

// FuzzAnswer holds whatever a candidate may print against a contract that
// observes everything: it never panics, and what it takes is safe to use.
func FuzzAnswer(f *testing.F) {
	f.Add([]byte(`{"id":7,"observations":[` + whole + `],"final":` + whole + `}`))
	f.Add([]byte(`{"id":7,"rejected":{"at":0,"reason":"limit"},"final":null}`))
	f.Add([]byte(`{"id":7,"id":8,"error":"\ud800"}`))
	f.Add([]byte("\xff\xfe{}"))
	request := &probe.RunRequest{ID: 7, Events: make([]rawRecord, 1), Observe: []int{1}}
	c := contract(probe.Reducer, everything...)
	f.Fuzz(func(t *testing.T, line []byte) {
		reply, bad := c.ParseRunReply(line, request)
		if (reply == nil) == (bad == nil) {
			t.Fatalf("one of answer and fault: %v, %v", reply, bad)
		}
		if bad != nil {
			if bad.What == "" || bad.Reason == "" {
				t.Fatalf("a fault that does not say what is wrong: %+v", bad)
			}
			return
		}
		if _, err := json.Marshal(reply); err != nil {
			t.Fatalf("an answer that cannot be kept: %v", err)
		}
		if reply.Error == "" && reply.Final == nil {
			t.Fatal("an answer without a final transcript")
		}
	})
}

// FuzzRequest holds whatever may reach a candidate against the reader of
// requests: it never panics, and what it takes it can write again.
func FuzzRequest(f *testing.F) {
	f.Add([]byte(`{"op":"run","id":1,"dialect":"agentc","events":[{"a":1}],"observe":[0,1],"end":"cut"}`))
	f.Add([]byte(`{"op":"run","id":1,"dialect":"agentc","chunks":["a",{"base64":"/w=="}]}`))
	f.Add([]byte(`{"op":"hello","probe":1}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		request, bad := probe.ParseRequest(line, probe.DefaultLimits())
		if (request == nil) == (bad == nil) {
			t.Fatalf("one of request and fault: %v, %v", request, bad)
		}
		if request == nil || request.Run == nil {
			return
		}
		again, err := probe.AppendLine(nil, request.Run, probe.DefaultLimits())
		if err != nil {
			t.Fatalf("a request that cannot be written: %v", err)
		}
		if _, bad := probe.ParseRequest(bytes.TrimSpace(again), probe.DefaultLimits()); bad != nil {
			t.Fatalf("a request that cannot be read again: %v", bad)
		}
	})
}
