package anonym_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

const recordings = "../../../../shared/traces"

// A tongue is a codec in one of its variants.
type dialectVariant struct {
	wire.Codec
	name, variant string
}

func dialectVariants() []dialectVariant {
	var all []dialectVariant
	for _, c := range dialects.Generated() {
		variants := c.Variants()
		if len(variants) == 0 {
			variants = []string{""}
		}
		for _, v := range variants {
			all = append(all, dialectVariant{c, c.Features(v).Dialect, v})
		}
	}
	return all
}

// A sample is a stream with its records, as far as there are any.
type sample struct {
	dialectVariant
	what    string
	records [][]byte
	stream  spec.Stream
}

func decoded(g dialectVariant, what string, records [][]byte, end spec.Cause) sample {
	s, _ := wire.DecodeRecords(g.Codec, g.variant, records)
	s.End = end
	return sample{g, what, records, s}
}

// written are the hand-written cases.
func written() []sample {
	GinkgoHelper()
	cases, err := fixtures.Streams()
	Expect(err).NotTo(HaveOccurred())
	var all []sample
	for _, c := range cases {
		codec, variant, err := dialects.Lookup(c.Dialect)
		Expect(err).NotTo(HaveOccurred())
		all = append(all, decoded(dialectVariant{codec, c.Dialect, variant}, c.Name, c.Records, c.End))
	}
	return all
}

// recorded are the recordings; skipped where there are none.
func recorded() []sample {
	GinkgoHelper()
	if _, err := os.Stat(recordings); err != nil {
		Skip("no recordings beside the project")
	}
	var all []sample
	Expect(filepath.WalkDir(recordings, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, ".md") {
			return err
		}
		text, err := os.ReadFile(path)
		if len(text) > nightly.Count(8_000, 1<<30) {
			return err
		}
		if s, is := recording(path, text); is {
			all = append(all, s)
		}
		return err
	})).To(Succeed())
	Expect(len(all)).To(BeNumerically(">", 20))
	return all
}

// recording is the stream of a file, of the dialect that is surest of it.
func recording(path string, text []byte) (sample, bool) {
	var best sample
	most := 0
	for _, g := range dialectVariants() {
		records := recordsIn(text, g)
		if len(records) == 0 {
			continue
		}
		score, _ := g.Sniff(records[:min(len(records), 20)])
		if score > most {
			most, best = score, decoded(g, filepath.Base(path), records, spec.EOF)
		}
	}
	return best, most > 0
}

// recordsIn are the records of a text that a dialect frames.
func recordsIn(text []byte, g dialectVariant) (records [][]byte) {
	r := wire.NewReader(bytes.NewReader(text), g.Framing(g.variant), wire.Limits{})
	for {
		record, _, err := r.Next()
		if err != nil {
			return records
		}
		records = append(records, bytes.Clone(record.JSON))
	}
}
