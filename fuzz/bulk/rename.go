package bulk

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/ids"
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

	root string // the stretch's own name of the conversation
	made map[string]string
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

// session is a session's name, shorter than a scenario has it, or one step of a path.
func (n *namer) session(id string) string {
	switch {
	case id != n.root:
		return n.name(brief(id), n.suffix)
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
		return ids.Map(n.id).Session(id)
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
// many records.
func (n *namer) rename(dst, events []spec.Event, records int) []spec.Event {
	clear(n.made)
	named, silent := ids.Map(n.id), ids.Silent(n.features, events)
	for i := range events {
		e := events[i]
		e.Record += records
		named.Event(&e)
		named.Texts(&e, silent)
		dst = append(dst, e)
	}
	return dst
}

// id is the name of an id in a session.
func (n *namer) id(c ids.Class, session, id string) string {
	switch c {
	case ids.Sessions:
		return n.session(id)
	case ids.Calls:
		return n.call(id, session)
	case ids.Messages:
		return n.message(id, session)
	case ids.Turns:
		return n.turn(id, session)
	}
	return n.name(id, n.suffix)
}
