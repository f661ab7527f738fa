package wrong

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/quock-dev/quock/spec/wire"
)

// A Framer reads records from bytes, and fails on one form of a text.
type Framer struct {
	Name string

	framing wire.Framing
	forms   func(text []byte) [][][]byte
	read    reader
}

// bad stands for a reported bad record.
const bad = "reported"

// FramerByName returns the framer of that name; an unknown one is an error.
func FramerByName(name string) (Framer, error) {
	for _, f := range Framers() {
		if f.Name == name {
			return f, nil
		}
	}
	return Framer{}, fmt.Errorf("no wrong framer %q", name)
}

// Framers lists them.
func Framers() []Framer {
	sse := func(name string, forms func([]byte) [][][]byte, r reader) Framer {
		return Framer{name, wire.SSE, forms, r}
	}
	lines := func(name string, forms func([]byte) [][][]byte, r reader) Framer {
		return Framer{name, wire.Lines, forms, r}
	}
	return []Framer{
		sse("text-per-chunk", cuts, reader{textPerChunk: true}),
		sse("drops-cut-chunk", cuts, reader{dropsCutChunk: true}),
		sse("events-per-chunk", cuts, reader{perChunk: true}),
		sse("blank-line-per-chunk", cuts, reader{blankInChunk: true}),
		sse("lf-and-space", crlf, reader{lfOnly: true, spaced: true}),
		sse("comment-is-event", commented, reader{commentEvents: true}),
		sse("comment-is-data", commented, reader{commentData: true}),
		sse("keeps-mark", marked, reader{keepsMark: true}),
		sse("unicode-lines", separated, reader{unicodeLines: true}),
		sse("never-flushes", unended, reader{neverFlushes: true}),
		lines("stops-at-log", logged, reader{stopsAtBad: true}),
		lines("bad-is-prelude", logged, reader{silent: true}),
		lines("64-KiB-lines", long, reader{short: 64 << 10}),
		sse("last-data-line", manyData, reader{lastData: true}),
		sse("one-event-per-chunk", joined, reader{firstInChunk: true}),
		lines("clamps-line", longInTwo, reader{pending: func(text string) string { return text[:min(len(text), 64<<10)] }}),
		lines("rereads-pending", cuts, reader{pending: func(text string) string { return text + text }}),
		lines("pending-is-bad", cuts, reader{pending: func(text string) string { return "?\n" + text }}),
	}
}

// plain returns records, each in a chunk of its own and in the framer's framing,
// that every framer reads right.
func (f Framer) plain() [][]byte {
	form := "%s\n"
	if f.framing == wire.SSE {
		form = "data: %s\n\n"
	}
	var chunks [][]byte
	for _, record := range []string{`{"n":1}`, `{"text":"\u5317 is 北"}`, `{"n":3}`} {
		chunks = append(chunks, fmt.Appendf(nil, form, record))
	}
	return chunks
}

// Fails returns nil if the framer reads the plain text right and some form of
// it wrong. Package wire must read every form right.
func (f Framer) Fails() error {
	plain := f.plain()
	right, err := f.honest(plain)
	if err != nil {
		return err
	}
	if got := f.records(plain); !slices.Equal(got, right) {
		return fmt.Errorf("it reads the plain text as %q", got)
	}
	wrong := false
	for _, chunks := range f.forms(bytes.Join(plain, nil)) {
		want, err := f.honest(chunks)
		if err != nil {
			return err
		}
		if !slices.Equal(f.means(want), right) {
			return fmt.Errorf("the form is read as %q", want)
		}
		wrong = wrong || !slices.Equal(f.records(chunks), want)
	}
	if !wrong {
		return fmt.Errorf("it reads every form right")
	}
	return nil
}

// means maps the records of a form to the plain text's. A form may add reports,
// and lengthen a record.
func (f Framer) means(records []string) []string {
	var all []string
	for _, r := range records {
		if r != bad {
			all = append(all, filler.Replace(r))
		}
	}
	return all
}

// honest returns what package wire makes of the chunks.
func (f Framer) honest(chunks [][]byte) ([]string, error) {
	from := make([]io.Reader, len(chunks))
	for i := range chunks {
		from[i] = bytes.NewReader(chunks[i])
	}
	r := wire.NewReader(io.MultiReader(from...), f.framing, wire.Limits{})
	var all []string
	for {
		record, problem, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, err
		case problem != nil:
			all = append(all, bad)
		default:
			all = append(all, string(f.payload(record.JSON)))
		}
	}
}

// payload returns the data of an event, or the record itself.
func (f Framer) payload(text []byte) []byte {
	var event struct {
		Data json.RawMessage `json:"data"`
	}
	if f.framing == wire.SSE && json.Unmarshal(text, &event) == nil {
		return event.Data
	}
	return bytes.Clone(text)
}

func (f Framer) records(chunks [][]byte) []string {
	r := f.read
	r.sse = f.framing == wire.SSE
	return r.read(chunks)
}
