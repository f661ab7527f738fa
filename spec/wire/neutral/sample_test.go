package neutral_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// A conversation makes a stream as an agent with parallel sub-agents gives one:
// turns of messages that stream text and the arguments of calls, calls that run
// and are answered, delegations whose sessions speak in between each other. It
// is for measuring, and the same for the same seed.
type conversation struct {
	r      *rand.Rand
	events []spec.Event
	ids    int
}

var vocabulary = strings.Fields(`the report says that file parser was not found in folder and so we read it again before
	writing "src/main.go" which has 214 lines größer naïve → done, tests pass; next: update\nthe README with what changed`)

func (c *conversation) id(kind string) string {
	c.ids++
	return fmt.Sprintf("%s_%04x%04x%d", kind, c.r.IntN(1<<16), c.r.IntN(1<<16), c.ids)
}

func (c *conversation) words(n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(vocabulary[c.r.IntN(len(vocabulary))])
		b.WriteByte(' ')
	}
	return b.String()
}

func (c *conversation) say(e spec.Event) { c.events = append(c.events, e) }

// message streams text, and the arguments of one call, which it returns.
func (c *conversation) message(session, tool string) (call string) {
	message, call := c.id("msg"), c.id("call")
	c.say(spec.Event{Kind: spec.MessageOpen, Session: session, Message: message, Role: "assistant"})
	for range 4 + c.r.IntN(12) {
		c.say(spec.Event{Kind: spec.Text, Session: session, Message: message, Slot: "0", Text: c.words(1 + c.r.IntN(5))})
	}
	c.say(spec.Event{Kind: spec.CallOpen, Session: session, Message: message, Slot: "1", Call: call, Name: tool})
	c.arguments(spec.Event{Kind: spec.CallArgs, Session: session, Message: message, Slot: "1"})
	c.say(spec.Event{
		Kind: spec.MessageClose, Session: session, Message: message, StopReason: "tool_use",
		Usage: &spec.Usage{Input: 900 + c.r.Int64N(9000), Output: c.r.Int64N(900)},
	})
	c.say(spec.Event{Kind: spec.CallStart, Session: session, Call: call})
	return call
}

// arguments streams an object in pieces of a few bytes.
func (c *conversation) arguments(e spec.Event) {
	whole := fmt.Sprintf(`{"subagent_type":"reader","path":"notes/%d.txt","note":"%s","lines":[%d,%d]}`, c.ids, strings.ReplaceAll(c.words(4), `"`, `\"`), c.r.IntN(99), c.r.IntN(999))
	for len(whole) > 0 {
		n := min(len(whole), 8+c.r.IntN(24))
		for n < len(whole) && whole[n]&0xc0 == 0x80 {
			n++
		}
		e.Text, whole = whole[:n], whole[n:]
		c.say(e)
	}
}

func (c *conversation) result(session, call string) {
	c.say(spec.Event{Kind: spec.CallDone, Session: session, Call: call, Result: []byte(fmt.Sprintf(`{"ok":true,"lines":%d,"text":%q}`, c.r.IntN(999), "read "+call))})
}

// turn is one of the session, with tools and perhaps sub-agents.
func (c *conversation) turn(session string, children int) {
	turn := c.id("turn")
	c.say(spec.Event{Kind: spec.TurnStart, Session: session, Turn: turn})
	for range 1 + c.r.IntN(3) {
		c.result(session, c.message(session, "read_file"))
	}
	if children > 0 {
		c.delegate(session, children)
	}
	c.say(spec.Event{Kind: spec.TurnEnd, Session: session, Turn: turn, Status: spec.Completed, StopReason: "end_turn"})
}

// delegate has sub-agents work in parallel.
func (c *conversation) delegate(session string, children int) {
	made := make([][]spec.Event, children)
	before := c.events
	for i := range made {
		c.events = nil
		call := c.message(session, "task")
		child := c.id("child")
		c.say(spec.Event{Kind: spec.SessionOpen, Session: child, Parent: spec.To(session), ParentCall: spec.To(call), Agent: "reader"})
		c.turn(child, 0)
		c.say(spec.Event{Kind: spec.SessionClose, Session: child})
		c.result(session, call)
		made[i] = c.events
	}
	for c.events = before; len(made) > 0; {
		i := c.r.IntN(len(made))
		n := 1 + c.r.IntN(min(4, len(made[i])))
		c.events = append(c.events, made[i][:n]...)
		if made[i] = made[i][n:]; len(made[i]) == 0 {
			made = append(made[:i], made[i+1:]...)
		}
	}
}

// talk is a stream of about as many events.
func talk(tb testing.TB, events int) []byte {
	c := &conversation{r: rand.New(rand.NewPCG(1, 2))}
	for i := 0; len(c.events) < events; i++ {
		c.turn(fmt.Sprintf("session-%d", i%3), i%4)
	}
	var text []byte
	encoder := neutral.New().NewEncoder("")
	for i := range c.events {
		var err error
		if text, err = encoder.Encode(text, c.events[i:i+1]); err != nil {
			tb.Fatal(err)
		}
		text = append(text, '\n')
	}
	return text
}

func lines(text []byte) [][]byte {
	return bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
}
