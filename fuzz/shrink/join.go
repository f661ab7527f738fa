package shrink

import "github.com/quock-dev/quock/spec"

// A piece is a fragment's item, and all that its event says beside the text.
type piece struct {
	kind                         spec.Kind
	session, message, slot, call int32
	form                         spec.Form
	agent                        string
}

// fragment reports whether an event is a fragment that can be joined with its
// neighbours, and of what.
func fragment(n *node) (piece, bool) {
	e := n.e
	is := (e.Kind == spec.Text || e.Kind == spec.CallArgs) && !e.Restated && !e.NoSession && !e.Global && len(e.Metadata) == 0
	return piece{e.Kind, n.Session, n.Message, n.Slot, n.Call, e.Form, e.Agent}, is
}

// join makes neighbouring fragments of one item one, as many as can be.
func (r *reducer) join() {
	s := &search[int32]{r: r, all: true, stages: []func() []int32{r.joints}, apply: r.joined}
	s.run()
}

// joints are the fragments behind which the same item went on before its
// session said anything else.
func (r *reducer) joints() []int32 {
	var uids []int32
	last := map[int32]piece{}
	for i := range r.now.nodes {
		n := &r.now.nodes[i]
		p, is := fragment(n)
		if before, known := last[n.Session]; is && known && before == p {
			uids = append(uids, n.uid)
		}
		delete(last, n.Session)
		if n.Session == 0 {
			clear(last)
		}
		if is {
			last[n.Session] = p
		}
	}
	return uids
}

// joined fills in the present draft with some fragments joined to those before
// them.
func (r *reducer) joined(uids []int32, d *draft) bool {
	goes := map[int32]bool{}
	for _, uid := range uids {
		goes[uid] = true
	}
	text, into := map[int32]string{}, map[piece]int32{}
	for i := range r.now.nodes {
		n := &r.now.nodes[i]
		p, is := fragment(n)
		if !is {
			continue
		}
		if goes[n.uid] {
			text[into[p]] += n.e.Text
			continue
		}
		into[p], text[n.uid] = n.uid, n.e.Text
	}
	return r.rewritten(func(n *node) *spec.Event {
		joined, is := text[n.uid]
		switch {
		case goes[n.uid]:
			return nil
		case !is || joined == n.e.Text:
			return n.e
		}
		e := *n.e
		e.Text = joined
		return &e
	}, d)
}
