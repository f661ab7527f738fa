package adapted

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// interleave merges the messages of several sessions into one list that is as
// similar as possible to like. Messages of one session keep their order.
// Without like, one session follows the other. Among the interleavings with the
// same content as like it takes the one that agrees most in everything else. If
// there is none, it takes each message where it meets it first.
func interleave(lists [][]spec.Message, like []spec.Message) []spec.Message {
	m := &merge{lists: lists, like: like, at: make([]int, len(lists)), best: map[string]onward{}}
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
		if m.at[i] == len(m.lists[i]) || m.keys[i][m.at[i]] != key {
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
