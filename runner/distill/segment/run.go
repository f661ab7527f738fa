package segment

import (
	"strings"

	"github.com/quock-dev/quock/spec"
)

// run takes in an event of a dialect that marks no turns. There nothing is open
// when every message has ended, every call is answered, and something was said
// to the answers.
func (b *book) run(ss *session, e *spec.Event) {
	switch e.Kind {
	case spec.Text:
		if e.Text != "" {
			b.says(ss, e.Message)
		}
	case spec.CallOpen, spec.CallStart:
		b.says(ss, e.Message)
		b.owes(e)
	case spec.CallDone:
		b.answered(e)
		b.owing(ss)
	case spec.MessageOpen:
		b.says(ss, e.Message)
	case spec.MessageClose:
		if e.Message == "" || e.Message == ss.message {
			b.still(ss)
		}
	case spec.MessageFull:
		b.whole(ss, e)
	case spec.SessionOpen:
		b.linked(ss, e)
	case spec.SessionClose:
		b.close(ss)
	case spec.Error:
		if e.Fatal {
			b.hush(ss)
		}
	}
}

// says opens a message of a session; the next one closes it.
func (b *book) says(ss *session, message string) {
	if ss.due {
		ss.due = false
		b.due--
	}
	if !ss.open {
		ss.open = true
		b.busy++
	}
	b.names(ss, message)
}

// names notes the session's last message.
func (b *book) names(ss *session, message string) {
	if ss.message != message || message == "" {
		ss.message, b.began = strings.Clone(message), true
	}
}

// still ends the open message.
func (b *book) still(ss *session) {
	if ss.open {
		ss.open = false
		b.busy--
	}
}

// owing notes that something is to be said to results, or to what the user said.
func (b *book) owing(ss *session) {
	if !ss.due {
		ss.due = true
		b.due++
	}
}

// hush ends all that is open in a session without turns.
func (b *book) hush(ss *session) {
	if ss.era != b.era {
		return
	}
	b.still(ss)
	if ss.due {
		ss.due = false
		b.due--
	}
}

// whole takes in messages that come whole: they are open only where a mark of
// their end is still to come.
func (b *book) whole(ss *session, e *spec.Event) {
	for i := range e.Messages {
		m := &e.Messages[i]
		switch {
		case e.Restated:
			continue
		case m.Role == "user":
			b.still(ss)
			b.owing(ss)
			b.names(ss, m.Message)
			continue
		}
		b.says(ss, m.Message)
		b.parts(ss, m)
		if e.Complete || !b.f.MessageEnd {
			b.still(ss)
		}
	}
}

// linked remembers which call a sub-session ends with.
func (b *book) linked(ss *session, e *spec.Event) {
	if !e.Parent.OK || !e.ParentCall.OK {
		return
	}
	k := b.key(e.Parent.ID, e.ParentCall.ID)
	if _, open := b.owed[k]; open {
		b.owed[k] = &child{ss}
	}
}
