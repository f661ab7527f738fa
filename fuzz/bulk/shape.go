package bulk

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// A Shape is a stream of the neutral dialect that is large in one way that
// ordinary ones are not. It writes n of that to a writer, in memory that does
// not grow with n.
type Shape struct {
	Name, About string
	write       func(s *shaper, n int)
}

// Shapes lists them.
func Shapes() []Shape {
	return []Shape{
		{"giant-line", "a text of so many bytes in one record", (*shaper).giantLine},
		{"deltas", "a turn of one message in so many pieces of text", (*shaper).deltas},
		{"sessions", "so many sub-sessions of one turn, one behind the other, each with a message", (*shaper).sessions},
		{"open-sessions", "so many sub-sessions that open and never close", (*shaper).openSessions},
		{"chain", "sub-sessions so many deep, each opened by the one before", (*shaper).chain},
		{"cycle", "so many sessions each of which is the next one's parent, the last the first one's", (*shaper).cycle},
		{"calls", "so many calls that nobody answers, in one message", (*shaper).calls},
	}
}

// ShapeNamed is the shape of a name; an error lists those there are.
func ShapeNamed(name string) (Shape, error) {
	all := Shapes()
	at := slices.IndexFunc(all, func(s Shape) bool { return s.Name == name })
	if at >= 0 {
		return all[at], nil
	}
	names := make([]string, len(all))
	for i, s := range all {
		names[i] = s.Name
	}
	return Shape{}, fmt.Errorf("bulk: no shape %q; there are %s", name, strings.Join(names, ", "))
}

// Write writes the stream.
func (s Shape) Write(to io.Writer, n int) error {
	w := &shaper{to: bufio.NewWriterSize(to, buffered), encoder: neutral.New().NewEncoder("")}
	s.write(w, n)
	if w.err == nil {
		w.err = w.to.Flush()
	}
	if w.err != nil {
		return fmt.Errorf("bulk: writing %s: %w", s.Name, w.err)
	}
	return nil
}

// A shaper writes events one by one until something fails.
type shaper struct {
	to      *bufio.Writer
	encoder wire.Encoder
	record  []byte
	err     error
}

func (s *shaper) say(e spec.Event) {
	if s.err != nil {
		return
	}
	if s.record, s.err = s.encoder.Encode(s.record[:0], []spec.Event{e}); s.err == nil {
		_, s.err = s.to.Write(append(s.record, '\n'))
	}
}

// opening and closing are a turn of the root session with one open message.
func (s *shaper) opening() {
	s.say(spec.Event{Kind: spec.TurnStart, Session: "root", Turn: "t"})
	s.say(spec.Event{Kind: spec.MessageOpen, Session: "root", Message: "m", Role: "assistant"})
}

func (s *shaper) closing() {
	s.say(spec.Event{Kind: spec.MessageClose, Session: "root", Message: "m"})
	s.say(spec.Event{Kind: spec.TurnEnd, Session: "root", Turn: "t"})
}

// giantLine writes its text without having it in memory.
func (s *shaper) giantLine(n int) {
	s.opening()
	s.put(`{"kind":"text","session":"root","message":"m","text":"`)
	for block := strings.Repeat("all of one line ", 4096); n > 0 && s.err == nil; n -= len(block) {
		s.put(block[:min(n, len(block))])
	}
	s.put("\"}\n")
	s.closing()
}

func (s *shaper) put(text string) {
	if s.err == nil {
		_, s.err = s.to.WriteString(text)
	}
}

func (s *shaper) deltas(n int) {
	s.opening()
	for i := range n {
		s.say(spec.Event{Kind: spec.Text, Session: "root", Message: "m", Form: spec.Plain, Text: "piece " + strconv.Itoa(i%10)})
	}
	s.closing()
}

func (s *shaper) sessions(n int) {
	s.opening()
	for i := range n {
		child := "s" + strconv.Itoa(i)
		s.open(child, "root")
		s.say(spec.Event{Kind: spec.MessageOpen, Session: child, Message: "m", Role: "assistant"})
		s.say(spec.Event{Kind: spec.Text, Session: child, Message: "m", Form: spec.Plain, Text: "done"})
		s.say(spec.Event{Kind: spec.MessageClose, Session: child, Message: "m"})
		s.say(spec.Event{Kind: spec.TurnEnd, Session: child, Turn: "t"})
		s.say(spec.Event{Kind: spec.SessionClose, Session: child})
	}
	s.closing()
}

func (s *shaper) openSessions(n int) {
	s.opening()
	for i := range n {
		s.open("s"+strconv.Itoa(i), "root")
	}
	s.closing()
}

func (s *shaper) chain(n int) {
	s.opening()
	parent := "root"
	for i := range n {
		child := "s" + strconv.Itoa(i)
		s.open(child, parent)
		parent = child
	}
	s.closing()
}

func (s *shaper) cycle(n int) {
	for i := range n {
		s.open("s"+strconv.Itoa(i), "s"+strconv.Itoa((i+1)%n))
	}
}

func (s *shaper) open(session, parent string) {
	s.say(spec.Event{Kind: spec.SessionOpen, Session: session, Parent: spec.To(parent)})
	s.say(spec.Event{Kind: spec.TurnStart, Session: session, Turn: "t"})
}

func (s *shaper) calls(n int) {
	s.opening()
	for i := range n {
		s.say(spec.Event{Kind: spec.CallOpen, Session: "root", Message: "m", Slot: strconv.Itoa(i), Call: "c" + strconv.Itoa(i), Name: "ls"})
	}
	s.closing()
}
