package codex_test

import (
	"bytes"

	"github.com/quock-dev/quock/spec/wire/wiretest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/codex"
)

// recordings is where the recorded traces lie, beside the work tree.
const recordings = "../../../../shared/traces/codex"

func traces() []string { return wiretest.Traces(recordings).Names() }

func lines(name string) [][]byte {
	return bytes.Split(bytes.TrimSpace(wiretest.Traces(recordings).Text(name)), []byte("\n"))
}

// recorded are the events of traces one behind the other; nothing in them may be
// a problem or unknown.
func recorded(names ...string) events {
	GinkgoHelper()
	var all [][]byte
	for _, name := range names {
		all = append(all, lines(name)...)
	}
	s, problems := wire.DecodeRecords(codex.New(), "", all)
	Expect(problems).To(BeEmpty(), "%v", names)
	for _, e := range s.Events {
		Expect(e.Note).NotTo(Equal(spec.NoteUnknown), "%v, record %d", names, e.Record)
	}
	return s.Events
}

var _ = Describe("a recorded trace", func() {
	It("is read without a problem and without an unknown record, whatever its version", func() {
		Expect(traces()).To(HaveLen(21))
		for _, name := range traces() {
			Expect(recorded(name)).NotTo(BeEmpty(), name)
		}
	})

	It("is recognised", func() {
		for _, name := range traces() {
			records := lines(name)
			score, why := codex.New().Sniff(records[:min(20, len(records))])
			Expect(score).To(Equal(100), "%s: %s", name, why)
		}
	})

	It("can be written again from its events, and says the same then, under the ids that it had", func() {
		for _, name := range traces() {
			want := recorded(name)
			records, err := wire.EncodeStream(codex.New(), "", spec.Stream{Events: want, End: spec.EOF})
			Expect(err).NotTo(HaveOccurred(), name)
			got, problems := wire.DecodeRecords(codex.New(), "", records)
			Expect(problems).To(BeEmpty(), name)
			Expect(wire.ReadBack(want, got.Events)).To(Succeed(), name)
			for i, line := range lines(name) {
				Expect(firstID(records[i])).To(Equal(firstID(line)), "%s, record %d", name, i+1)
			}
		}
	})

	It("of a finished run breaks no rule of its transcript, but where an agent is left running", func() {
		for _, name := range traces() {
			t := recorded(name).means()
			if name == "lab/v163-collab-two-agents" {
				Expect(anomalies(t)).To(Equal([]spec.AnomalyKind{spec.NeverClosed}))
				continue
			}
			Expect(t.Anomalies).To(BeEmpty(), name)
		}
	})
})

// firstID is the value of the first id of a record's item.
func firstID(record []byte) string {
	_, rest, _ := bytes.Cut(record, []byte(`"id":"`))
	id, _, _ := bytes.Cut(rest, []byte(`"`))
	return string(id)
}

// What the manifest says that each recording exercises.
var _ = Describe("the recordings", func() {
	It("show exit codes and thoughts (failed-command, edit-with-failed-command)", func() {
		t := recorded("failed-command").means()
		Expect(rendered(t)).To(Equal([]string{"(**Preparing to execute command**)", "Running `exit 42` in a shell now and then I'll report the exact exit status.[item_2]", "The command exited with code `42`."}))
		Expect(calls(t)["item_2"]).To(And(HaveField("Status", spec.Failed), HaveField("Result", MatchJSON(`{"aggregated_output":"","exit_code":42}`))))
		Expect(t.Sessions[0].Turns[0].Usage).To(Equal(&spec.Usage{Input: 15086, Output: 114}))

		edit := calls(recorded("edit-with-failed-command").means())
		Expect(edit["item_8"].Status).To(Equal(spec.Failed))
		Expect(edit["item_11"]).To(And(HaveField("Name", "file_change"), HaveField("Result", MatchJSON(`{"status":"completed"}`))))
	})

	It("show a list that spans the turn, and commands that complete out of order (todo-list-parallel-commands)", func() {
		all := recorded("todo-list-parallel-commands")
		Expect(all.of(spec.CallProgress)).To(HaveLen(5), "its start and four updates")
		t := all.means()
		Expect(t.Sessions[0].Messages).To(HaveLen(4))
		Expect(rendered(t)[0]).To(HaveSuffix("summarizing architecture.[item_2][item_3][item_4][item_1]"), "the list belongs to where it began")
		Expect(rendered(t)[1]).To(HaveSuffix("worth mentioning.[item_7][item_6][item_8][item_9]"))
	})

	It("show a run that stops, with what was open (long-run-truncated)", func() {
		t := recorded("long-run-truncated").means()
		Expect(t.Outcome).To(Equal(spec.OutcomeIncomplete))
		Expect(t.Sessions[0].Abandoned).To(HaveLen(2))
		Expect(t.Sessions[0].Abandoned[0].Name).To(Equal("todo_list"))
		Expect(t.Sessions[0].Abandoned[1].Name).To(Equal("command_execution"))
		failed := 0
		for _, c := range calls(t) {
			if c.IsError {
				failed++
			}
		}
		Expect(calls(t)).To(HaveLen(65 + 17))
		Expect(failed).To(Equal(7))
	})

	It("show searches under two ids, and a start that is not the order of the calls (v163-parallel…, v163-overlapping-commands)", func() {
		t := recorded("lab/v163-parallel-and-web-search-duplicate-id-key").means()
		Expect(rendered(t)[1]).To(HaveSuffix("[ws_0abc][item_4][item_5]"))
		Expect(calls(t)["ws_0abc"].Args).To(MatchJSON(`{"query":"go fuzzing","action":{"type":"search","query":"go fuzzing"}}`))
		Expect(rendered(recorded("lab/v163-overlapping-commands").means())[0]).To(Equal("Running three.[item_1][item_3][item_2]"))
	})

	It("show a patch that leaves no item, and calls without any (v163-file-change…, v163-tool-calls-without-items)", func() {
		Expect(calls(recorded("lab/v163-file-change-and-silent-patch-failure").means())).To(HaveLen(1))
		Expect(rendered(recorded("lab/v163-tool-calls-without-items").means())).To(Equal([]string{"commentary text", "final"}))
	})

	It("show a tool that fails with a result and no error (v163-mcp-success-and-tool-error)", func() {
		all := calls(recorded("lab/v163-mcp-success-and-tool-error").means())
		Expect(all["item_1"]).To(And(HaveField("Name", "lab.add"), HaveField("Status", spec.Done), HaveField("Args", `{"a":2,"b":3}`)))
		Expect(all["item_2"]).To(And(HaveField("Name", "lab.boom"), HaveField("Status", spec.Failed)))
	})

	It("show two agents, of which one is never seen to end (v163-collab-two-agents)", func() {
		t := recorded("lab/v163-collab-two-agents").means()
		Expect(t.Sessions).To(HaveLen(3))
		Expect(t.Sessions[1]).To(And(HaveField("ParentCall", HaveValue(Equal("item_1"))), HaveField("Status", spec.Open)))
		Expect(t.Sessions[2]).To(And(HaveField("ParentCall", HaveValue(Equal("item_2"))), HaveField("Status", spec.Closed)))
		Expect(calls(t)["item_1"].Child).To(HaveValue(Equal(t.Sessions[1].ID)))
		Expect(calls(t)["item_4"].Child).To(BeNil(), "it spoke to the first, and did not make it")
	})

	It("show an item that is left open in a turn that succeeds (v163-started-never-completed-turn-completed)", func() {
		t := recorded("lab/v163-started-never-completed-turn-completed").means()
		Expect(t.Outcome).To(Equal(spec.OutcomeCompleted))
		Expect(t.Sessions[0].Turns[0].Status).To(Equal(spec.Completed))
		Expect(t.Sessions[0].Abandoned).To(HaveLen(1))
		Expect(t.Sessions[0].Abandoned[0]).To(And(HaveField("ID", "item_1"), HaveField("Status", spec.Abandoned)))
	})

	It("show errors that pass, that repeat answers, and that end the turn (v163-reconnect…, v163-stream-cuts…, v163-retries-exhausted)", func() {
		passed := recorded("lab/v163-reconnect-then-success").means()
		Expect(passed.Outcome).To(Equal(spec.OutcomeCompleted))
		Expect(rendered(passed)).To(Equal([]string{"partial answer", "final answer"}))
		cut := recorded("lab/v163-stream-cuts-exhausted-duplicate-messages").means()
		Expect(rendered(cut)).To(Equal([]string{"x", "x", "x"}))
		Expect(cut.Outcome).To(Equal(spec.OutcomeFailed))
		Expect(recorded("lab/v163-retries-exhausted").of(spec.Error)).To(HaveLen(3))
	})

	It("show failures in the program's own words (v163-fatal-400, v163-usage-limit)", func() {
		for name, words := range map[string]string{"lab/v163-fatal-400": `{"error": {"message": "bad request`, "lab/v163-usage-limit": "You’ve hit your usage limit."} {
			t := recorded(name).means()
			Expect(t.Outcome).To(Equal(spec.OutcomeFailed), name)
			Expect(t.Sessions[0].Turns[0].Error).To(HaveValue(HavePrefix(words)), name)
			Expect(t.Quota.Limited).To(BeFalse(), name)
		}
	})

	It("show a resume, alone and behind the run that it resumes (v163-resume-part1, v163-resume-part2…)", func() {
		const one, two = "lab/v163-resume-part1", "lab/v163-resume-part2-cumulative-usage"
		Expect(rendered(recorded(two).means())).To(Equal([]string{"[item_1]turn two done"}))
		t := recorded(one, two).means()
		Expect(t.Sessions).To(HaveLen(1))
		Expect(rendered(t)).To(Equal([]string{"[item_1]turn one done", "[item_1]turn two done"}))
		Expect(t.Sessions[0].Messages[1].Calls[0].Args).To(ContainSubstring("echo second"))
		Expect(t.Sessions[0].Turns[0].Usage.Input).To(Equal(int64(2100)))
		Expect(t.Sessions[0].Turns[1].Usage.Input).To(Equal(int64(4600)), "as the wire says it, which is for the thread")
	})

	It("show an interrupt without an end (v163-sigint-no-terminal)", func() {
		t := recorded("lab/v163-sigint-no-terminal").means()
		Expect(t.Outcome).To(Equal(spec.OutcomeIncomplete))
		Expect(t.Sessions[0].Abandoned).To(HaveLen(1))
		Expect(rendered(t)).To(Equal([]string{"starting"}))
	})

	It("show one script on two versions, which mean the same but for what the older leaves out (v050-…, v098-…)", func() {
		old, newer := recorded("lab/v050-todo-list-web-search-file-change").means(), recorded("lab/v098-todo-list-web-search-file-change").means()
		Expect(rendered(old)).To(Equal([]string{"(**Plan first**)[item_2][item_3][item_4][item_1]", "all done", "bye"}))
		Expect(rendered(newer)).To(Equal([]string{"(**Plan first**)[item_2][item_3][item_4][ws_9][ws_10][item_7][item_1]", "all done", "bye"}))
		Expect(calls(old)["item_3"].Args).To(MatchJSON(`{"query":"q1"}`))
		Expect(calls(newer)["ws_9"].Args).To(MatchJSON(`{"query":"q1","action":{"type":"search","query":"q1"}}`))
		Expect(old.Anomalies).To(BeEmpty())
	})
})
