package segment_test

import (
	"errors"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/runner/distill/segment"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/claudecode"
	"github.com/quock-dev/quock/spec/wire/codex"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

func streamOf(f spec.Features, events ...spec.Event) spec.Stream {
	for i := range events {
		events[i].Record = i + 1
	}
	return spec.Stream{Features: f, Events: events, End: spec.EOF}
}

func turn(session, id string) []spec.Event {
	return []spec.Event{{Kind: spec.TurnStart, Session: session, Turn: id}, {Kind: spec.TurnEnd, Session: session, Turn: id}}
}

var _ = Describe("What stands in front of a segment", func() {
	f := neutral.New().Features("")

	It("is nothing for a session that just goes on, since its next turn says all", func() {
		all := cut(streamOf(f, append(turn("s", "1"), turn("s", "2")...)...), segment.Options{Join: 1})
		Expect(all).To(HaveLen(2))
		Expect(all[1].Prelude).To(BeZero())
		Expect(all[1].Stream.Events).To(HaveLen(2))
		Expect(all[1].First).To(Equal(3))
		Expect(all[1].Stream.Events[0].Record).To(Equal(1))
	})

	It("is whose child a sub-session is, and that it was closed, where it speaks again", func() {
		events := append([]spec.Event{{Kind: spec.SessionOpen, Session: "c", Parent: spec.To("s"), ParentCall: spec.To("k"), Agent: "coder"}}, turn("c", "1")...)
		events = append(events, spec.Event{Kind: spec.SessionClose, Session: "c"})
		events = append(events, turn("s", "1")...)
		events = append(events, turn("c", "2")...)
		all := cut(streamOf(f, events...), segment.Options{Join: 1})
		last := all[len(all)-1]
		Expect(last.Prelude).To(Equal(2))
		Expect(last.Stream.Events[0]).To(Equal(spec.Event{
			Kind: spec.SessionOpen, Session: "c", Parent: spec.To("s"), ParentCall: spec.To("k"), Agent: "coder", Record: 1,
		}))
		Expect(last.Stream.Events[1].Kind).To(Equal(spec.SessionClose))
		t := model.Run(last.Stream, spec.Policies{})
		Expect(*t.Sessions[0].Parent).To(Equal("s"))
		Expect(t.Anomalies).To(BeEmpty())
	})

	It("is the turn that was open where the segment before was cut", func() {
		events := []spec.Event{{Kind: spec.TurnStart, Session: "s", Turn: "7"}}
		for range 9 {
			events = append(events, spec.Event{Kind: spec.Text, Session: "s", Message: "m", Text: "a"})
		}
		events = append(events, spec.Event{Kind: spec.TurnEnd, Session: "s", Turn: "7"})
		all := cut(streamOf(f, events...), segment.Options{Events: 4})
		Expect(all).To(HaveLen(3))
		Expect([]bool{all[0].Cut, all[1].Cut, all[2].Cut}).To(Equal([]bool{true, true, false}))
		Expect(all[0].Stream.End).To(Equal(spec.Cut))
		for _, s := range all[1:] {
			Expect(s.Prelude).To(Equal(1))
			Expect(s.Stream.Events[0]).To(Equal(spec.Event{Kind: spec.TurnStart, Session: "s", Turn: "7", Record: 1}))
		}
		Expect(model.Run(all[2].Stream, spec.Policies{}).Sessions[0].Turns).To(HaveLen(1))
	})

	for _, variant := range codex.New().Variants() {
		It("cannot be a silent sub-agent of an earlier segment, so that its end is left out and its call stays, in codex:"+variant, func() {
			var records [][]byte
			for _, record := range strings.Split(strings.TrimSpace(silentAgents[variant]), "\n") {
				records = append(records, []byte(record))
			}
			read, problems := wire.DecodeRecords(codex.New(), variant, records)
			Expect(problems).To(BeEmpty())
			Expect(read.Events).To(ContainElement(HaveField("Kind", spec.SessionClose)))
			all := cut(read, segment.Options{Join: 1, Events: 5})
			Expect(len(all)).To(BeNumerically(">", 1))
			last := all[len(all)-1]
			Expect(last.Stream.Events).To(ContainElement(HaveField("Kind", spec.CallDone)))
			Expect(last.Stream.Events).NotTo(ContainElement(HaveField("Kind", spec.SessionClose)))
			_, err := wire.EncodeStream(codex.New(), variant, last.Stream)
			Expect(err).NotTo(HaveOccurred())
		})
	}

	It("is the name of the run's session where the dialect demands that", func() {
		codexF := codex.New().Features("")
		all := cut(streamOf(codexF, append(turn("s", "0"), turn("s", "1")...)...), segment.Options{Join: 1})
		for _, s := range all {
			Expect(s.Stream.Events[0].Note).To(Equal(spec.NoteCustom))
			Expect(s.Stream.Events[0].Session).To(Equal("s"))
			Expect(s.Stream.Events[1].Turn).To(Equal("0"), "turns are counted from the first again")
		}
	})

	It("is the sub-session with its turn in one record where the dialect opens both at once", func() {
		partial := claudecode.New().Features(claudecode.Partial)
		events := []spec.Event{
			{Kind: spec.SessionOpen, Session: "c", Parent: spec.To(""), ParentCall: spec.To("c")}, {Kind: spec.TurnStart, Session: "c", Turn: "0"},
		}
		for range 4 {
			events = append(events, spec.Event{Kind: spec.Text, Session: "c", Message: "m", Text: "a"})
		}
		s := streamOf(partial, events...)
		s.Events[1].Record = 1
		all := cut(s, segment.Options{Events: 4})
		Expect(all).To(HaveLen(2))
		Expect(all[1].Prelude).To(Equal(1))
		Expect(all[1].Stream.Events[1].Kind).To(Equal(spec.TurnStart))
		Expect(all[1].Stream.Events[1].Record).To(Equal(1))
	})
})

var _ = Describe("Cutting", func() {
	It("reports the anomalies of a degraded stream but for those that reach over a cut", func() {
		f := neutral.New().Features("")
		within, total := 0, 0
		v := voice{codec: neutral.New(), Features: f}
		for seed := range uint64(60) {
			s := long(&v, perform.Degraded, seed*100, 4)
			whole, parts := map[spec.AnomalyKind]int{}, map[spec.AnomalyKind]int{}
			for _, a := range model.Run(s, spec.Policies{}).Anomalies {
				whole[a.Kind]++
				total++
			}
			for _, one := range cut(s, segment.Options{Join: 1}) {
				for _, a := range model.Run(one.Stream, spec.Policies{}).Anomalies {
					parts[a.Kind]++
				}
			}
			for kind, n := range whole {
				within += min(n, parts[kind])
			}
		}
		Expect(total).To(BeNumerically(">", 100))
		Expect(within).To(BeNumerically(">=", total*9/10))
	})

	It("ends with what the receiver returns", func() {
		enough := errors.New("enough")
		c := segment.NewCutter(neutral.New().Features(""), segment.Options{Join: 1})
		stop := func(*segment.Segment) error { return enough }
		for i, e := range append(turn("s", "1"), turn("s", "2")[:1]...) {
			e.Record = i + 1
			err := c.Add([]spec.Event{e}, stop)
			if i == 2 {
				Expect(err).To(MatchError(enough))
			} else {
				Expect(err).NotTo(HaveOccurred())
			}
		}
	})

	It("gives the same segments however often, and clones that share nothing with it", func() {
		s := long(&voice{codec: neutral.New(), Features: neutral.New().Features("")}, perform.Clean, 7, 4)
		one, two := cut(s, segment.Options{Join: 1}), cut(s, segment.Options{Join: 1})
		Expect(two).To(Equal(one))
		c := one[0].Clone()
		Expect(c).To(Equal(one[0]))
		c.Stream.Events[0].Session = "other"
		Expect(one[0].Stream.Events[0].Session).NotTo(Equal("other"))
	})
})

// silentAgents are sub-agents that one turn spawns and the next one waits for.
var silentAgents = map[string]string{
	codex.Exec: `
{"type":"thread.started","thread_id":"T0"}
{"type":"turn.started"}
{"type":"item.started","item":{"id":"item_0","type":"collab_tool_call","tool":"spawn_agent","sender_thread_id":"T0","receiver_thread_ids":[],"prompt":"look","agents_states":{},"status":"in_progress"}}
{"type":"item.completed","item":{"id":"item_0","type":"collab_tool_call","tool":"spawn_agent","sender_thread_id":"T0","receiver_thread_ids":["T1"],"prompt":"look","agents_states":{"T1":{"status":"pending_init","message":null}},"status":"completed"}}
{"type":"turn.completed"}
{"type":"turn.started"}
{"type":"item.started","item":{"id":"item_1","type":"collab_tool_call","tool":"wait","sender_thread_id":"T0","receiver_thread_ids":["T1"],"agents_states":{},"status":"in_progress"}}
{"type":"item.completed","item":{"id":"item_1","type":"collab_tool_call","tool":"wait","sender_thread_id":"T0","receiver_thread_ids":["T1"],"agents_states":{"T1":{"status":"completed","message":"done"}},"status":"completed"}}
{"type":"turn.completed"}`,
	codex.Rollout: `
{"type":"session_meta","payload":{"id":"T0","session_id":"T0","cli_version":"0.169.0","source":"exec"}}
{"type":"event_msg","payload":{"type":"task_started","turn_id":"a"}}
{"type":"response_item","payload":{"type":"function_call","id":"fc_1","call_id":"c1","name":"spawn_agent","arguments":"{\"message\":\"look\"}"}}
{"type":"response_item","payload":{"type":"function_call_output","call_id":"c1","output":"{\"agent_id\":\"T1\",\"nickname\":\"Ada\"}"}}
{"type":"event_msg","payload":{"type":"task_complete","turn_id":"a","last_agent_message":null}}
{"type":"event_msg","payload":{"type":"task_started","turn_id":"b"}}
{"type":"response_item","payload":{"type":"function_call","id":"fc_2","call_id":"c2","name":"wait","arguments":"{\"ids\":[\"T1\"]}"}}
{"type":"response_item","payload":{"type":"function_call_output","call_id":"c2","output":"{\"status\":{\"T1\":{\"completed\":\"done\"}},\"timed_out\":false}"}}
{"type":"event_msg","payload":{"type":"task_complete","turn_id":"b","last_agent_message":null}}`,
}
