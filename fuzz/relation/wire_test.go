package relation_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/fuzz/relation/relationtest"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A dialectVariant is a codec in one of its variants.
type dialectVariant struct {
	wire.Codec
	name, variant string
}

// dialectVariants are all that streams can be performed in.
func dialectVariants() []dialectVariant {
	var all []dialectVariant
	for _, c := range dialects.Generated() {
		variants := c.Variants()
		if len(variants) == 0 {
			variants = []string{""}
		}
		for _, v := range variants {
			if f := c.Features(v); !f.Document {
				all = append(all, dialectVariant{c, f.Dialect, v})
			}
		}
	}
	return all
}

// read returns the transcript of a stream after its end.
func read(s spec.Stream) spec.Transcript { return model.Run(s, spec.Policies{}) }

func differences(a, b spec.Transcript) []spec.Difference {
	return spec.Compare{Observes: spec.AllParts()}.Transcripts(&a, &b)
}

// decoded decodes records to a stream with the end of another.
func (g dialectVariant) decoded(records [][]byte, like spec.Stream) (spec.Stream, []wire.Problem) {
	s, problems := wire.DecodeRecords(g.Codec, g.variant, records)
	s.End = like.End
	return s, problems
}

// TestRoundTrip checks the relation round-trip: an encoded and decoded stream
// has the same transcript.
func TestRoundTrip(t *testing.T) {
	for _, g := range dialectVariants() {
		t.Run(g.name, func(t *testing.T) {
			t.Parallel()
			f := g.Features(g.variant)
			for i := range wanted(t) / 20 {
				c := performed(f, i)
				records, err := wire.EncodeStream(g.Codec, g.variant, c.Stream)
				if err != nil {
					t.Fatalf("%v\n%s", err, story(c, nil))
				}
				back, problems := g.decoded(records, c.Stream)
				if found := differences(read(c.Stream), read(back)); len(found)+len(problems) > 0 {
					t.Fatalf("%v\n%s", problems, story(c, found))
				}
			}
		})
	}
}

// TestRechunkTransport checks the relation rechunk-transport: any cut of the
// same bytes gives the same events.
func TestRechunkTransport(t *testing.T) {
	for _, g := range dialectVariants() {
		t.Run(g.name, func(t *testing.T) {
			t.Parallel()
			f := g.Features(g.variant)
			for i := range wanted(t) / 20 {
				c := performed(f, i)
				if found := rechunked(t, g, c); len(found) > 0 {
					t.Fatal(story(c, found))
				}
			}
		})
	}
}

func rechunked(t *testing.T, g dialectVariant, c *perform.Case) []spec.Difference {
	t.Helper()
	records, err := wire.EncodeStream(g.Codec, g.variant, c.Stream)
	if err != nil {
		t.Fatal(err)
	}
	text, err := wire.AppendAll(nil, g.Framing(g.variant), records)
	if err != nil {
		t.Fatal(err)
	}
	chunks := relationtest.Rechunk(text, c.Seed)
	if !bytes.Equal(bytes.Join(chunks, nil), text) {
		t.Fatal("the chunks are other bytes")
	}
	got, problems, err := wire.DecodeAll(g.Codec, g.variant, &arriving{chunks}, wire.Limits{})
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	got.End = c.Stream.End
	return differences(read(c.Stream), read(got))
}

// arriving gives one chunk a read.
type arriving struct{ chunks [][]byte }

func (a *arriving) Read(p []byte) (int, error) {
	if len(a.chunks) == 0 {
		return 0, io.EOF
	}
	n := copy(p, a.chunks[0])
	if a.chunks[0] = a.chunks[0][n:]; len(a.chunks[0]) == 0 {
		a.chunks = a.chunks[1:]
	}
	return n, nil
}

// TestEachChangeIsSayable checks that the dialect can represent each change: it
// can be encoded, and reads the same from the wire.
func TestEachChangeIsSayable(t *testing.T) {
	for _, g := range dialectVariants() {
		for _, r := range relation.All() {
			if f := g.Features(g.variant); r.Applies(&f) {
				t.Run(g.name+"/"+r.Name, func(t *testing.T) { t.Parallel(); sayable(t, g, r) })
			}
		}
	}
}

// refusals lists what an encoder refuses although its dialect can represent it.
var refusals = map[string]string{
	"claudecode:partial replay-tail": "claudecode: text: Metadata: behind a part's beginning only its signature",
}

func sayable(t *testing.T, g dialectVariant, r relation.Relation) {
	f := g.Features(g.variant)
	for _, i := range suited(r, f, wanted(t)/40) {
		c := performed(f, i)
		changed, match := r.Change(c.Stream, c.Seed)
		if len(match.Pairs) == 0 {
			continue
		}
		records, err := wire.EncodeStream(g.Codec, g.variant, changed)
		if err != nil {
			if known := refusals[g.name+" "+r.Name]; known == "" || !strings.HasSuffix(err.Error(), known) {
				t.Fatalf("%v\n%s", err, story(c, nil))
			}
			continue
		}
		back, problems := g.decoded(records, changed)
		if found := differences(read(changed), read(back)); len(found)+len(problems) > 0 {
			t.Fatalf("%v\n%s", problems, story(c, found))
		}
	}
}
