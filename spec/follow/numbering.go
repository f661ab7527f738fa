package follow

import (
	"slices"
	"strconv"

	"github.com/quock-dev/quock/spec"
)

// A Numbering gives turns and messages the numbers that a codec gives them, where
// the dialect only counts them: in each session in the order of first mention. K
// is what the caller knows a session, turn or message by; its zero value is none.
type Numbering[K comparable] struct {
	turns, messages bool
	numbers         map[K]string
	next            map[counted[K]]int
}

// counted are the turns, from 0, or messages, from 1, of a session.
type counted[K comparable] struct {
	session K
	first   int
}

// NewNumbering returns a numbering of a stream, or nil where the dialect names its
// turns and messages.
func NewNumbering[K comparable](f *spec.Features) *Numbering[K] {
	n := &Numbering[K]{turns: !f.TurnIDs && f.Turns != spec.TurnsRun, messages: f.Numbered}
	if !n.turns && !n.messages {
		return nil
	}
	n.numbers, n.next = map[K]string{}, map[counted[K]]int{}
	return n
}

// Reset begins another stream of the same dialect.
func (n *Numbering[K]) Reset() {
	clear(n.numbers)
	clear(n.next)
}

// Event numbers the turn and message of an event, and the messages of a snapshot,
// which listed names by their index. A snapshot's list is copied.
func (n *Numbering[K]) Event(e *spec.Event, session, turn, message K, listed func(i int) K) {
	var none K
	if n.turns && turn != none {
		e.Turn = n.number(session, turn, 0)
	}
	if !n.messages {
		return
	}
	if message != none {
		e.Message = n.number(session, message, 1)
	}
	if e.Kind != spec.MessageFull || len(e.Messages) == 0 || listed == nil {
		return
	}
	e.Messages = slices.Clone(e.Messages)
	for i := range e.Messages {
		if key := listed(i); key != none {
			e.Messages[i].Message = n.number(session, key, 1)
		}
	}
}

// Message is the number that a message was given, if it was.
func (n *Numbering[K]) Message(key K) (string, bool) {
	if !n.messages {
		return "", false
	}
	number, ok := n.numbers[key]
	return number, ok
}

func (n *Numbering[K]) number(session, key K, first int) string {
	if number, known := n.numbers[key]; known {
		return number
	}
	of := counted[K]{session, first}
	number := strconv.Itoa(first + n.next[of])
	n.next[of]++
	n.numbers[key] = number
	return number
}
