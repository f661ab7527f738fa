package trace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// sniffed is how many records a dialect is found by, and looked at how many
// bytes tell a framing, and a binary file.
const (
	sniffed  = 20
	lookedAt = 8 << 10
)

// A form is how a file is to be read.
type form struct {
	codec   wire.Codec
	variant string
	framing wire.Framing
	reason  string
}

// recognise finds out how the file is to be read, and goes back to its start.
func recognise(from io.ReadSeeker, o Options) (form, error) {
	head := make([]byte, lookedAt)
	n, err := io.ReadFull(from, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return form{}, err
	}
	head = head[:n]
	if len(bytes.TrimSpace(head)) == 0 && n < lookedAt {
		return form{}, ErrEmpty
	}
	if at := bytes.IndexByte(head, 0); at >= 0 {
		return form{}, fmt.Errorf("byte %d is zero: %w", at, ErrBinary)
	}
	if bytes.HasPrefix(head, []byte("\x1f\x8b")) {
		return form{}, fmt.Errorf("it is compressed (gzip): %w; unpack it first", ErrBinary)
	}
	f := form{framing: framingOf(head)}
	if o.Dialect != "" {
		f.codec, f.variant, err = dialects.Lookup(o.Dialect)
		f.reason = "as asked for"
		if err != nil {
			return form{}, fmt.Errorf("%w: %w", ErrDialect, err)
		}
		return f, back(from)
	}
	if err := f.detect(from, o.Limits); err != nil {
		return form{}, err
	}
	return f, back(from)
}

// field is how a line of Server-Sent Events begins.
var field = regexp.MustCompile(`^(event|data|id|retry)?:`)

// framingOf tells Server-Sent Events from lines by the first line that is not
// blank.
func framingOf(head []byte) wire.Framing {
	first := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), "\r\n\t ")
	if field.Match(first) {
		return wire.SSE
	}
	return wire.Lines
}

// detect finds the dialect by the first records that can be read.
func (f *form) detect(from io.ReadSeeker, l wire.Limits) error {
	if err := back(from); err != nil {
		return err
	}
	reader := wire.NewReader(from, f.framing, l)
	var records [][]byte
	var bad *wire.Problem
	for range 2 * sniffed {
		record, problem, err := reader.Next()
		if err != nil {
			break
		}
		if problem != nil {
			if bad == nil {
				bad = problem
			}
			continue
		}
		if records = append(records, bytes.Clone(record.JSON)); len(records) == sniffed {
			break
		}
	}
	if len(records) == 0 && bad != nil {
		return fmt.Errorf("no record of it can be read: %s: %w", bad, ErrDialect)
	}
	codec, variant, reasons := dialects.Detect(records)
	if codec == nil {
		return fmt.Errorf("%w (%s); name it with --dialect", ErrDialect, strings.Join(reasons, "; "))
	}
	f.codec, f.variant = codec, variant
	for _, reason := range reasons { // what speaks for the others is of no interest now
		if strings.HasPrefix(reason, codec.Name()) {
			f.reason += "; " + reason
		}
	}
	f.reason = strings.TrimPrefix(f.reason, "; ")
	return nil
}

func back(from io.Seeker) error {
	if _, err := from.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("going back to its start: %w", err)
	}
	return nil
}
