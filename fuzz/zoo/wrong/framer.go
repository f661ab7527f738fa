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
	// Rule is the rule that it breaks.
	Rule string
	// About describes the mistake in one sentence.
	About string

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
	const chunks, framing, badLine, limits = "wire/chunk-invariant", "wire/framing", "wire/bad-line", "wire/limits"
	sse := func(name, rule, about string, forms func([]byte) [][][]byte, r reader) Framer {
		return Framer{name, rule, about, wire.SSE, forms, r}
	}
	lines := func(name, rule, about string, forms func([]byte) [][][]byte, r reader) Framer {
		return Framer{name, rule, about, wire.Lines, forms, r}
	}
	return []Framer{
		sse("text-per-chunk", chunks, "Each chunk becomes text by itself, and half a character a mark.", cuts, reader{textPerChunk: true}),
		sse("drops-cut-chunk", chunks, "A chunk that is no text by itself is dropped.", cuts, reader{dropsCutChunk: true}),
		sse("events-per-chunk", chunks, "Each chunk is parsed by itself, and half an event is none.", cuts, reader{perChunk: true}),
		sse("blank-line-per-chunk", chunks, "The end of an event is looked for within a chunk.", cuts, reader{blankInChunk: true}),
		sse("lf-and-space", framing, "Lines end with LF, and a space follows data:.", crlf, reader{lfOnly: true, spaced: true}),
		sse("comment-is-event", framing, "A comment and a blank line are an event without data.", commented, reader{commentEvents: true}),
		sse("comment-is-data", framing, "A comment is passed on as data.", commented, reader{commentData: true}),
		sse("keeps-mark", framing, "A byte order mark belongs to the first line.", marked, reader{keepsMark: true}),
		sse("unicode-lines", framing, "A line ends wherever Unicode says so.", separated, reader{unicodeLines: true}),
		sse("never-flushes", framing, "What no blank line ends is dropped at the end of input.", unended, reader{neverFlushes: true}),
		lines("stops-at-log", badLine, "A line that is no record ends the stream.", logged, reader{stopsAtBad: true}),
		lines("bad-is-prelude", badLine, "A line that is no record is passed over in silence.", logged, reader{silent: true}),
		lines("64-KiB-lines", limits, "A line of more than 64 KiB ends the stream.", long, reader{short: 64 << 10}),
	}
}

// plain returns a text, in the framer's framing, that every framer reads right.
func (f Framer) plain() []byte {
	form := "%s\n"
	if f.framing == wire.SSE {
		form = "data: %s\n\n"
	}
	var text []byte
	for _, record := range []string{`{"n":1}`, `{"text":"\u5317 is 北"}`, `{"n":3}`} {
		text = fmt.Appendf(text, form, record)
	}
	return text
}

// Fails returns nil if the framer reads the plain text right and some form of
// it wrong. Package wire must read every form right.
func (f Framer) Fails() error {
	plain := f.plain()
	right, err := f.honest([][]byte{plain})
	if err != nil {
		return err
	}
	if got := f.records([][]byte{plain}); !slices.Equal(got, right) {
		return fmt.Errorf("it reads the plain text as %q", got)
	}
	wrong := false
	for _, chunks := range f.forms(plain) {
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
