package wrong

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/quock-dev/quock/fixtures/candidates/bytes/reader"
	"github.com/quock-dev/quock/spec/wire"
)

// A Framer reads records from bytes, and fails on one form of a text: the reader of bytes
// among the candidates, with its faults, or with a fault in what a chunk leaves pending.
type Framer struct {
	Name string

	framing wire.Framing
	forms   func(text []byte) [][][]byte
	faults  []reader.Fault
	// pending changes what no line end has ended when a chunk ends; nil for no fault.
	pending func(text string) string
}

// bad stands for a reported bad record.
const bad = ""

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
	sse := func(name string, forms func([]byte) [][][]byte, faults ...reader.Fault) Framer {
		return Framer{name, wire.SSE, forms, faults, nil}
	}
	lines := func(name string, forms func([]byte) [][][]byte, faults ...reader.Fault) Framer {
		return Framer{name, wire.Lines, forms, faults, nil}
	}
	pending := func(name string, forms func([]byte) [][][]byte, change func(string) string) Framer {
		return Framer{name, wire.Lines, forms, nil, change}
	}
	return []Framer{
		sse("text-per-chunk", cuts, "text-per-chunk"),
		sse("drops-cut-chunk", cuts, "drops-cut-chunk"),
		sse("events-per-chunk", cuts, "records-per-chunk"),
		sse("blank-line-per-chunk", cuts, "blank-line-per-chunk"),
		sse("lf-and-space", crlf, "lf-only", "wants-space"),
		sse("comment-is-event", commented, "comment-is-event"),
		sse("comment-is-data", commented, "comment-is-data"),
		sse("keeps-mark", marked, "keeps-mark"),
		sse("unicode-lines", separated, "unicode-lines"),
		sse("never-flushes", unended, "never-flushes"),
		lines("stops-at-log", logged, "stops-at-bad"),
		lines("bad-is-prelude", logged, "silent"),
		lines("64-KiB-lines", long, "short-lines"),
		sse("last-data-line", manyData, "last-data-line"),
		sse("one-event-per-chunk", joined, "chunk-is-record"),
		pending("clamps-line", longInTwo, func(text string) string { return text[:min(len(text), 64<<10)] }),
		pending("rereads-pending", cuts, func(text string) string { return text + text }),
		pending("pending-is-bad", cuts, func(text string) string { return "?\n" + text }),
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
		if got := (Framer{framing: f.framing}).records(chunks); !slices.Equal(got, want) {
			return fmt.Errorf("without its fault it reads the form as %q", got)
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
			all = append(all, f.payload(record.JSON))
		}
	}
}

// payload returns the data of an event, or the record itself, in one spelling.
func (f Framer) payload(text []byte) string {
	var event struct {
		Data json.RawMessage `json:"data"`
	}
	if f.framing == wire.SSE && json.Unmarshal(text, &event) == nil {
		text = event.Data
	}
	var value any
	if json.Unmarshal(text, &value) != nil {
		return bad
	}
	text, _ = json.Marshal(value) // it was JSON
	return string(text)
}

// records returns what the framer makes of the chunks.
func (f Framer) records(chunks [][]byte) []string {
	if f.pending != nil {
		chunks = [][]byte{f.held(chunks)}
	}
	all := reader.Records(f.framing == wire.SSE, chunks, f.faults...)
	for i := range all {
		all[i] = f.payload([]byte(all[i]))
	}
	return all
}

// held joins the chunks, with the fault in what a chunk leaves pending.
func (f Framer) held(chunks [][]byte) []byte {
	text, pending := "", ""
	for i, c := range chunks {
		pending += string(c)
		end := strings.LastIndexByte(pending, '\n') + 1
		text, pending = text+pending[:end], pending[end:]
		if pending != "" && i+1 < len(chunks) {
			pending = f.pending(pending)
		}
	}
	return []byte(text + pending)
}
