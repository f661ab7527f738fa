package adapted

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// An opener is the call that opened a session: the list of the session that
// delegated and the call's id. The list is -1 if the stream does not say.
type opener struct {
	list int
	call string
}

// openers returns the opener of each session.
func openers(t *spec.Transcript) []opener {
	all := make([]opener, len(t.Sessions))
	for i := range t.Sessions {
		ss := &t.Sessions[i]
		all[i].list = -1
		if ss.Parent != nil && ss.ParentCall != nil {
			all[i] = opener{slices.IndexFunc(t.Sessions, func(p spec.Session) bool { return p.ID == *ss.Parent }), *ss.ParentCall}
		}
	}
	return all
}

// interleave merges the messages of several sessions into one list that is as
// similar as possible to like and keeps the order that the stream tells:
//
//   - messages of one session keep theirs;
//   - a message stands behind those that had ended, with their calls, in an
//     earlier record than the one that began it;
//   - a session with an opener stands behind the message that has the call.
//
// Without like, one session follows the other. Among the interleavings with the
// same content as like it takes the one that agrees most in everything else. If
// only the order forbids them all, it takes the messages as they began, and else
// each message where it meets it first.
func interleave(lists [][]spec.Message, like []spec.Message, openers []opener) []spec.Message {
	m := &merge{lists: lists, like: like, at: make([]int, len(lists)), best: map[string]onward{}, openers: openers}
	for _, list := range lists {
		keys := make([]string, len(list))
		for i := range list {
			keys[i] = keyOf(&list[i])
		}
		m.keys = append(m.keys, keys)
	}
	var out []spec.Message
	if m.from(0).possible {
		return m.follow()
	}
	m.openers, m.best = nil, map[string]onward{}
	if openers != nil && m.from(0).possible {
		m.openers = openers
		return m.begun()
	}
	for i := range like {
		out = append(out, m.meet(keyOf(&like[i]))...)
	}
	for i, list := range lists {
		out = append(out, list[m.at[i]:]...)
	}
	return out
}

// A merge is the position of an interleaving in each list.
type merge struct {
	lists [][]spec.Message
	keys  [][]string
	like  []spec.Message
	at    []int
	best  map[string]onward // by position

	openers []opener // of each list; nil if the order across lists is free
}

// An onward is the best continuation: the list to continue with, and the
// agreement of all that follows.
type onward struct {
	possible bool
	list     int
	agrees   int
}

// from finds the best continuation from the n-th message. Each message must be
// the next of a list.
func (m *merge) from(n int) onward {
	if n == len(m.like) {
		return onward{possible: m.through()}
	}
	here := fmt.Sprint(m.at)
	if known, ok := m.best[here]; ok {
		return known
	}
	var best onward
	key := keyOf(&m.like[n])
	for i := range m.lists {
		if m.at[i] == len(m.lists[i]) || m.keys[i][m.at[i]] != key || !m.may(i) {
			continue
		}
		agrees := agreement(&m.lists[i][m.at[i]], &m.like[n])
		m.at[i]++
		if next := m.from(n + 1); next.possible && (!best.possible || agrees+next.agrees > best.agrees) {
			best = onward{true, i, agrees + next.agrees}
		}
		m.at[i]--
	}
	m.best[here] = best
	return best
}

// may reports whether the next message of a list may come next: nothing that is
// left in another list has to stand before it.
func (m *merge) may(list int) bool {
	if m.openers == nil {
		return true
	}
	next := &m.lists[list][m.at[list]]
	for i := range m.lists {
		if i != list && slices.ContainsFunc(m.lists[i][m.at[i]:], func(o spec.Message) bool { return o.Ended > 0 && o.Ended < next.At }) {
			return false
		}
	}
	from := m.openers[list]
	return from.list < 0 || from.list == list || !slices.ContainsFunc(m.lists[from.list][m.at[from.list]:], func(o spec.Message) bool {
		return o.At <= next.At && slices.ContainsFunc(o.Calls, func(c spec.Call) bool { return c.ID == from.call })
	})
}

// begun takes the messages in the order in which they began, as far as may allows
// it. It always allows one, but where sessions open each other in a circle.
func (m *merge) begun() []spec.Message {
	var out []spec.Message
	for range m.like {
		best := -1
		for i, list := range m.lists {
			if m.at[i] == len(list) {
				continue
			}
			if best < 0 || m.may(i) && (!m.may(best) || list[m.at[i]].At < m.lists[best][m.at[best]].At) {
				best = i
			}
		}
		out = append(out, m.lists[best][m.at[best]])
		m.at[best]++
	}
	return out
}

// through reports whether every list is exhausted.
func (m *merge) through() bool {
	for i := range m.lists {
		if m.at[i] < len(m.lists[i]) {
			return false
		}
	}
	return true
}

// follow takes the best steps that were found.
func (m *merge) follow() []spec.Message {
	var out []spec.Message
	for range m.like {
		i := m.best[fmt.Sprint(m.at)].list
		out = append(out, m.lists[i][m.at[i]])
		m.at[i]++
	}
	return out
}

// meet takes the next messages of a list up to the one with the key, from the
// list that reaches it first; nothing if none has it.
func (m *merge) meet(key string) []spec.Message {
	best, least := -1, 0
	for i := range m.lists {
		for n, k := range m.keys[i][m.at[i]:] {
			if k == key && (best < 0 || n < least) {
				best, least = i, n
				break
			}
		}
	}
	if best < 0 {
		return nil
	}
	from := m.at[best]
	m.at[best] += least + 1
	return m.lists[best][from:m.at[best]]
}

// keyOf returns the key that identifies a message: its text and its calls.
func keyOf(m *spec.Message) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s", m.Role)
	for _, p := range m.Parts {
		if p.Kind != spec.CallPart {
			fmt.Fprintf(&b, "\x00%s %s", p.Kind, p.Text)
		}
	}
	for _, c := range m.Calls {
		fmt.Fprintf(&b, "\x00call %s", c.Name)
	}
	return b.String()
}

// agreement counts the properties in which two messages of one key agree.
func agreement(a, b *spec.Message) int {
	n := 0
	add := func(ok bool) {
		if ok {
			n++
		}
	}
	add(a.ID == b.ID)
	add(a.Complete == b.Complete)
	for i := range min(len(a.Parts), len(b.Parts)) {
		add(string(a.Parts[i].Metadata) == string(b.Parts[i].Metadata))
	}
	for i := range min(len(a.Calls), len(b.Calls)) {
		x, y := &a.Calls[i], &b.Calls[i]
		add(x.ID == y.ID)
		add(x.Status == y.Status)
		add(spec.JSONEqual([]byte(x.Args), []byte(y.Args)))
		add(spec.JSONEqual(x.Result, y.Result))
		add(string(x.Metadata) == string(y.Metadata))
	}
	return n
}
