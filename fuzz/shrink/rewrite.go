package shrink

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/follow"
)

// An edit is a change of one event. It is given a copy, whose lists are the
// original's still, and says whether it changed anything.
type edit struct {
	uid    int32
	change func(e *spec.Event) bool
}

// edited fills in the present draft with some edits made; false if that changes
// nothing or gives nothing smaller.
func (r *reducer) edited(edits []edit, d *draft) bool {
	of := map[int32][]edit{}
	for _, e := range edits {
		of[e.uid] = append(of[e.uid], e)
	}
	return r.rewritten(func(n *node) *spec.Event {
		e, changed := *n.e, false
		for _, edit := range of[n.uid] {
			changed = edit.change(&e) || changed
		}
		if !changed {
			return n.e
		}
		if r.options.Labels {
			relabel(&e, n.e)
		}
		return &e
	}, d) && r.smaller(d)
}

// rewritten fills in the present draft with other events in place of its own, nil
// for none, and without those that are not valid then. It is false if that
// changes nothing.
func (r *reducer) rewritten(change func(n *node) *spec.Event, d *draft) bool {
	r.kept = r.kept[:0]
	changed := false
	for i := range r.now.nodes {
		n := r.now.nodes[i]
		e := change(&n)
		if changed = changed || e != n.e; e == nil {
			continue
		}
		if e != n.e {
			n.become(e, r.stream.AllKeys(e))
		}
		r.kept = append(r.kept, n)
	}
	if changed {
		r.fill(r.kept, d)
	}
	return changed
}

// become makes the node that of another event in its place. It needs no more what
// it no longer names; one that moves to another session does not need that to be
// announced as its own was.
func (n *node) become(e *spec.Event, k follow.Keys) {
	for _, gone := range []struct {
		was, is int32
		need    follow.Found
	}{{n.Parent, k.Parent, follow.ParentKnown}, {n.ParentCall, k.ParentCall, follow.ParentCallKnown}, {n.ID, k.ID, follow.IDSeen}, {n.Wait, k.Wait, follow.WaitSeen}} {
		if gone.was != 0 && gone.is == 0 {
			n.need &^= gone.need
		}
	}
	if k.Session != n.Session {
		n.need &^= follow.SessionOpened | follow.SessionOpen
	}
	n.e, n.Keys = e, k
}

// smaller reports whether a draft is smaller than the present one.
func (r *reducer) smaller(d *draft) bool { return d.size().less(r.now.size()) }

// edits makes the edits of each of some lists of changes, all at once at first.
func (r *reducer) edits(lists ...[]func(e *spec.Event) bool) {
	s := &search[edit]{r: r, all: true, apply: r.edited, left: r.meant}
	for _, changes := range lists {
		s.stages = append(s.stages, func() []edit { return r.each(changes) })
	}
	s.run()
}

// meant are the edits of events that are there still.
func (r *reducer) meant(edits []edit, at int) ([]edit, int) {
	left, before := edits[:0:0], 0
	for i, e := range edits {
		if r.find(e.uid) >= 0 {
			left = append(left, e)
			if i < at {
				before++
			}
		}
	}
	return left, before
}

// find is the index of an event in the present draft, -1 if it is gone.
func (r *reducer) find(uid int32) int {
	at := int(r.places[uid])
	if at < len(r.now.nodes) && r.now.nodes[at].uid == uid {
		return at
	}
	for i := range r.now.nodes {
		r.places[r.now.nodes[i].uid] = int32(i)
	}
	if at = int(r.places[uid]); at < len(r.now.nodes) && r.now.nodes[at].uid == uid {
		return at
	}
	return -1
}

// rewrite makes what is left plainer.
func (r *reducer) rewrite() {
	if r.options.Records {
		return
	}
	r.run((*reducer).join, func(r *reducer) { r.edits(optional, content) }, (*reducer).plainTexts, (*reducer).plainArgs, (*reducer).plainNames)
}

// lighten makes results, texts and arguments short, all of a sort at once.
func (r *reducer) lighten() {
	short := []func(e *spec.Event) bool{func(e *spec.Event) bool { return plainResult(&e.Result) }}
	r.run(
		func(r *reducer) { r.step(func(d *draft) bool { return r.edited(r.each(short), d) }) },
		func(r *reducer) { r.step(func(d *draft) bool { return r.fillTexts(r.plain(), d) }) },
		func(r *reducer) { r.step(func(d *draft) bool { return r.argued(r.arguments(), 0, d) }) },
	)
}

// each are the edits of every event that these changes make.
func (r *reducer) each(changes []func(e *spec.Event) bool) []edit {
	var list []edit
	for i := range r.now.nodes {
		n := &r.now.nodes[i]
		for _, change := range changes {
			if e := *n.e; change(&e) {
				list = append(list, edit{n.uid, change})
			}
		}
		for _, change := range perPart(n.e) {
			list = append(list, edit{n.uid, change})
		}
	}
	return list
}

// plainNames makes the names of tools short, each another.
func (r *reducer) plainNames() {
	var names []string
	for i := range r.now.nodes {
		everyTool(r.now.nodes[i].e, func(name *string) {
			if *name != "" && !slices.Contains(names, *name) && !r.features.Delegation.Is(*name) {
				names = append(names, *name)
			}
		})
	}
	short := map[string]string{}
	for i, name := range names {
		short[name] = "t" + strings.Repeat("t", i)
	}
	s := &search[string]{r: r, all: true, stages: []func() []string{func() []string { return names }}}
	s.apply = func(names []string, d *draft) bool {
		return r.rewritten(func(n *node) *spec.Event { return withTools(n.e, names, short) }, d) && r.smaller(d)
	}
	s.run()
}

// everyTool calls do with each name of a tool in an event.
func everyTool(e *spec.Event, do func(name *string)) {
	do(&e.Name)
	for i := range e.Messages {
		for j := range e.Messages[i].Parts {
			do(&e.Messages[i].Parts[j].Name)
		}
	}
	for i := range e.Log {
		do(&e.Log[i].Tool)
	}
}

func withTools(from *spec.Event, names []string, short map[string]string) *spec.Event {
	e := *from
	e.Log, e.Messages = slices.Clone(e.Log), slices.Clone(e.Messages)
	for i := range e.Messages {
		e.Messages[i].Parts = slices.Clone(e.Messages[i].Parts)
	}
	changed := false
	everyTool(&e, func(name *string) {
		if slices.Contains(names, *name) {
			*name, changed = short[*name], true
		}
	})
	if !changed {
		return from
	}
	return &e
}
