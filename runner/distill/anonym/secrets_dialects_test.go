package anonym_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/bulk"
	"github.com/quock-dev/quock/runner/distill/anonym"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A planter puts what must not be found again into the records of a dialect.
type inserter struct {
	sentences, hidden []string
	next              int
	ids               map[string]string
}

// garden is a generated stream with plants in texts, results and arguments, in ids,
// and in fields that nobody knows, as keys and values.
func (p *inserter) garden(g dialectVariant) [][]byte {
	var text bytes.Buffer
	_, err := bulk.Write(&text, bulk.Options{Dialect: g.name, Events: 60, Seed: 3})
	Expect(err).NotTo(HaveOccurred())
	records := recordsIn(text.Bytes(), g)
	each := len(p.sentences)/len(records) + 1
	for i, record := range records {
		d := json.NewDecoder(bytes.NewReader(record))
		d.UseNumber()
		var v any
		Expect(d.Decode(&v)).To(Succeed())
		records[i], err = json.Marshal(p.insert("", v, each))
		Expect(err).NotTo(HaveOccurred())
	}
	return records
}

func (p *inserter) sentence() string {
	p.next++
	return p.sentences[p.next%len(p.sentences)]
}

// The keys of strings that are prose in some dialect, and of those that are ids.
var (
	prose  = []string{"text", "content", "thinking", "result", "aggregated_output", "output", "error"}
	namely = []string{"id", "call", "message", "session", "session_id", "tool_use_id", "turn", "uuid", "thread_id"}
)

// insert plants below a member; the outermost objects get so many fields that nobody
// knows.
func (p *inserter) insert(key string, v any, fields int) any {
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			v[k] = p.insert(k, v[k], 0)
		}
		for i := range fields {
			v[fmt.Sprint("x_context", i)] = map[string]any{"user": p.sentence(), p.sentence(): []any{p.sentence()}}
		}
	case []any:
		for i := range v {
			v[i] = p.insert(key, v[i], fields)
		}
	case string:
		return p.spoil(key, v)
	}
	return v
}

func (p *inserter) spoil(key, text string) string {
	switch {
	case text == "" || strings.ContainsAny(text, `{}"\`):
	case slices.Contains(namely, key):
		if p.ids[text] == "" {
			p.ids[text] = fmt.Sprint(p.hidden[len(p.ids)*7%len(p.hidden)], "-", len(p.ids))
		}
		return p.ids[text]
	case slices.Contains(prose, key):
		return text + " " + p.sentence()
	}
	return text
}

var _ = Describe("200 secrets and 50 people in every dialect", func() {
	sentences, hidden := fakeValues()
	for _, c := range dialects.Generated() {
		f := c.Features("")
		variant := ""
		for _, v := range c.Variants() {
			if f = c.Features(v); !f.Document {
				variant = v
				break
			}
		}
		g := dialectVariant{c, f.Dialect, variant}
		It("leave no trace in the records of "+g.name+", in texts, ids, keys and unknown fields", func() {
			p := &inserter{sentences: sentences, hidden: hidden, ids: map[string]string{}}
			records := p.garden(g)
			Expect(p.next).To(BeNumerically(">=", len(sentences)))
			s, _ := wire.DecodeRecords(g.Codec, g.variant, records)
			s.End = spec.EOF
			out, report, err := anonym.Records(g.name, records, anonym.Options{})
			Expect(err).NotTo(HaveOccurred())
			Expect(bones(decoded(g, "planted", out, spec.EOF).stream)).To(Equal(bones(s)))
			clean(s, records, out, hidden, report)
		})
	}
})
