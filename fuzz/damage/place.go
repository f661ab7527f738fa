package damage

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// A Place is an event, by what it says: the nth, from 0, of those of its kind
// that bear the same ids. The zero value is none.
type Place struct {
	Kind    spec.Kind `json:"kind"`
	Global  bool      `json:"global,omitempty"`
	Session string    `json:"session,omitempty"`
	Turn    string    `json:"turn,omitempty"`
	Message string    `json:"message,omitempty"`
	Call    string    `json:"call,omitempty"`
	Nth     int       `json:"nth,omitempty"`
}

// IsZero reports whether it is no place, for the omitzero tag.
func (p Place) IsZero() bool { return p == Place{} }

func placeOf(e *spec.Event) Place {
	return Place{Kind: e.Kind, Global: e.Global, Session: e.Session, Turn: e.Turn, Message: e.Message, Call: e.Call}
}

// placeAt is the place of the event at an index.
func placeAt(events []spec.Event, at int) Place {
	p, n := placeOf(&events[at]), 0
	for i := range events[:at] {
		if placeOf(&events[i]) == p {
			n++
		}
	}
	p.Nth = n
	return p
}

// find is the index of the event at the place, -1 where there is none.
func (p Place) find(events []spec.Event) int {
	n := p.Nth
	p.Nth = 0
	for i := range events {
		if placeOf(&events[i]) != p {
			continue
		}
		if n == 0 {
			return i
		}
		n--
	}
	return -1
}

var ordinals = []string{"", "second ", "third ", "fourth ", "fifth "}

// String describes the place: the second args of call "c1" in session "".
func (p Place) String() string {
	var b strings.Builder
	if p.Nth < len(ordinals) {
		b.WriteString(ordinals[p.Nth])
	} else {
		fmt.Fprintf(&b, "%dth ", p.Nth+1)
	}
	b.WriteString(p.Kind.String())
	for _, id := range []struct{ of, id string }{{"call", p.Call}, {"message", p.Message}, {"turn", p.Turn}} {
		if id.id != "" {
			fmt.Fprintf(&b, " of %s %s", id.of, quoted(id.id))
		}
	}
	if !p.Global {
		fmt.Fprintf(&b, " in session %s", quoted(p.Session))
	}
	return b.String()
}

// quoted is a name in quotes, cut where it is long.
func quoted(name string) string {
	const most = 40
	if len(name) <= most {
		return fmt.Sprintf("%+q", name)
	}
	return fmt.Sprintf("%+q… (%d bytes)", name[:most], len(name))
}
