package shrink

import "github.com/quock-dev/quock/spec/follow"

// needs lists, for each event of the original, those that it finds its context
// from: what opened its session, turn and message, announced its call, or has the
// id that it repeats.
func (r *reducer) needs() [][]int32 {
	r.stream.Reset()
	needs := make([][]int32, len(r.original.nodes))
	for i := range r.original.nodes {
		n := &r.original.nodes[i]
		needs[i] = r.from(n)
		r.stream.Take(n.e, &n.Keys, n.announces())
	}
	return needs
}

func (r *reducer) from(n *node) []int32 {
	var list []int32
	add := func(asked follow.Found, uid int32) {
		if uid >= 0 && n.need.Has(asked) {
			list = append(list, uid)
		}
	}
	by := r.stream.By
	add(follow.SessionOpened, by(n.Session))
	add(inTurn, r.stream.TurnBy(n.Session))
	add(follow.MessageOpened|follow.MessageKnown, by(n.Message))
	add(follow.ParentKnown, by(n.Parent))
	add(follow.ParentCallKnown, by(n.ParentCall))
	add(follow.IDSeen, by(n.ID))
	add(follow.WaitSeen, by(n.Wait))
	add(follow.RunOpen, r.stream.RunBy())
	if n.owner >= 0 {
		list = append(list, n.owner)
	}
	if n.More == nil {
		return list
	}
	for _, m := range n.More.Messages {
		add(follow.MessageOpened|follow.MessageKnown, by(m))
	}
	for _, c := range n.More.Calls {
		add(follow.CallKnown, by(c))
	}
	for _, id := range n.More.Retracts {
		add(follow.RetractsKnown, by(id))
	}
	return list
}
