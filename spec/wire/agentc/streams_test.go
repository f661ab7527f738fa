package agentc_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/quock-dev/quock/spec"
)

// words are texts that readers of JSON get wrong, and empty text.
var words = []string{"", "Hello", "0", "null", "Zoë 😀", "\u2028\u2029\u0085", "\"\\/\b\f\n\r\t\x00", `{"type":"user_turn_start"}`, "</script>&", "\ufeff"}

// A speaker draws what sessions may say in this dialect, in any order: the
// codec does not judge whether a stream makes sense.
type speaker struct {
	*rand.Rand
	events []spec.Event
	record int
}

// randomStream has a root, two children and a grandchild.
func randomStream(seed uint64, records int) spec.Stream {
	s := &speaker{Rand: rand.New(rand.NewPCG(seed, 0))}
	for s.record < records {
		s.record++
		scope := []spec.Event{
			{Session: "amber-falcon"}, {Session: "amber-falcon"}, {Session: "oneshot-mellow-tiger", Parent: spec.To("amber-falcon")},
			{Session: "clone-brisk-lake", Parent: spec.To("amber-falcon")}, {Session: "__proto__", Parent: spec.To("oneshot-mellow-tiger")},
		}[s.IntN(5)]
		s.say(scope)
	}
	return spec.Stream{Events: s.events, End: spec.EOF}
}

func (s *speaker) word() string { return words[s.IntN(len(words))] }

func (s *speaker) add(e spec.Event) {
	e.Record = s.record
	s.events = append(s.events, e)
}

// say adds one record of the session.
func (s *speaker) say(e spec.Event) {
	switch s.IntN(12) {
	case 0:
		e.Kind, e.Turn = spec.TurnStart, s.word()
	case 1:
		e.Kind, e.Turn, e.Status = spec.TurnEnd, s.word(), spec.Completed
	case 2, 3:
		e.Kind, e.Text = spec.Text, s.word()
		e.Form = []spec.Form{spec.Plain, spec.Thought}[s.IntN(2)]
	case 4:
		e.Kind, e.StopReason = spec.MessageClose, s.word()
		if s.IntN(2) == 0 {
			e.Usage = &spec.Usage{Input: s.Int64N(1 << 53), Output: s.Int64N(9)}
		}
	case 5, 6, 7:
		s.batch(e)
		return
	case 8:
		e.Kind, e.Complete, e.Messages = spec.MessageFull, true, []spec.Snapshot{{Role: "user", Parts: s.userParts()}}
	case 9:
		e = s.global()
	case 10:
		e = spec.Event{Kind: spec.History, Session: "amber-falcon", Complete: true, Messages: s.history()}
	case 11:
		e = s.note(e)
	}
	s.add(e)
}

func (s *speaker) batch(e spec.Event) {
	e.Kind = []spec.Kind{spec.CallOpen, spec.CallStart, spec.CallDone}[s.IntN(3)]
	for i := range 1 + s.IntN(3) {
		e := e
		e.Call, e.Name = fmt.Sprintf("tu_%d", i), []string{"ls", "constructor", "aa_oneshot"}[s.IntN(3)]
		e.Restated = e.Kind == spec.CallOpen
		if e.Kind != spec.CallOpen {
			e.Args, e.ArgsValue = s.args()
		}
		if e.Kind == spec.CallDone {
			e.Result, e.IsError = s.result()
		}
		s.add(e)
	}
	if e.Kind == spec.CallDone && s.IntN(3) == 0 {
		e.Call, e.Result = "lost", js(`"whose?"`)
		s.add(e)
	}
}

func (s *speaker) args() (string, bool) {
	if s.IntN(2) == 0 {
		return s.word(), false
	}
	return `{"a":[1,"x"],"__proto__":{}}`, true
}

func (s *speaker) result() ([]byte, bool) {
	switch s.IntN(4) {
	case 0:
		return nil, s.IntN(2) == 0
	case 1:
		return js(`[{"type":"text","text":"é"}]`), false
	}
	return js(`"done\n"`), s.IntN(2) == 0
}

func (s *speaker) userParts() []spec.SnapshotPart {
	switch s.IntN(3) {
	case 0:
		return nil
	case 1:
		return []spec.SnapshotPart{{Kind: spec.TextPart, Text: words[1+s.IntN(len(words)-1)]}}
	}
	return []spec.SnapshotPart{{Kind: spec.TextPart, Slot: "1", Text: "a"}, {Kind: spec.TextPart, Slot: "2", Text: "b"}}
}

func (s *speaker) global() spec.Event {
	return []spec.Event{
		{Kind: spec.UserTurn, Global: true}, {Kind: spec.Cancel, Global: true}, {Kind: spec.Error, Global: true, Error: s.word()},
		{Kind: spec.NoteEvent, Global: true, Note: spec.NoteHeartbeat}, {Kind: spec.NoteEvent, Global: true, Note: spec.NoteCustom, Text: s.word()},
		{Kind: spec.NoteEvent, Global: true, Note: spec.NoteUnknown},
	}[s.IntN(6)]
}

func (s *speaker) note(e spec.Event) spec.Event {
	e.Kind, e.Text = spec.NoteEvent, s.word()
	e.Note = []spec.Note{spec.NoteSystem, spec.NoteMedia, spec.NoteCustom, spec.NoteHeartbeat, spec.NoteUnknown, spec.NoteBoundary}[s.IntN(6)]
	if e.Note == spec.NoteBoundary {
		e.Text = ""
	}
	return e
}

// history draws messages as a telling gives them.
func (s *speaker) history() []spec.Snapshot {
	var all []spec.Snapshot
	for range s.IntN(3) {
		all = append(all, spec.Snapshot{Role: "user", Parts: s.userParts()})
		for i := range s.IntN(3) {
			kind := []spec.PartKind{spec.TextPart, spec.ThoughtPart}[s.IntN(2)]
			parts := []spec.SnapshotPart{{Kind: kind, Text: words[1+s.IntN(len(words)-1)]}}
			for range s.IntN(3) {
				parts = append(parts, s.savedCall())
			}
			if i == 0 && s.IntN(3) == 0 {
				parts = append([]spec.SnapshotPart{s.savedCall()}, parts...)
			}
			all = append(all, spec.Snapshot{Role: "assistant", Parts: parts})
		}
	}
	return all
}

func (s *speaker) savedCall() spec.SnapshotPart {
	p := spec.SnapshotPart{Kind: spec.CallPart, Call: fmt.Sprintf("tu_%d", s.IntN(1<<30)), Name: "ls"}
	p.Args, p.ArgsValue = s.args()
	if p.Answered = s.IntN(2) == 0; p.Answered {
		p.Result, p.IsError = s.result()
	}
	return p
}
