package model

// A scanner follows the nesting of one JSON text that arrives in fragments, so
// that its end is seen without reading the text again.
type scanner struct {
	depth  int
	state  scanState
	closed bool // the outermost object or array was closed once
}

type scanState uint8

const (
	scanBefore scanState = iota // nothing but space yet
	scanInside
	scanString
	scanEscape
	scanNever // the text is no object or array, or goes on after its end
)

// feed reads a fragment and reports whether the text so far ends with its
// outermost object or array closed. It does not validate what is between.
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
