package relation

import (
	"bytes"
	"encoding/json"

	"github.com/quock-dev/quock/spec"
)

// histories collects the messages of a stream in the order of their first mention,
// and the records that only restate earlier content.
type histories struct {
	all     []record
	again   map[string]bool
	void    map[string]bool // event ids that are retracted by name
	of      map[[2]string]*history
	ordered []*history

	whole    map[int]bool // records with a whole message that was unknown before
	restated map[int]*history
}

func gather(all []record) *histories {
	g := &histories{
		all: all, again: repeated(all), void: map[string]bool{}, of: map[[2]string]*history{},
		whole: map[int]bool{}, restated: map[int]*history{},
	}
	for _, r := range all {
		for i := range r {
			for _, id := range r[i].Retracts {
				g.void[id] = true
			}
		}
	}
	for i, r := range all {
		for j := range r {
			g.event(i, &r[j])
		}
	}
	return g
}

func (g *histories) event(i int, e *spec.Event) {
	if e.Global || e.NoSession {
		return
	}
	if e.Message != "" {
		t := g.history(e.Session, e.Message)
		t.add(i, e)
		t.plain = t.plain && !g.again[e.ID]
	}
	for j := range e.Messages {
		if e.Messages[j].Message != "" {
			g.full(i, e, &e.Messages[j])
		}
	}
}

func (g *histories) history(session, id string) *history {
	key := [2]string{session, id}
	if g.of[key] == nil {
		g.of[key] = newHistory(session, id)
		g.ordered = append(g.ordered, g.of[key])
	}
	return g.of[key]
}

// full adds a snapshot. It detects snapshots without new content and whole new
// messages.
func (g *histories) full(i int, e *spec.Event, snap *spec.Snapshot) {
	known := g.of[[2]string{e.Session, snap.Message}]
	t := g.history(e.Session, snap.Message)
	t.plain = false
	single := e.Kind == spec.MessageFull && len(e.Messages) == 1 && snap.Role == "assistant" && !g.again[e.ID] && e == last(g.all[i])
	switch {
	case !single:
	case known == nil && e.Complete && !e.Restated:
		g.whole[i] = true
	case known != nil && e.Restated && !g.void[e.ID] && len(g.all[i]) == 1 && known.says(e, snap):
		g.restated[i] = known
	}
	t.records = append(t.records, i)
}

// says reports whether earlier pieces gave the whole content of a snapshot.
func (t *history) says(e *spec.Event, snap *spec.Snapshot) bool {
	if e.Complete && t.closed < 0 || len(t.records) == 0 {
		return false
	}
	if snap.Agent != "" && snap.Agent != t.snap.Agent || snap.StopReason != "" && snap.StopReason != t.snap.StopReason {
		return false
	}
	if snap.Usage != nil && (t.snap.Usage == nil || *snap.Usage != *t.snap.Usage) || !includes(t.snap.Metadata, snap.Metadata) {
		return false
	}
	for i := range snap.Parts {
		if !t.saysPart(snap, &snap.Parts[i]) {
			return false
		}
	}
	return true
}

func (t *history) saysPart(snap *spec.Snapshot, p *spec.SnapshotPart) bool {
	if p.Kind == spec.CallPart {
		at, known := t.calls[p.Call]
		if !known || p.Answered || p.Invalid {
			return false
		}
		c := &t.snap.Parts[at]
		return c.Name == p.Name && spec.JSONEqual([]byte(c.Args), []byte(p.Args)) && includes(c.Metadata, p.Metadata)
	}
	if p.Slot == "" {
		return len(p.Metadata) == 0 && textOf(t.snap.Parts, p.Kind) == textOf(snap.Parts, p.Kind)
	}
	at, known := t.slots[p.Slot+" "+string(p.Kind)]
	return known && t.snap.Parts[at].Text == p.Text && includes(t.snap.Parts[at].Metadata, p.Metadata)
}

// textOf returns all text of a kind without a slot.
func textOf(parts []spec.SnapshotPart, kind spec.PartKind) string {
	var all []byte
	for _, p := range parts {
		if p.Kind == kind && p.Slot == "" {
			all = append(all, p.Text...)
		}
	}
	return string(all)
}

// includes reports whether metadata adds nothing to what is there.
func includes(have, more json.RawMessage) bool {
	return len(more) == 0 || bytes.Equal(have, more) || spec.JSONEqual(have, more)
}
