package segment

import (
	"slices"
	"strconv"

	"github.com/quock-dev/quock/spec"
)

// A counter gives turns and messages the numbers that a codec gives them, where
// the dialect only counts them: in each session in the order of first mention.
type counter struct {
	turns, messages bool
	numbers         map[counted]string
	next            map[counted]int // by session alone
}

// counted is a turn or message of a session.
type counted struct {
	session string
	message bool
	name    string
}

func (c *counter) begin(f *spec.Features) {
	c.turns, c.messages = !f.TurnIDs && f.Turns != spec.TurnsRun, f.Numbered
	c.numbers, c.next = map[counted]string{}, map[counted]int{}
}

// number numbers the events of one segment.
func (c *counter) number(events []spec.Event) {
	if !c.turns && !c.messages {
		return
	}
	clear(c.numbers)
	clear(c.next)
	for i := range events {
		e := &events[i]
		if c.turns && e.Turn != "" {
			e.Turn = c.of(counted{e.Session, false, e.Turn}, 0)
		}
		if c.messages {
			c.message(e)
		}
	}
}

func (c *counter) message(e *spec.Event) {
	if e.Message != "" {
		e.Message = c.of(counted{e.Session, true, e.Message}, 1)
	}
	if e.Kind != spec.MessageFull || len(e.Messages) == 0 {
		return
	}
	e.Messages = slices.Clone(e.Messages)
	for i := range e.Messages {
		if m := &e.Messages[i]; m.Message != "" {
			m.Message = c.of(counted{e.Session, true, m.Message}, 1)
		}
	}
}

func (c *counter) of(k counted, first int) string {
	if n, known := c.numbers[k]; known {
		return n
	}
	all := counted{k.session, k.message, ""}
	n := strconv.Itoa(first + c.next[all])
	c.next[all]++
	c.numbers[k] = n
	return n
}
