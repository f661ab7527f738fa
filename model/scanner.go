package model

// A scanner tracks the nesting of one JSON text that arrives in fragments. It
// finds the end without reading the text again.
type scanner struct {
	depth  int
	state  scanState
	closed bool // the outermost object or array was closed
}

type scanState uint8

const (
	scanBefore scanState = iota // nothing but space yet
	scanInside
	scanString
	scanEscape
	scanNever // the text is no object or array, or continues after its end
)

// feed reads a fragment. It reports whether the outermost object or array is
// closed at the end of the text so far. It does not validate the rest.
func (s *scanner) feed(fragment string) bool {
	for i := 0; i < len(fragment); i++ {
		s.next(fragment[i])
	}
	return s.closed && s.state != scanNever
}

func (s *scanner) next(b byte) {
	switch s.state {
	case scanString:
		s.inString(b)
	case scanEscape:
		s.state = scanString
	case scanInside:
		s.inside(b)
	case scanBefore:
		s.before(b)
	}
}

func (s *scanner) before(b byte) {
	switch b {
	case ' ', '\t', '\n', '\r':
	case '{', '[':
		s.depth, s.state = 1, scanInside
	default:
		s.state = scanNever
	}
}

func (s *scanner) inString(b byte) {
	switch b {
	case '\\':
		s.state = scanEscape
	case '"':
		s.state = scanInside
	}
}

func (s *scanner) inside(b byte) {
	if s.closed {
		if b != ' ' && b != '\t' && b != '\n' && b != '\r' {
			s.state = scanNever
		}
		return
	}
	switch b {
	case '"':
		s.state = scanString
	case '{', '[':
		s.depth++
	case '}', ']':
		s.depth--
		s.closed = s.depth == 0
	}
}
