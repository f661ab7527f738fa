package trace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
	"github.com/quock-dev/quock/spec/words"
)

// sniffed is how many records are used to detect the dialect. lookedAt is how many
// bytes are used to detect a binary file and the framing to try first.
const (
	sniffed  = 20
	lookedAt = 8 << 10
)

// A form says how to read a stream.
type form struct {
	codec   wire.Codec
	variant string
	framing wire.Framing
	// unread is the known format if it has no codec.
	unread *dialects.Format
	// reason says in short how the form was determined; why is the evidence for and
	// against every dialect, by framing.
	reason string
	why    []string
}

// A style is a framing and its name for people.
type style struct {
	framing wire.Framing
	name    string
}

// styles are the framings, in the order in which they are tried.
var styles = []style{
	{wire.Lines, "lines of JSON"},
	{wire.SSE, "Server-Sent Events"},
	{wire.Coded, "coded lines"},
	{wire.Document, "one document"},
}

// recognise detects the form of a stream. An empty or binary stream has none. It
// tries each framing on the first records, beginning with the one that the first
// line looks like. The first framing in which a dialect is sure of the records
// wins. If a dialect is given, only that one is asked; if it is not sure, the first
// line decides, or a framing that only this dialect has.
func recognise(s *stream, o Options) (form, error) {
	head := make([]byte, lookedAt)
	n, err := io.ReadFull(s, head)
	if err != nil && !atEnd(err) && !errors.Is(err, ErrSize) {
		return form{}, err
	}
	if err := s.judge(head[:n]); err != nil {
		return form{}, err
	}
	likely := likelyFraming(head[:n])
	if o.Dialect != "" {
		return named(s, o, likely)
	}
	return detect(s, o.Limits, likely)
}

// judge returns why a stream with this beginning is not a text stream.
func (s *stream) judge(head []byte) error {
	switch at := bytes.IndexByte(head, 0); {
	case len(bytes.TrimSpace(head)) == 0 && len(head) < lookedAt:
		if s.torn {
			return fmt.Errorf("%w: its %s data ends too early", ErrEmpty, s.packing.name)
		}
		return ErrEmpty
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		return fmt.Errorf("it is UTF-16: %w; make it UTF-8 first", ErrBinary)
	case s.packing != nil && packingOf(head) != nil:
		return fmt.Errorf("it is compressed twice: %w; unpack it once", ErrBinary)
	case at >= 0:
		return fmt.Errorf("byte %d is zero: %w", at, ErrBinary)
	}
	return nil
}

// field matches the beginning of a line of Server-Sent Events, code that of a coded
// line.
var (
	field = regexp.MustCompile(`^(event|data|id|retry)?:`)
	code  = regexp.MustCompile(`^[0-9a-z]:`)
)

// likelyFraming returns the framing that the first line that is not blank suggests.
func likelyFraming(head []byte) wire.Framing {
	first := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), "\r\n\t ")
	switch {
	case field.Match(first):
		return wire.SSE
	case code.Match(first):
		return wire.Coded
	}
	return wire.Lines
}

// inOrder returns the styles, the likely one first.
func inOrder(likely wire.Framing) []style {
	all := slices.Clone(styles)
	slices.SortStableFunc(all, func(a, b style) int { return rank(a, likely) - rank(b, likely) })
	return all
}

func rank(s style, likely wire.Framing) int {
	if s.framing == likely {
		return 0
	}
	return 1
}

// detect detects the dialect from the first records that can be read.
func detect(s *stream, l wire.Limits, likely wire.Framing) (form, error) {
	var why []string
	var unread *wire.Problem
	blank := false
	for _, style := range inOrder(likely) {
		records, bad, err := sample(s, style.framing, l)
		if err != nil {
			return form{}, err
		}
		if style.framing == wire.Lines {
			blank = len(records) == 0 && bad == nil
		}
		if style.framing == likely && len(records) == 0 {
			unread = bad
		}
		f := style.judge(records)
		why = append(why, f.why...)
		switch f.why = why; {
		case f.codec != nil:
			return f, nil
		case f.unread != nil:
			return f, fmt.Errorf("this is %s, %w", f.unread.Name, ErrUnread)
		}
	}
	switch {
	case blank:
		return form{why: why}, ErrEmpty
	case unread != nil:
		return form{}, fmt.Errorf("no record of it can be read: %s%s: %w", unread, way(unread), ErrDialect)
	}
	return form{why: why}, fmt.Errorf("%w; name it with --dialect", ErrDialect)
}

// judge returns the form of a stream that begins with these records in this
// framing. It has no codec if no dialect is sure of them.
func (s style) judge(records [][]byte) form {
	if len(records) == 0 {
		return form{why: []string{"as " + s.name + ": no record"}}
	}
	codec, variant, reasons := dialects.Detect(records)
	why := []string{fmt.Sprintf("as %s, %s:", s.name, words.Counted(len(records), "record"))}
	f := form{codec: codec, variant: variant, framing: s.framing, why: append(why, indented(reasons)...)}
	if codec == nil {
		f.unread = dialects.Unread(records)
		return f
	}
	f.reason = short(codec, reasons)
	return f
}

func indented(lines []string) []string {
	all := make([]string, len(lines))
	for i, line := range lines {
		all[i] = "  " + line
	}
	return all
}

// short returns the reasons that a codec gave for its own dialect.
func short(c wire.Codec, reasons []string) string {
	var own []string
	for _, reason := range reasons {
		if strings.HasPrefix(reason, c.Name()+" ") || strings.HasPrefix(reason, c.Name()+":") {
			own = append(own, reason)
		}
	}
	return strings.Join(own, "; ")
}

// sample returns the first good records of a stream in a framing, at most sniffed,
// and the first bad one.
func sample(s *stream, framing wire.Framing, l wire.Limits) (records [][]byte, bad *wire.Problem, err error) {
	if err := s.rewind(); err != nil {
		return nil, nil, err
	}
	reader := wire.NewReader(s, framing, l)
	for range 2 * sniffed {
		record, problem, err := reader.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return records, bad, nil // decode reports places that cannot be read
		}
		if problem == nil {
			records = append(records, bytes.Clone(record.JSON))
		} else if bad == nil {
			bad = problem
		}
		if len(records) == sniffed {
			break
		}
	}
	return records, bad, nil
}
