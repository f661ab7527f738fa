package shrink

import "github.com/quock-dev/quock/spec"

// needs lists, for each event of the original, those that it finds its context
// from: what opened its session, turn and message, announced its call, or bears
// the id that it repeats.
func (r *reducer) needs() [][]int32 {
	f := finder{
		sessions: map[int32]int32{}, turns: map[int32]int32{}, messages: map[int32]int32{}, calls: map[int32]int32{},
		ids: map[int32]int32{}, waits: map[int32]int32{}, first: map[int32]int32{}, run: -1,
	}
	needs := make([][]int32, len(r.original.nodes))
	for i := range r.original.nodes {
		n := &r.original.nodes[i]
		needs[i] = f.of(n)
		f.note(n)
	}
	return needs
}

// finder knows the event that each key has what may be asked of it from.
type finder struct {
	sessions, turns, messages, calls, ids, waits map[int32]int32

	first map[int32]int32 // session -> its first event
	run   int32           // the last start of a turn of a session without a parent
}

func (f *finder) of(n *node) []int32 {
	var list []int32
	add := func(asked context, from map[int32]int32, keys ...int32) {
		for _, key := range keys {
			if uid, known := from[key]; known && n.need&asked != 0 && key != 0 {
				list = append(list, uid)
			}
		}
	}
	add(sessionOpened, f.sessions, n.session)
	add(inTurn, f.turns, n.session)
	add(messageOpened|messageKnown, f.messages, n.message)
	add(parentKnown, f.first, n.parent)
	add(parentCallKnown, f.calls, n.parentCall)
	add(idSeen, f.ids, n.id)
	add(waitSeen, f.waits, n.wait)
	if n.owner >= 0 {
		list = append(list, n.owner)
	}
	if n.more != nil {
		add(messageOpened|messageKnown, f.messages, n.more.messages...)
		add(callKnown, f.calls, n.more.calls...)
		add(retractsKnown, f.ids, n.more.retracts...)
	}
	if n.need&runNow != 0 && f.run >= 0 {
		list = append(list, f.run)
	}
	return list
}

func (f *finder) note(n *node) {
	once := func(in map[int32]int32, key int32) {
		if _, known := in[key]; !known {
			in[key] = n.uid
		}
	}
	once(f.first, n.session)
	once(f.ids, n.id)
	once(f.waits, n.wait)
	once(f.messages, n.message)
	switch n.e.Kind {
	case spec.SessionOpen:
		f.sessions[n.session] = n.uid
	case spec.TurnStart:
		f.turns[n.session] = n.uid
		if n.parent == 0 {
			f.run = n.uid
		}
	case spec.MessageOpen:
		f.messages[n.message] = n.uid
	}
	if n.begun == n.uid {
		f.calls[n.call] = n.uid
	}
	if n.more != nil {
		for _, key := range n.more.messages {
			once(f.messages, key)
		}
		for _, key := range n.more.calls {
			f.calls[key] = n.uid
		}
	}
}
