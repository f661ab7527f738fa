package bulk

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// A namer gives the names of a stretch their form in the stream. Ids of events,
// sub-sessions, and of turns, messages and calls of the conversation are made
// new; where ids count within their session only, sub-sessions go on using the
// same ones, as real systems do. Numbers that a codec gives go on.
type namer struct {
	features *spec.Features
	// suffix is the stretch's, talk that of the conversation it is part of.
	suffix, talk string
	// left is how many stretches the conversation still goes on.
	left int
	// turns and messages are how many numbers the conversation used.
	turns, messages int

	root      string // the stretch's own name of the conversation
	made      map[string]string
	snapshots []spec.Snapshot
	parts     []spec.SnapshotPart
	texts     []string
	logs      []spec.LogEntry
}

// longest is how many stretches a conversation goes on at most.
const longest = 60

// suffixed is a number as a suffix of ids.
func suffixed(n int) string { return strconv.FormatInt(int64(n), 36) }

// begin names the stretch that stands behind n others.
func (n *namer) begin(s *stretch, number int, rng *rand.Rand) {
	n.suffix, n.root = suffixed(number), s.root
	if n.left--; n.left < 0 || s.anew {
		n.left = rng.IntN(longest)
		if n.talk == "" || !n.features.NamelessRoot && !n.features.Greeting {
			n.talk, n.turns, n.messages = n.suffix, 0, 0
		}
	}
}

// end counts what the stretch used.
func (n *namer) end(s *stretch) {
	n.turns += s.turns
	n.messages += s.messages
}

// measure finds how many numbers the conversation uses in the stretch.
func (s *stretch) measure(f *spec.Features) {
	for i := range s.events {
		e := &s.events[i]
		if e.Session != s.root || e.Global {
			continue
		}
		if n, err := strconv.Atoi(e.Turn); err == nil && !f.TurnIDs {
			s.turns = max(s.turns, n+1)
		}
		s.anew = s.anew || e.Kind == spec.History
		s.count(f, e.Message)
		for _, m := range e.Messages {
			s.count(f, m.Message)
		}
	}
}

func (s *stretch) count(f *spec.Features, message string) {
	if n, err := strconv.Atoi(message); err == nil && f.Numbered {
		s.messages = max(s.messages, n)
	}
}

// scoped: ids of calls and messages count within their session.
func (n *namer) scoped() bool { return n.features.Dialect == "neutral" }

// name is an id with a suffix.
func (n *namer) name(id, suffix string) string {
	if id == "" {
		return ""
	}
	if n.made == nil {
		n.made = map[string]string{}
	}
	key := id + "." + suffix
	if made, ok := n.made[key]; ok {
		return made
	}
	n.made[key] = key
	return key
}

// session is a session's name, shorter than a scenario has it. One that is the
// path to it has its suffix in each step, as its parents have.
func (n *namer) session(id string) string {
	switch {
	case id != n.root:
		return n.name(strings.ReplaceAll(brief(id), "|", "."+n.suffix+"|"), n.suffix)
	case n.features.NamelessRoot:
		return id
	}
	return n.name(brief(id), n.talk)
}

func brief(session string) string {
	if number, ok := strings.CutPrefix(session, "amber-falcon-"); ok {
		return "s" + number
	}
	return session
}

func (n *namer) ref(r spec.Ref) spec.Ref {
	if !r.OK {
		return r
	}
	return spec.To(n.session(r.ID))
}

// call is a call's id as its session has it.
func (n *namer) call(id, session string) string {
	if n.scoped() && session != n.root {
		return id
	}
	return n.name(id, n.suffix)
}

func (n *namer) message(id, session string) string {
	switch {
	case n.features.Numbered && session == n.root:
		return moved(id, n.messages)
	case n.features.Numbered, n.scoped() && session != n.root:
		return id
	}
	return n.name(id, n.suffix)
}

func (n *namer) turn(id, session string) string {
	switch {
	case id != "" && id == session: // a run that bears the name of its sub-session
		return n.session(id)
	case n.features.TurnIDs:
		return n.name(id, n.suffix)
	case session == n.root:
		return moved(id, n.turns)
	}
	return id
}

// moved is a number behind others; what is none stays.
func moved(id string, by int) string {
	number, err := strconv.Atoi(id)
	if err != nil {
		return id
	}
	return strconv.Itoa(number + by)
}

// rename appends a stretch's events under their names in the stream, behind so
// many records. They are good until the next call.
func (n *namer) rename(dst, events []spec.Event, records int) []spec.Event {
	clear(n.made)
	n.snapshots, n.parts, n.texts, n.logs = n.snapshots[:0], n.parts[:0], n.texts[:0], n.logs[:0]
	for i := range events {
		dst = append(dst, events[i])
		n.event(&dst[len(dst)-1], records)
	}
	return dst
}

func (n *namer) event(e *spec.Event, records int) {
	own := e.Session
	e.Record += records
	e.ID, e.Turn = n.name(e.ID, n.suffix), n.turn(e.Turn, own)
	e.Message, e.Call = n.message(e.Message, own), n.call(e.Call, own)
	e.Wait = n.name(e.Wait, n.suffix)
	if e.ParentCall.OK {
		e.ParentCall = spec.To(n.call(e.ParentCall.ID, e.Parent.ID))
	}
	e.Parent = n.ref(e.Parent)
	if !e.Global {
		e.Session = n.session(own)
	}
	e.Messages, e.Retracts, e.Log = n.snapshotList(e.Messages, own), n.textList(e.Retracts), n.logList(e.Log, own)
}

func (n *namer) snapshotList(all []spec.Snapshot, own string) []spec.Snapshot {
	from := len(n.snapshots)
	for _, s := range all {
		s.Message, s.Parts = n.message(s.Message, own), n.partList(s.Parts, own)
		n.snapshots = append(n.snapshots, s)
	}
	return n.snapshots[from:len(n.snapshots):len(n.snapshots)]
}

func (n *namer) partList(all []spec.SnapshotPart, own string) []spec.SnapshotPart {
	from := len(n.parts)
	for _, p := range all {
		p.Call = n.call(p.Call, own)
		n.parts = append(n.parts, p)
	}
	return n.parts[from:len(n.parts):len(n.parts)]
}

func (n *namer) textList(all []string) []string {
	from := len(n.texts)
	for _, id := range all {
		n.texts = append(n.texts, n.name(id, n.suffix))
	}
	return n.texts[from:len(n.texts):len(n.texts)]
}

func (n *namer) logList(all []spec.LogEntry, own string) []spec.LogEntry {
	from := len(n.logs)
	for _, l := range all {
		l.ID = n.call(l.ID, own)
		n.logs = append(n.logs, l)
	}
	return n.logs[from:len(n.logs):len(n.logs)]
}
