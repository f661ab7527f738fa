package freedoms_test

import (
	"bytes"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/fuzz/transport"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// cases is how many streams are generated of a variant at each level where
// coverage is measured; else a few show that the source works.
const cases, few = 300, 5

// TestGenerated decodes generated streams as a run asks them: of every variant
// and level, some changed by a relation, those of level hostile as damaged bytes.
func TestGenerated(t *testing.T) {
	n := uint64(few)
	if testing.CoverMode() != "" {
		n = cases
	}
	for _, c := range dialects.Generated() {
		for _, variant := range append([]string{""}, c.Variants()...) {
			if f := c.Features(variant); !f.Document && (variant != "" || len(c.Variants()) == 0) {
				t.Run(f.Dialect, func(t *testing.T) { generated(t, voice{c, variant, f}, n) })
			}
		}
	}
}

// A voice is a dialect in one variant.
type voice struct {
	wire.Codec
	variant string
	f       spec.Features
}

func generated(t *testing.T, v voice, n uint64) {
	var g perform.Generator
	relations := relation.All()
	for i := range 3 * n {
		seed := perform.CaseSeed(1, i)
		c := g.Case(&v.f, perform.Level(i%3), seed)
		v.read(t, c, c.Stream)
		if r := relations[i%uint64(len(relations))]; c.Level == perform.Clean && r.Applies(&v.f) {
			if changed, match := r.Change(c.Stream, seed); len(match.Pairs) > 0 {
				v.read(t, c, changed)
			}
		}
	}
}

// read writes a stream and reads it. What cannot be written is no stream. One of
// level clean does nothing against the text of its format.
func (v voice) read(t *testing.T, c *perform.Case, s spec.Stream) {
	t.Helper()
	records, err := wire.EncodeStream(v.Codec, v.variant, s)
	if err != nil {
		return
	}
	for _, bad := range wire.Violations(v.Codec, v.variant, records) {
		if c.Level == perform.Clean {
			t.Errorf("%s: record %d: %s", c, bad.Record, bad.Detail)
		}
	}
	text := transport.Text{Framing: framings[v.Framing(v.variant)], IDs: v.f.EventIDs, Apart: v.f.RejectsAmbiguous}
	for _, record := range records {
		line, err := wire.Append(nil, v.Framing(v.variant), record)
		if err != nil {
			return
		}
		text.Records = append(text.Records, line)
	}
	plan := transport.Plan{}
	if c.Level == perform.Hostile {
		plan = text.Draw(layer(c), true)
	}
	decode(t, v.Codec, v.variant, bytes.Join(text.Apply(&plan).Chunks, nil))
	if reader, ok := v.Codec.(wire.NodeReader); ok {
		d := reader.NewNodeDecoder(v.variant)
		for _, record := range records {
			d.Decode(nil, record)
		}
	}
}

var framings = map[wire.Framing]transport.Framing{
	wire.Lines: transport.Lines, wire.SSE: transport.SSE, wire.Coded: transport.Coded, wire.Document: transport.Document,
}

// layer is where a case's transport comes from.
func layer(c *perform.Case) *choice.Source {
	var sources choice.Sources
	sources.Draw(c.Seed, rand.New(rand.NewPCG(c.Seed, 1)).Uint64())
	return sources.Layer(choice.Transport)
}

func decode(t *testing.T, c wire.Codec, variant string, text []byte) {
	t.Helper()
	if _, _, err := wire.DecodeAll(c, variant, bytes.NewReader(text), wire.Limits{Line: 1 << 24}); err != nil {
		t.Fatal(err)
	}
}

// TestFixtures decodes the hand-written and the distilled fixtures.
func TestFixtures(t *testing.T) {
	written, err := fixtures.Streams()
	if err != nil {
		t.Fatal(err)
	}
	distilled, err := fixtures.DistilledAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range written {
		fixture(t, c.Dialect, c.Records, streams)
	}
	for _, d := range distilled {
		fixture(t, d.Dialect, d.Records, streams)
	}
}

// A sort of variants is asked for by itself.
type sort int

const (
	streams   sort = iota // of which streams are generated
	documents             // in which nothing happens
	readOnly              // of which nothing is generated
	none
)

func sortOf(f spec.Features) sort {
	switch {
	case f.Document:
		return documents
	case f.ReadOnly:
		return readOnly
	}
	return streams
}

// fixture decodes a stream of a variant of that sort.
func fixture(t *testing.T, dialect string, records [][]byte, of sort) {
	t.Helper()
	c, variant, err := dialects.Lookup(dialect)
	if err != nil {
		t.Fatal(err)
	}
	if sortOf(c.Features(variant)) == of {
		wire.DecodeRecords(c, variant, records[:legal.of(c, variant, bytes.Join(records, []byte("\n")), records)])
	}
}

// TestDocuments decodes stored sessions, in which nothing happens: those of the
// fixtures and the recordings.
func TestDocuments(t *testing.T) { kept(t, documents) }

// TestReadOnly decodes those of the variants that are only read.
func TestReadOnly(t *testing.T) { kept(t, readOnly) }

func kept(t *testing.T, of sort) {
	t.Helper()
	written, err := fixtures.Streams()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range written {
		fixture(t, c.Dialect, c.Records, of)
	}
	recorded(t, of, 0)
}

// recordings is where recorded traces lie, beside the work tree.
var recordings = []string{"../../../shared/traces", "../../../shared/recordings"}

// TestRecordings decodes the recorded traces.
func TestRecordings(t *testing.T) { recorded(t, streams, 0) }

// TestDetected finds the dialects of the recorded traces, as all do that decode them.
func TestDetected(t *testing.T) {
	if testing.CoverMode() == "" {
		t.Skip("it is there for its coverage")
	}
	recorded(t, none, 0)
}

// recorded decodes the recordings of variants of a sort, up to the first record that is
// forbidden and so many more.
func recorded(t *testing.T, of sort, more int) {
	t.Helper()
	for _, folder := range recordings {
		if _, err := os.Stat(folder); err != nil {
			t.Skip("no recorded traces at " + folder)
		}
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				recording(t, path, of, more)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// recording decodes a file that is a recording.
func recording(t *testing.T, path string, of sort, more int) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c, variant, _ := dialects.DetectText(text)
	if c != nil && sortOf(c.Features(variant)) == of {
		begin(t, c, variant, text, legal.of(c, variant, text, nil)+more)
	}
}

// begin decodes the first records of a recording, so many.
func begin(t *testing.T, c wire.Codec, variant string, text []byte, n int) {
	t.Helper()
	if n == 0 {
		return
	}
	for batch, err := range wire.Decode(c, variant, bytes.NewReader(text), wire.Limits{Line: 1 << 24}) {
		if err != nil {
			t.Fatal(err)
		}
		if batch.Record.Number >= n {
			return
		}
	}
}
