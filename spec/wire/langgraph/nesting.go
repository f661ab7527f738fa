package langgraph

// A nesting follows the brackets of a JSON text that comes in fragments, so that
// its end is seen without reading it again.
type nesting struct {
	depth             int
	begun, broken     bool // an object or array began; something else is there
	inString, escaped bool
}

// feed reads a fragment and reports whether the outermost object or array is
// closed behind it. It does not check what is between.
func (n *nesting) feed(fragment string) bool {
	for i := range len(fragment) {
		n.next(fragment[i])
	}
	return n.begun && n.depth == 0 && !n.broken
}

func (n *nesting) next(b byte) {
	switch {
	case n.escaped:
		n.escaped = false
	case n.inString:
		n.inString, n.escaped = b != '"', b == '\\'
	case b == '{' || b == '[':
		n.broken = n.broken || n.begun && n.depth == 0
		n.begun = true
		n.depth++
	case b == ' ' || b == '\n' || b == '\r' || b == '\t':
	case n.depth == 0:
		n.broken = true
	case b == '}' || b == ']':
		n.depth--
	default:
		n.inString = b == '"'
	}
}
