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

// sniffed is how many records a dialect is found by, and lookedAt how many bytes
// tell a binary file and which framing is tried first.
const (
	sniffed  = 20
	lookedAt = 8 << 10
)

// A form is how a stream is to be read.
type form struct {
	codec   wire.Codec
	variant string
	framing wire.Framing
	// unread is what it is where it is known and has no codec.
	unread *dialects.Format
	// reason says in short how that is known, why what speaks for and against
	// every dialect, framing by framing.
	reason string
	why    []string
}

// A style is a framing with its name for people.
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

// recognise finds out how a stream is to be read. Its procedure: what is empty
// or binary has no form; each framing, the one that the first line looks like
// before the others, is tried on the first records; the first one in which a
// dialect is sure of them is taken. With a dialect given only that is asked,
// and where it is not sure the first line decides, or a framing that it alone
// has.
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

// judge says why a stream that begins so is none.
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

// field is how a line of Server-Sent Events begins, code how a coded line does.
var (
	field = regexp.MustCompile(`^(event|data|id|retry)?:`)
	code  = regexp.MustCompile(`^[0-9a-z]:`)
)

// likelyFraming is what the first line that is not blank looks like.
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

// inOrder are the styles, the likely one first.
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

// detect finds the dialect by the first records that can be read.
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

// judge is the form of a stream that begins with these records in this framing;
// without a codec where no dialect is sure of them.
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

// short are the reasons that a codec gave for its own dialect.
func short(c wire.Codec, reasons []string) string {
	var own []string
	for _, reason := range reasons {
		if strings.HasPrefix(reason, c.Name()+" ") || strings.HasPrefix(reason, c.Name()+":") {
			own = append(own, reason)
		}
	}
	return strings.Join(own, "; ")
}

// sample is the first good records of a stream in a framing, at most sniffed,
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
			return records, bad, nil // what cannot be read is reported where it stands
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
