package codex

import (
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// starts begins a turn.
func (p *pass) turnStarts(id string, unmarked bool) {
	l := p.log
	l.turn, l.open, l.spoken = strings.Clone(id), true, false
	l.turns++
	l.response, l.unbilled = response{}, ""
	clear(l.calls)
	clear(l.stated)
	p.write(spec.Event{Kind: spec.TurnStart, Turn: l.turn, Unmarked: unmarked})
}

// taskStarted reads the start of a turn.
func (p *pass) taskStarted() func(*pass) {
	id := p.Must("payload.turn_id", p.item.Get("turn_id"))
	return func(*pass) { p.turnStarts(id, false) }
}

// taskEnded ends a turn: the one that the line names, else the latest.
func (p *pass) taskEnded(e spec.Event) func(*pass) {
	id := p.TextOf("payload.turn_id", p.item.Get("turn_id"))
	p.next = e
	return func(*pass) {
		l, e := p.log, &p.next
		if e.Kind, e.Turn = spec.TurnEnd, id; id == "" {
			e.Turn = l.turn
		}
		e.Unmarked = e.Unmarked && !l.spoken
		if e.Turn == l.turn {
			l.open, l.response = false, response{}
		}
		p.write(*e)
	}
}

// taskComplete reads how a turn ended. Versions that do not number their lines
// write no error: of a turn without an answer they do not say that it failed.
func (p *pass) taskComplete() func(*pass) {
	failure := p.within("payload.error", p.item.Get("error"), "message")
	if !p.item.Get("error").None() {
		return p.taskEnded(spec.Event{Status: spec.Failed, Error: p.TextOf("payload.error.message", failure)})
	}
	unmarked := p.Get("ordinal").None() && p.item.Get("last_agent_message").None()
	return p.taskEnded(spec.Event{Status: spec.Completed, Unmarked: unmarked})
}

// prompt is what the user says. Where no line starts a turn, it does.
func (p *pass) prompt(text string) func(*pass) {
	snapshot := spec.Snapshot{Role: "user", Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Text: text}}}
	return func(*pass) {
		if p.log.prompted {
			p.turnStarts(strconv.Itoa(p.log.turns), true)
		}
		p.log.response = response{}
		p.write(spec.Event{Kind: spec.MessageFull, Messages: []spec.Snapshot{snapshot}, Complete: true})
	}
}

// own reports whether the thread's own history begins with the line, behind what
// was copied: with a turn that started no earlier than the thread, or that names
// the turn that asked for it. A version without turns marks no end of the copy;
// its first prompt ends it.
func (p *pass) own() bool {
	l := p.log
	kind, _ := p.item.Get("type").Text()
	switch {
	case p.kind != eventLine:
	case kind == "user_message" && l.starts == 0 && l.prompted:
		l.copied = false
	case kind == "task_started":
		l.starts++
		turn, _ := p.item.Get("turn_id").Text()
		_, asked := p.item.Get("turn_attribution").Get("parent_turn_id").Text()
		born, ordered := notBefore(turn, l.session)
		l.copied = !(asked || ordered && born || !ordered && l.starts > 1)
	}
	return !l.copied
}

// skips passes over a copied line, but for what the thread has used so far.
func (p *pass) skips() {
	if total, _ := p.figures(); total != nil {
		p.log.total = *total
	}
	p.silent()
}

// notBefore reports whether an id was made no earlier than another, by the time
// that both bear, if they do (UUID version 7).
func notBefore(id, other string) (born, ordered bool) {
	const stamp = len("01a20348-0501-7")
	if len(id) != 36 || len(other) != 36 || id[stamp-1] != '7' || other[stamp-1] != '7' {
		return false, false
	}
	return id[:stamp-2] >= other[:stamp-2], true
}
