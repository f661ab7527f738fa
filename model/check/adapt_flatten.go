package check

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// interleave is the messages of several sessions as one list, in which those of
// each session keep their order, as like as can be to the list given; without
// one, session behind session. An interleaving that is exactly like it is found
// if there is one; else each message is taken where it is met first.
func interleave(lists [][]spec.Message, like []spec.Message) []spec.Message {
	m := &merge{lists: lists, at: make([]int, len(lists)), dead: map[string]bool{}}
	for i := range like {
		m.like = append(m.like, keyOf(&like[i]))
	}
	for _, list := range lists {
		keys := make([]string, len(list))
		for i := range list {
			keys[i] = keyOf(&list[i])
		}
		m.keys = append(m.keys, keys)
	}
	if len(like) > 0 && m.exact(0) {
		return m.out
	}
	m.out, m.at = nil, make([]int, len(lists))
	for _, key := range m.like {
		m.meet(key)
	}
	for i, list := range lists {
		m.out = append(m.out, list[m.at[i]:]...)
	}
	return m.out
}

// A merge is how far an interleaving has come in each list.
type merge struct {
	lists [][]spec.Message
	keys  [][]string
	like  []string
	at    []int
	dead  map[string]bool // positions from which there is no exact one
	out   []spec.Message
}

// exact goes on from the n-th message, each of which must be the next of a list.
func (m *merge) exact(n int) bool {
	if n == len(m.like) {
		for i := range m.lists {
			if m.at[i] < len(m.lists[i]) {
				return false
			}
		}
		return true
	}
	here := fmt.Sprint(m.at)
	if m.dead[here] {
		return false
	}
	for i := range m.lists {
		if m.at[i] == len(m.lists[i]) || m.keys[i][m.at[i]] != m.like[n] {
			continue
		}
		m.out = append(m.out, m.lists[i][m.at[i]])
		m.at[i]++
		if m.exact(n + 1) {
			return true
		}
		m.at[i]--
		m.out = m.out[:len(m.out)-1]
	}
	m.dead[here] = true
	return false
}

// meet takes the next messages of a list up to the one with the key, from the
// list that has it soonest; nothing if none has it.
func (m *merge) meet(key string) {
	best, least := -1, 0
	for i := range m.lists {
		for n, k := range m.keys[i][m.at[i]:] {
			if k == key && (best < 0 || n < least) {
				best, least = i, n
				break
			}
		}
	}
	if best >= 0 {
		m.out = append(m.out, m.lists[best][m.at[best]:m.at[best]+least+1]...)
		m.at[best] += least + 1
	}
}

// keyOf is what a message is told by: its text and its calls.
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
