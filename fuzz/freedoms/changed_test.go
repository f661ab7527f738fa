package freedoms_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// verdicts names the file that says of each changed stream whether its decoder took
// it. TestChanged writes it where it is not there; else TestChanged decodes only
// what was taken.
const verdicts = "QUOCK_FREEDOMS_VERDICTS"

// changed is how many streams of a variant are changed where coverage is measured.
// Elsewhere one shape in so many is changed.
const changed, oneIn = 16, 8

// TestChanged decodes streams that end with a changed record, in every way in which one
// can change: a member is gone, a value is of another kind or one that the member has
// elsewhere in the stream, the text is cut, another record of the stream stands there. No change brings a word that the stream does not have,
// so that none says another thing legally: what only streams reach that their decoder
// does not take is an error path.
func TestChanged(t *testing.T) {
	c := changer{streams: few, oneIn: oneIn, shapes: map[string]bool{}, renamed: map[string]bool{}}
	if testing.CoverMode() != "" {
		c.streams, c.oneIn = changed, 1
	}
	c.known, _ = os.ReadFile(os.Getenv(verdicts))
	for _, codec := range dialects.Generated() {
		for _, variant := range append([]string{""}, codec.Variants()...) {
			if f := codec.Features(variant); !f.Document && (variant != "" || len(codec.Variants()) == 0) {
				c.generated(t, voice{codec, variant, f})
			}
		}
	}
	written, err := fixtures.Streams()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range written {
		codec, variant, err := dialects.Lookup(f.Dialect)
		if err != nil {
			t.Fatal(err)
		}
		if sortOf(codec.Features(variant)) == readOnly {
			continue
		}
		n := legal.of(codec, variant, bytes.Join(f.Records, []byte("\n")), f.Records)
		c.stream(codec, variant, f.Records[:n])
		if n < len(f.Records) {
			c.ends(codec, variant, f.Records[:n+1])
		}
	}
	if !slices.Contains(c.verdicts, taken) || !slices.Contains(c.verdicts, refused) {
		t.Errorf("changed streams are all taken, or all refused")
	}
	if name := os.Getenv(verdicts); name != "" && c.known == nil {
		if err := os.WriteFile(name, c.verdicts, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if c.known == nil && testing.CoverMode() != "" {
		recorded(t, streams, 1) // the forbidden record is one that is not taken
	}
}

// A verdict says whether a changed stream is taken.
const taken, refused = '+', '-'

// A changer changes records, the same way in every run.
type changer struct {
	streams  int
	oneIn    int
	shapes   map[string]bool // those of which a record was changed
	renamed  map[string]bool // the members of each that were given another text
	known    []byte
	verdicts []byte
}

func (c *changer) generated(t *testing.T, v voice) {
	t.Helper()
	var g perform.Generator
	for i := range uint64(c.streams) {
		made := g.Case(&v.f, perform.Level(i%2), perform.CaseSeed(5, i))
		records, err := wire.EncodeStream(v.Codec, v.variant, made.Stream)
		if err != nil {
			t.Fatalf("%s: %v", made, err)
		}
		c.stream(v.Codec, v.variant, records)
	}
}

// stream decodes streams that end with a changed record of this one.
func (c *changer) stream(codec wire.Codec, variant string, records [][]byte) {
	var trees []any
	texts := memberTexts{}
	for _, record := range records {
		decoder := json.NewDecoder(bytes.NewReader(record))
		decoder.UseNumber()
		var tree any
		if decoder.Decode(&tree) == nil {
			texts.add("", tree)
		}
		trees = append(trees, tree)
	}
	for n, record := range records {
		tree := trees[n]
		shape := codec.Name() + shapeOf("", tree)
		ends := func(last []byte) { c.ends(codec, variant, append(records[:n:n], last)) }
		again := func() {
			if text, err := json.Marshal(tree); err == nil {
				ends(text)
			}
		}
		c.rename(shape, texts, "", tree, func(v any) { tree = v }, again)
		if known := c.shapes[shape]; tree == nil || known || (len(c.shapes)+1)%c.oneIn != 0 {
			c.shapes[shape] = true
			continue
		}
		c.shapes[shape] = true
		vary(tree, func(v any) { tree = v }, again)
		ends(record[:len(record)/2])
		ends(append(record[:len(record):len(record)], 0xff))
		for other := range firsts(trees) {
			ends(records[other])
		}
	}
}

// rename puts what a member is elsewhere in the stream into its place, once for each
// member of a shape.
func (c *changer) rename(shape string, texts memberTexts, key string, value any, set func(any), changed func()) {
	switch node := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(node)) {
			c.rename(shape, texts, key, node[key], func(v any) { node[key] = v }, changed)
		}
	case []any:
		for i := range min(len(node), 2) {
			c.rename(shape, texts, key, node[i], func(v any) { node[i] = v }, changed)
		}
	case string:
		if len(texts[key]) < 2 || c.renamed[shape+" "+key] {
			return
		}
		if c.renamed[shape+" "+key] = true; len(c.renamed)%c.oneIn != 0 {
			return
		}
		for _, text := range texts[key] {
			if text != node {
				set(text)
				changed()
			}
		}
		set(node)
	}
}

// firsts are the numbers of the records that have a shape first.
func firsts(trees []any) iter.Seq[int] {
	return func(yield func(int) bool) {
		seen := map[string]bool{}
		for n, tree := range trees {
			if shape := shapeOf("", tree); !seen[shape] {
				if seen[shape] = true; !yield(n) {
					return
				}
			}
		}
	}
}

// ends decodes a stream, unless it is known to be refused.
func (c *changer) ends(codec wire.Codec, variant string, records [][]byte) {
	at, verdict := len(c.verdicts), byte(refused)
	if at >= len(c.known) || c.known[at] == taken {
		if takes(codec, variant, records) {
			verdict = taken
		}
	}
	c.verdicts = append(c.verdicts, verdict)
}

// takes reports whether a decoder reads the last record, and finds nothing in it
// that its format forbids.
func takes(codec wire.Codec, variant string, records [][]byte) bool {
	stream, problems := wire.DecodeRecords(codec, variant, records)
	last := func(record int) bool { return record == len(records) }
	return !slices.ContainsFunc(problems, func(p wire.Problem) bool { return last(p.Record) }) &&
		!slices.ContainsFunc(wire.Violations(codec, variant, records), func(v spec.Violation) bool { return last(v.Record) }) &&
		!slices.ContainsFunc(stream.Events, func(e spec.Event) bool { return last(e.Record) && e.Note == spec.NoteUnknown })
}

// kinds are values of each kind, none of which says anything.
var kinds = []any{nil, false, 1, "", []any{}, map[string]any{}, []any{nil}}

// memberTexts are texts of each member in a stream, the first few.
type memberTexts map[string][]string

// enoughTexts of a member name something else.
const enoughTexts = 3

func (s memberTexts) add(key string, value any) {
	switch node := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(node)) {
			s.add(key, node[key])
		}
	case []any:
		for _, v := range node {
			s.add(key, v)
		}
	case string:
		if len(s[key]) < enoughTexts && !slices.Contains(s[key], node) {
			s[key] = append(s[key], node)
		}
	}
}

// vary takes each member of a value away, and puts a value of each kind into the place
// of each in it, one after the other.
func vary(value any, set func(any), changed func()) {
	for _, kind := range kinds {
		set(kind)
		changed()
	}
	set(value)
	switch node := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(node)) {
			old := node[key]
			delete(node, key)
			changed()
			node[key] = old
			vary(old, func(v any) { node[key] = v }, changed)
		}
	case []any:
		for i := range min(len(node), 2) {
			vary(node[i], func(v any) { node[i] = v }, changed)
		}
	}
}

// words are the members whose texts say what a record is.
var words = map[string]bool{"type": true, "event": true, "subtype": true, "mode": true, "kind": true, "status": true, "role": true, "reason": true}

// shapeOf is the same for records that have the same members and say the same thing.
func shapeOf(key string, value any) string {
	switch node := value.(type) {
	case map[string]any:
		text := "{"
		for _, key := range slices.Sorted(maps.Keys(node)) {
			text += key + ":" + shapeOf(key, node[key]) + ","
		}
		return text + "}"
	case []any:
		if len(node) == 0 {
			return "[]"
		}
		return "[" + shapeOf(key, node[0]) + shapeOf(key, node[len(node)-1]) + "]"
	case string:
		if words[key] || key == "" {
			return node
		}
	}
	return fmt.Sprintf("%T", value)
}
