package codex_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/codex"
)

// rollouts is where the recorded session files lie, beside the work tree.
const rollouts = "../../../../shared/recordings/codex-rollout"

// file decodes a recorded session file, of which nothing may be a problem or
// unknown.
func file(name string) (s spec.Stream, records [][]byte) {
	GinkgoHelper()
	text, err := os.ReadFile(filepath.Join(rollouts, name+".jsonl"))
	if os.IsNotExist(err) {
		Skip("no recorded session files at " + rollouts)
	}
	Expect(err).NotTo(HaveOccurred())
	records = bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	s, problems := wire.DecodeRecords(codex.New(), codex.Rollout, records)
	Expect(problems).To(BeEmpty(), name)
	for _, e := range s.Events {
		Expect(e.Note).NotTo(Equal(spec.NoteUnknown), "%s, record %d", name, e.Record)
	}
	return s, records
}

// summary is the first session of a transcript in a line: its turns, each with
// its messages, of which thoughts are in parentheses and calls in brackets.
func summary(t spec.Transcript) string {
	var b strings.Builder
	s := &t.Sessions[0]
	for i, turn := range s.Turns {
		fmt.Fprintf(&b, "%s:", turn.Status)
		for _, m := range s.Messages {
			if m.Turn == i {
				fmt.Fprintf(&b, " %s;", described(&m))
			}
		}
		b.WriteString(" ")
	}
	return b.String() + string(t.Outcome)
}

func described(m *spec.Message) string {
	var b strings.Builder
	if m.Role == "user" {
		b.WriteString("> ")
	}
	for _, p := range m.Parts {
		switch {
		case p.Call != nil:
			fmt.Fprintf(&b, "[%s %s]", m.Calls[*p.Call].ID, m.Calls[*p.Call].Status)
		case p.Kind == spec.ThoughtPart:
			b.WriteString("(" + p.Text + ")")
		default:
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

// recordedFiles are the files with what the manifest says that must be read.
var recordedFiles = map[string]string{
	"parallel-calls/rollout":                                 "completed: > go; (**Looking** at files)I run three commands.[call_a1 done][call_a2 done][call_a3 failed]; All three ran.; completed",
	"two-subagents-one-aborted-same-call-id/rollout":         "completed: > ROOT GO; [call_b1 done][call_b2 done]; [call_b3 done]; [call_b4 done]; Both finished.; completed",
	"two-subagents-one-aborted-same-call-id/child-65b5":      "cancelled: > CHILD ONE work; one starts[call_same done]; cancelled",
	"two-subagents-one-aborted-same-call-id/child-a491":      "completed: > CHILD TWO work; [call_same failed]; two done; completed",
	"subagent-forked-context-replays-parent/rollout":         "completed: > ROOT GO; [call_s0 done]; I delegate.[call_s1 done]; [call_s2 done]; Child finished.; completed",
	"subagent-forked-context-replays-parent/child-d676":      "completed: > CHILD FORK work; [call_c9 done]; child done; completed",
	"fork-without-history/rollout":                           "completed: > three; Third, on the fork.; completed",
	"resume-reused-call-id-then-compaction/rollout":          "completed: > one; [call_d1 done]; First.; completed: > two; [call_d1 done]; Second, with a call id used before.; completed: > four; After compaction.; completed",
	"reconnect-repeated-answer/rollout":                      "completed: > go; Partial answer before the cut.; Partial answer before the cut, now whole.; completed",
	"fatal-400-task-complete-with-error/rollout":             "failed: > go; failed",
	"calls-without-items-malformed-arguments/rollout":        "completed: > go; [call_g1 done][call_g2 done][call_g3 done][call_g4 done]; [call_g5 done][ws_g6 done]; Done with failures.; completed",
	"sigint-turn-aborted-late-item/rollout":                  "cancelled: > hi; I run a slow one.[call_m0 done][call_m1 cancelled]; cancelled",
	"sigkill-open-call/rollout":                              "incomplete: > hi; I run a slow one.[call_m0 done][call_m1 abandoned]; incomplete",
	"v142-parallel-calls/rollout":                            "completed: > one; (**Looking** at files)I run three commands.[call_a1 done][call_a2 done][call_a3 done]; All three ran.; completed",
	"v142-fatal-400-task-complete-without-error/rollout":     "completed: > go; unknown",
	"v142-subagent-forked-context-replays-parent/rollout":    "completed: > ROOT GO; [call_s0 done]; I delegate.[call_s1 done]; [call_s2 done]; Child finished.; completed",
	"v142-subagent-forked-context-replays-parent/child-86cd": "completed: > CHILD FORK work; [call_c9 done]; child done; completed",
	"v098-legacy-two-turns/rollout":                          "completed: > one; (**Looking** at files)I run three commands.[call_a1 done][call_a2 done][call_a3 done][call_a5 done][call_a6 done]; All ran.; completed: > two; [call_d1 done]; Second, with a call id used before.; unknown",
	"v098-sigint/rollout":                                    "cancelled: > hi; I run a slow one.[call_m0 done][call_m1 cancelled]; cancelled",
	"v098-two-subagents-exec-leaks-child/rollout":            "completed: > ROOT GO; [call_b1 done][call_b2 done]; [call_b3 done]; [call_b4 done]; Both finished.; unknown",
	"v098-two-subagents-exec-leaks-child/child-1f0e":         "incomplete: > CHILD TWO work; incomplete",
	"v098-two-subagents-exec-leaks-child/child-89dc":         "completed: > CHILD ONE work; one starts[call_same done]; one done; unknown",
}

var _ = Describe("a recorded session file", func() {
	It("says what its manifest says, whatever its version", func() {
		for name, want := range recordedFiles {
			s, _ := file(name)
			Expect(summary(model.Run(s, spec.Policies{}))).To(Equal(want), name)
		}
	})

	It("is recognised, with its variant and its version", func() {
		for name := range recordedFiles {
			_, records := file(name)
			score, why := codex.New().Sniff(records[:min(20, len(records))])
			Expect(score).To(Equal(100), "%s: %s", name, why)
			variant, _ := codex.New().(wire.VariantSniffer).SniffVariant(records)
			Expect(variant).To(Equal(codex.Rollout), name)
			Expect(codex.New().(wire.Versioner).Version(records[0])).To(MatchRegexp(`^0\.(98\.0|142\.5|169\.0)$`), name)
		}
	})

	It("can be written again from its events, but for a version whose prompts start turns", func() {
		for name := range recordedFiles {
			if strings.HasPrefix(name, "v098") {
				continue
			}
			want, _ := file(name)
			records, err := wire.EncodeStream(codex.New(), codex.Rollout, want)
			Expect(err).NotTo(HaveOccurred(), name)
			got, problems := wire.DecodeRecords(codex.New(), codex.Rollout, records)
			Expect(problems).To(BeEmpty(), name)
			Expect(wire.ReadBack(want.Events, got.Events)).To(Succeed(), name)
		}
	})

	It("counts each response's figures once, and none of the parent's", func() {
		for name, want := range map[string]spec.Usage{
			"parallel-calls/rollout": {Input: 2100, Output: 101}, "v142-parallel-calls/rollout": {Input: 2100, Output: 101},
			"v098-legacy-two-turns/rollout": {Input: 4200, Output: 202}, "fork-without-history/rollout": {Input: 1000, Output: 50},
			"resume-reused-call-id-then-compaction/rollout":          {Input: 4800, Output: 242},
			"v142-subagent-forked-context-replays-parent/child-86cd": {Input: 2700, Output: 107},
			"subagent-forked-context-replays-parent/child-d676":      {Input: 2700, Output: 107},
			"reconnect-repeated-answer/rollout":                      {Input: 1100, Output: 51},
		} {
			s, _ := file(name)
			var sum spec.Usage
			for _, e := range s.Events {
				if e.Usage != nil {
					sum.Input, sum.Output = sum.Input+e.Usage.Input, sum.Output+e.Usage.Output
				}
			}
			Expect(sum).To(Equal(want), name)
		}
	})

	It("agrees with the vendor's reader wherever that says something of a turn or a command", func() {
		checked := 0
		for name := range recordedFiles {
			if strings.HasPrefix(name, "v") || strings.HasPrefix(name, "fork") {
				continue // it reads no call of the old ones, and shows a fork with its parent's turns
			}
			s, _ := file(name)
			t := model.Run(s, spec.Policies{})
			for _, turn := range vendorTurns(name, t.Sessions[0].ID) {
				checked += agrees(name, &t.Sessions[0], turn)
			}
		}
		Expect(checked).To(Equal(28))
	})
})

// A vendorTurn is what `codex app-server` says of a turn.
type vendorTurn struct {
	Status string
	Items  []struct{ Type, ID, Status, Text string }
}

func vendorTurns(name, thread string) []vendorTurn {
	GinkgoHelper()
	text, err := os.ReadFile(filepath.Join(rollouts, filepath.Dir(name), "vendor-thread-read.jsonl"))
	Expect(err).NotTo(HaveOccurred())
	for line := range bytes.Lines(text) {
		var read struct {
			Thread string
			Turns  []vendorTurn
		}
		Expect(json.Unmarshal(line, &read)).To(Succeed())
		if read.Thread == thread {
			return read.Turns
		}
	}
	Fail("the vendor's reader says nothing of " + thread)
	return nil
}

// agrees holds a turn of the vendor's reader against ours, and counts what it
// compared. Its status of a command that ended behind its turn is not ours: the
// abort stands.
func agrees(name string, s *spec.Session, turn vendorTurn) (n int) {
	GinkgoHelper()
	statuses := map[string]map[spec.Status]bool{
		"completed": {spec.Completed: true, spec.Done: true}, "failed": {spec.Failed: true, spec.Cancelled: true},
		"interrupted": {spec.Cancelled: true, spec.Incomplete: true},
	}
	for _, item := range turn.Items {
		switch item.Type {
		case "commandExecution":
			Expect(statuses[item.Status]).To(HaveKey(lastCall(s, item.ID)), "%s, %s", name, item.ID)
			n++
		case "agentMessage":
			Expect(textsOf(s)).To(ContainElement(item.Text), name)
			n++
		}
	}
	return n
}

func lastCall(s *spec.Session, id string) (status spec.Status) {
	for _, m := range s.Messages {
		for _, c := range m.Calls {
			if c.ID == id {
				status = c.Status
			}
		}
	}
	return status
}

func textsOf(s *spec.Session) (all []string) {
	for _, m := range s.Messages {
		for _, p := range m.Parts {
			if p.Kind == spec.TextPart {
				all = append(all, p.Text)
			}
		}
	}
	return all
}
