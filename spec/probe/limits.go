package probe

import "bytes"

// Limits bound what a line may be.
type Limits struct {
	// Line is the longest line in bytes, without its end.
	Line int
	// Depth is how deep its JSON may nest.
	Depth int
}

// DefaultLimits are those that probe.md promises: 16 MiB and 256 deep.
func DefaultLimits() Limits { return Limits{Line: 16 << 20, Depth: 256} }

// check reports the first limit that a line exceeds.
func (l Limits) check(line []byte) *ProtocolError {
	if len(line) > l.Line {
		return l.tooLong(int64(l.Line))
	}
	if at := tooDeep(line, l.Depth); at >= 0 {
		return &ProtocolError{
			Offset: int64(at), Reason: LimitExceeded,
			What: "nests deeper than " + number(l.Depth),
			Fix:  "report long nested values as text, or raise the depth limit",
		}
	}
	return nil
}

func (l Limits) tooLong(at int64) *ProtocolError {
	return &ProtocolError{
		Offset: at, Reason: LimitExceeded,
		What: "the line is longer than " + number(l.Line) + " bytes",
		Fix:  "answer with less, or raise the line limit",
	}
}

// tooDeep returns the offset at which the nesting exceeds depth, -1 if it never
// does. It reads brackets outside strings and leaves all else to the parser.
func tooDeep(line []byte, depth int) int {
	if bytes.Count(line, []byte{'{'})+bytes.Count(line, []byte{'['}) <= depth {
		return -1
	}
	open := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '"':
			i = stringEnd(line, i+1)
		case '{', '[':
			if open++; open > depth {
				return i
			}
		case '}', ']':
			open--
		}
	}
	return -1
}

// stringEnd returns the offset of the quote that ends the string whose content
// begins at i, or the length of an unfinished line.
func stringEnd(line []byte, i int) int {
	for i < len(line) {
		quote := bytes.IndexByte(line[i:], '"')
		if quote < 0 {
			break
		}
		escapes := 0
		for escapes < quote && line[i+quote-1-escapes] == '\\' {
			escapes++
		}
		if i += quote; escapes%2 == 0 {
			return i
		}
		i++
	}
	return len(line)
}
