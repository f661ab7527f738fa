package golden

import "strings"

// width is the maximum width of a line. Longer values are broken over several
// lines.
const width = 110

// A node is a JSON value to be laid out: the text of a scalar, or the members
// of an object or list.
type node struct {
	key     string
	text    string
	open    byte // '{', '[' or 0
	members []node
}

func (n node) named(key string) node {
	n.key = `"` + key + `": `
	return n
}

// layout writes the node for a line with this indent. It uses one line if the
// node fits, else one line per member. A list with one element shares its line
// with the brackets.
func (n node) layout(indent int) string {
	line := n.line()
	if n.open == 0 || indent+len(line) <= width {
		return line
	}
	if n.open == '[' && len(n.members) == 1 {
		return n.key + "[" + n.members[0].layout(indent) + "]"
	}
	pad := strings.Repeat(" ", indent)
	var b strings.Builder
	b.WriteString(n.key + string(n.open))
	for i, m := range n.members {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n" + pad + "  " + m.layout(indent+2))
	}
	b.WriteString("\n" + pad + string(n.shut()))
	return b.String()
}

// line writes the node on one line.
func (n node) line() string {
	if n.open == 0 {
		return n.key + n.text
	}
	parts := make([]string, len(n.members))
	for i, m := range n.members {
		parts[i] = m.line()
	}
	return n.key + string(n.open) + strings.Join(parts, ", ") + string(n.shut())
}

// shut returns the bracket that closes open.
func (n node) shut() byte {
	if n.open == '[' {
		return ']'
	}
	return '}'
}
