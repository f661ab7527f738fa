package shrink

import "github.com/quock-dev/quock/spec"

// keys are what an event names, as numbers; 0 is nothing. The same name in two
// sessions has two numbers, but a call's where call ids are the conversation's.
type keys struct {
	session, parent, parentCall int32
	turn, message, slot, call   int32
	id, wait                    int32
	more                        *moreKeys
}

// moreKeys are what few events name.
type moreKeys struct {
	messages, calls []int32 // of snapshots
	retracts        []int32
}

// named is what a key stands for.
type named struct {
	what   byte
	in, of int32
	name   string
}

// What a key can stand for.
const (
	aSession byte = iota + 1
	aTurn
	aMessage
	aSlot
	aCall
	anID
	aWait
)

// An index gives each thing that is named one number, from 1.
type index struct {
	f     *spec.Features
	known map[named]int32
}

func newIndex(f *spec.Features) *index { return &index{f: f, known: map[named]int32{}} }

func (x *index) key(n named) int32 {
	k, ok := x.known[n]
	if !ok {
		k = int32(len(x.known) + 1)
		x.known[n] = k
	}
	return k
}

// inside is the key of something that a session has, 0 where it has no name.
func (x *index) inside(what byte, session int32, name string) int32 {
	if name == "" {
		return 0
	}
	return x.key(named{what: what, in: session, name: name})
}

func (x *index) session(id string) int32 { return x.key(named{what: aSession, name: id}) }

func (x *index) call(session int32, id string) int32 {
	if x.f.GlobalCallIDs {
		session = 0
	}
	return x.inside(aCall, session, id)
}

// of lists what an event names.
func (x *index) of(e *spec.Event) keys {
	k := keys{id: x.inside(anID, 0, e.ID), wait: x.inside(aWait, 0, e.Wait)}
	if !e.Global && !e.NoSession {
		k.session = x.session(e.Session)
	}
	if e.Parent.OK {
		k.parent = x.session(e.Parent.ID)
		if e.ParentCall.OK {
			k.parentCall = x.call(k.parent, e.ParentCall.ID)
		}
	}
	k.turn = x.inside(aTurn, k.session, e.Turn)
	k.message = x.inside(aMessage, k.session, e.Message)
	k.call = x.call(k.session, e.Call)
	if e.Slot != "" {
		k.slot = x.key(named{what: aSlot, in: k.session, of: k.message, name: e.Slot})
	}
	k.more = x.rare(k.session, e)
	return k
}

func (x *index) rare(session int32, e *spec.Event) *moreKeys {
	if len(e.Messages)+len(e.Retracts) == 0 {
		return nil
	}
	more := &moreKeys{}
	for i := range e.Messages {
		m := &e.Messages[i]
		more.messages = append(more.messages, x.inside(aMessage, session, m.Message))
		for j := range m.Parts {
			if k := x.call(session, m.Parts[j].Call); k != 0 {
				more.calls = append(more.calls, k)
			}
		}
	}
	for _, id := range e.Retracts {
		more.retracts = append(more.retracts, x.inside(anID, 0, id))
	}
	return more
}
