package cagent_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/cagent"
)

// recordings is where the recorded traces lie, beside the work tree.
const recordings = "../../../../shared/traces/cagent"

func recorded(name string) []byte {
	GinkgoHelper()
	bytes, err := os.ReadFile(filepath.Join(recordings, name))
	if os.IsNotExist(err) {
		Skip("no recorded traces at " + recordings)
	}
	Expect(err).NotTo(HaveOccurred())
	return bytes
}

// decoded is a whole trace; nothing in it may be a problem or unknown.
func decoded(name, variant string) spec.Stream {
	GinkgoHelper()
	s, problems, err := wire.DecodeAll(cagent.New(), variant, bytes.NewReader(recorded(name)), wire.Limits{})
	Expect(err).NotTo(HaveOccurred())
	Expect(problems).To(BeEmpty())
	for _, e := range s.Events {
		Expect(e.Note).NotTo(Equal(spec.NoteUnknown), "record %d", e.Record)
		Expect(e.NoSession).To(BeFalse(), "record %d", e.Record)
	}
	return s
}

// A document is as much of a stored session as the specs count.
type document struct {
	ID       string `json:"id"`
	Messages []item `json:"messages"`
}

type item struct {
	Message *struct {
		Message struct {
			Role string `json:"role"`
			Call string `json:"tool_call_id"`
		} `json:"message"`
	} `json:"message"`
	Sub *document `json:"sub_session"`
}

var _ = Describe("the recording of nested transfers", func() {
	const root, worker, leaf = "bf40dd69-2e25-44be-bf5d-536df3cda6c0", "8378786a-91bc-4f26-b9de-e930c749a1d5", "3fa47919-57bb-415f-a5c1-6fb7209af001"

	It("shows three levels, each call and result on the message that made it", func() {
		for _, variant := range []string{cagent.D1, cagent.D0, cagent.D2} {
			m := meaning{model.Run(decoded("wire-nested-transfer.jsonl", variant), spec.Policies{})}
			Expect(m.Sessions).To(HaveLen(3))
			Expect(m.sketches(root)).To(Equal([]string{
				"user: text please delegate", "root: text calling transfer_task. , call c1 done worker done", "root: thought hmm , text root done",
			}))
			Expect(m.sketches(worker)).To(Equal([]string{"worker: text calling transfer_task. , call c2 done leaf done", "worker: thought hmm , text worker done"}))
			Expect(m.sketches(leaf)).To(Equal([]string{"leaf: thought hmm , text leaf done"}))
			Expect(m.session(root).Parent).To(BeNil())
			Expect(*m.session(worker).Parent).To(Equal(root))
			Expect(*m.session(leaf).Parent).To(Equal(worker))
			Expect(m.Outcome).To(Equal(spec.OutcomeCompleted))
			Expect(m.Anomalies).To(BeEmpty())
			Expect(m.Active).To(BeEmpty())
		}
	})

	It("gives each of its 71 records an event", func() {
		seen := map[int]bool{}
		for _, e := range decoded("wire-nested-transfer.jsonl", "").Events {
			seen[e.Record] = true
		}
		Expect(seen).To(HaveLen(71))
	})

	It("means the same when its sub-sessions are loaded from the records of their ends alone", func() {
		lines := strings.Split(strings.TrimSpace(string(recorded("wire-nested-transfer.jsonl"))), "\n")
		var kept []string
		for i, line := range lines {
			if inside := i >= 23 && i < 58; !inside || strings.Contains(line, `"sub_session_completed"`) && strings.Contains(line, root) {
				kept = append(kept, line)
			}
		}
		live, loaded := mean("", lines), mean("", kept)
		for _, id := range []string{root, worker, leaf} {
			Expect(loaded.sketches(id)).To(Equal(live.sketches(id)))
			Expect(loaded.session(id).Parent).To(Equal(live.session(id).Parent))
		}
	})

	It("is recognised, with its shape", func() {
		records := bytes.Split(recorded("wire-nested-transfer.jsonl"), []byte("\n"))[:20]
		score, _ := cagent.New().Sniff(records)
		Expect(score).To(Equal(100))
		variant, _ := cagent.New().(wire.VariantSniffer).SniffVariant(records)
		Expect(variant).To(Equal(cagent.D1))
	})
})

var _ = Describe("the recorded sessions", func() {
	// shown counts what the events of a session tell of its items.
	shown := func(s spec.Stream, id string) (messages, results, asides, children int) {
		for _, e := range s.Events {
			switch {
			case e.Kind == spec.SessionOpen && e.Parent == spec.To(id):
				children++
			case e.Session != id:
			case e.Kind == spec.NoteEvent:
				asides++
			case e.Kind == spec.History:
				messages += len(e.Messages)
				for _, m := range e.Messages {
					for _, p := range m.Parts {
						if p.Answered {
							results++
						}
					}
				}
			}
		}
		return messages, results, asides, children
	}

	It("show the 13 items of a session with handoffs, and the 29 of its sub-session", func() {
		var stored document
		Expect(json.Unmarshal(recorded("session-handoff-and-transfer.json"), &stored)).To(Succeed())
		sub := stored.Messages[8].Sub
		Expect(stored.Messages).To(HaveLen(13))
		Expect(sub.Messages).To(HaveLen(29))
		s := decoded("session-handoff-and-transfer.json", cagent.Session)
		messages, results, asides, children := shown(s, stored.ID)
		Expect([]int{messages, results, asides, children}).To(Equal([]int{7, 5, 0, 1}))
		messages, results, asides, children = shown(s, sub.ID)
		Expect([]int{messages, results, asides, children}).To(Equal([]int{14, 13, 2, 0}), "the task and the implicit prompt are the runtime's")
	})

	It("tell who spoke after each handoff, and whose the sub-session is", func() {
		m := meaning{model.Run(decoded("session-handoff-and-transfer.json", cagent.Session), spec.Policies{})}
		Expect(m.Sessions).To(HaveLen(2))
		root, child := m.Sessions[0], m.Sessions[1]
		var speakers []string
		for _, message := range root.Messages[1:] {
			speakers = append(speakers, *message.Agent)
		}
		Expect(speakers).To(Equal([]string{"root", "Coding agent", "Coding agent", "Coding agent", "Coding agent", "root"}))
		Expect(*child.Parent).To(Equal(root.ID))
		Expect(child.Status).To(Equal(spec.Closed))
		Expect(root.Messages[4].Calls[0].Name).To(Equal("transfer_task"))
		Expect(root.Messages[4].Calls[0].Status).To(Equal(spec.Done))
		Expect(root.Messages[1].Usage).To(Equal(&spec.Usage{Input: 4683, Output: 56}), "the cached side counts")
		Expect(m.Anomalies).To(BeEmpty())
		Expect(m.Outcome).To(Equal(spec.OutcomeCompleted))
	})

	It("show a session with one call", func() {
		m := meaning{model.Run(decoded("session-single-tool.json", cagent.Session), spec.Policies{})}
		Expect(m.sketches(m.Sessions[0].ID)).To(Equal([]string{
			"user: text How many files in the local folder?",
			"root: call call_VUQE0PAUhRbKpFFoVdNY1XTx done FILE README.md\nFILE agent.yaml\n",
			"root: text There are 2 files in the local folder:\n\n1. `README.md`\n2. `agent.yaml`",
		}))
		Expect(m.Sessions[0].Messages[1].Calls[0].Args).To(Equal(`{"path":"./"}`))
	})

	It("are recognised as stored sessions", func() {
		for _, name := range []string{"session-single-tool.json", "session-handoff-and-transfer.json"} {
			score, _ := cagent.New().Sniff([][]byte{recorded(name)})
			Expect(score).To(Equal(100))
			variant, _ := cagent.New().(wire.VariantSniffer).SniffVariant([][]byte{recorded(name)})
			Expect(variant).To(Equal(cagent.Session))
		}
	})
})
