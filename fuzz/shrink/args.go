package shrink

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// arguments are those of one call, wherever the stream says them.
type arguments struct {
	pieces []int32 // the fragments that add up
	text   string  // and what they add up to
	whole  []*node // events that say them whole
	parts  []place // and parts
	again  []int32 // fragments that repeat them as far as they were
}

// plainArgs makes the arguments of calls as short as they can be: valid JSON
// stays valid, what was cut into pieces stays cut, what restates them goes with
// them.
func (r *reducer) plainArgs() {
	var passes []pass
	for variant := range 3 {
		passes = append(passes, func(r *reducer) {
			s := &search[*arguments]{r: r, all: true, stages: []func() []*arguments{r.arguments}}
			s.apply = func(list []*arguments, d *draft) bool { return r.argued(list, variant, d) }
			s.run()
		})
	}
	r.run(passes...)
}

// arguments lists those of each call that has any.
func (r *reducer) arguments() []*arguments {
	var list []*arguments
	of, newest := map[int32]*arguments{}, map[int32]*arguments{}
	for i := range r.now.nodes {
		n := &r.now.nodes[i]
		if n.More != nil {
			list = parts(list, newest, n)
			continue
		}
		owner := n.begun
		if owner < 0 {
			owner = n.uid
		}
		a := of[owner]
		if a == nil {
			a = &arguments{}
			of[owner] = a
			list = append(list, a)
		}
		if n.Call != 0 {
			newest[n.Call] = a
		}
		a.add(n)
	}
	return slices.DeleteFunc(list, func(a *arguments) bool {
		return len(a.pieces)+len(a.whole)+len(a.parts)+len(a.again) == 0
	})
}

func (a *arguments) add(n *node) {
	switch {
	case n.e.Kind == spec.CallArgs && n.e.Restated:
		a.again = append(a.again, n.uid)
	case n.e.Kind == spec.CallArgs && n.e.Text != "":
		a.pieces, a.text = append(a.pieces, n.uid), a.text+n.e.Text
	}
	if n.e.Args != "" {
		a.whole = append(a.whole, n)
	}
}

// parts are the arguments in the parts of a snapshot.
func parts(list []*arguments, newest map[int32]*arguments, n *node) []*arguments {
	for i := range n.e.Messages {
		for j := range n.e.Messages[i].Parts {
			p := &n.e.Messages[i].Parts[j]
			if p.Args == "" {
				continue
			}
			a := newest[n.partCall(p.Call)]
			if a == nil {
				a = &arguments{}
				list = append(list, a)
			}
			a.parts = append(a.parts, place{n.uid, i, j})
		}
	}
	return list
}

// partCall is the key of a call that a snapshot of the event names.
func (n *node) partCall(id string) int32 {
	at := 0
	for i := range n.e.Messages {
		for j := range n.e.Messages[i].Parts {
			switch call := n.e.Messages[i].Parts[j].Call; {
			case call == "":
			case call == id:
				return n.More.Calls[at]
			default:
				at++
			}
		}
	}
	return 0
}

// argued fills in the present draft with plain arguments. The variants are: none
// at all, one that matters to nobody, and only the agent that is delegated to.
func (r *reducer) argued(list []*arguments, variant int, d *draft) bool {
	texts, wholes := map[int32]string{}, map[place]string{}
	for _, a := range list {
		a.plain(r.plainText(a, variant), texts, wholes)
	}
	return r.rewritten(func(n *node) *spec.Event { return withArgs(n, texts, wholes) }, d) && r.smaller(d)
}

// plainText is the text of plain arguments of a call.
func (r *reducer) plainText(a *arguments, variant int) string {
	switch key := r.features.Delegation.Argument; {
	case variant == 0:
		return `{}`
	case variant == 2 && key != "" && strings.Contains(a.text, key):
		return `{"` + key + `":"a"}`
	}
	return `{"a":1}`
}

// plain says where a call's arguments change, and how. What was no JSON before
// stays that.
func (a *arguments) plain(text string, texts map[int32]string, wholes map[place]string) {
	kept := text
	if len(a.pieces) > 0 && !json.Valid([]byte(a.text)) {
		kept = text[:len(text)-1]
	}
	for i, uid := range a.pieces {
		texts[uid] = kept[i*len(kept)/len(a.pieces) : (i+1)*len(kept)/len(a.pieces)]
	}
	for i, uid := range a.again {
		texts[uid] = text[:(i+1)*len(text)/len(a.again)]
	}
	for _, n := range a.whole {
		wholes[place{n.uid, -1, -1}] = like(n.e.Args, text)
	}
	for _, at := range a.parts {
		wholes[at] = text
	}
}

// like is a text, or no JSON where it stands for none.
func like(was, text string) string {
	if json.Valid([]byte(was)) {
		return text
	}
	return text[:len(text)-1]
}

func withArgs(n *node, texts map[int32]string, wholes map[place]string) *spec.Event {
	e, changed := *n.e, false
	change := func(field *string, to string) {
		if to != *field {
			*field, changed = to, true
		}
	}
	if text, is := texts[n.uid]; is && text != "" {
		change(&e.Text, text)
	}
	if text, is := wholes[place{n.uid, -1, -1}]; is {
		change(&e.Args, text)
	}
	for i := range e.Messages {
		for j := range e.Messages[i].Parts {
			if text, is := wholes[place{n.uid, i, j}]; is {
				e.Messages = slices.Clone(e.Messages)
				e.Messages[i].Parts = slices.Clone(e.Messages[i].Parts)
				change(&e.Messages[i].Parts[j].Args, like(e.Messages[i].Parts[j].Args, text))
			}
		}
	}
	if !changed {
		return n.e
	}
	return &e
}
