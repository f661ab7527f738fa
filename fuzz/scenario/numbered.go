package scenario

import "strconv"

// Numbered returns "p1", "p2" and so on from a table, beyond it from a new
// string.
type Numbered struct {
	prefix string
	table  [256]string
}

func NewNumbered(prefix string) *Numbered {
	n := &Numbered{prefix: prefix}
	for i := range n.table {
		n.table[i] = prefix + strconv.Itoa(i)
	}
	return n
}

func (n *Numbered) At(i int) string {
	if i < len(n.table) {
		return n.table[i]
	}
	return n.prefix + strconv.Itoa(i)
}

// Slots has numbers alone.
var Slots = NewNumbered("")
