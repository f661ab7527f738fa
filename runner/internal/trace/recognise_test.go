package trace_test

import (
	"bytes"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// stories are generated streams of a variant, as bytes in its framing.
func stories(c wire.Codec, variant string, n int) (all [][]byte) {
	GinkgoHelper()
	for seed := uint64(0); seed < 400 && len(all) < n; seed++ {
		records, err := wire.EncodeStream(c, variant, perform.Generate(c.Features(variant), perform.Clean, seed).Stream)
		if err != nil || len(records) < 5 {
			continue
		}
		text, err := wire.AppendAll(nil, c.Framing(variant), records)
		Expect(err).NotTo(HaveOccurred())
		all = append(all, text)
	}
	Expect(all).NotTo(BeEmpty())
	return all
}

// beginning is what a dialect is recognised by: the first records.
func beginning(text []byte) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	return slices.Concat(lines[:min(len(lines), dialects.Sample)]...)
}

var _ = Describe("Recognising a stream", func() {
	for _, c := range dialects.Generated() {
		variants := c.Variants()
		if len(variants) == 0 {
			variants = []string{""}
		}
		for _, v := range variants {
			if c.Framing(v) == wire.Document {
				continue // no story of turns is told in one document
			}
			name := c.Features(v).Dialect
			It("finds the dialect and the framing by content, and reads all of it: "+name, func() {
				recognised := 0
				for _, text := range stories(c, v, 10) {
					if v == "stream" && c.Name() == "deepagents" && !bytes.Contains(beginning(text), []byte(`"checkpoint"`)) {
						continue // without a poll there it is a stream of LangGraph
					}
					r, err := trace.Read(bytes.NewReader(text), trace.Options{})
					Expect(err).NotTo(HaveOccurred(), "%.2000s", text)
					Expect(r.Features.Dialect).To(HavePrefix(c.Name()), r.Reason)
					Expect(r.Problems).To(BeEmpty())
					Expect(r.Why).To(ContainElement(ContainSubstring(c.Name() + " ")))
					recognised++
				}
				Expect(recognised).To(BeNumerically(">", 0))
			})

			It("finds the framing of a dialect that is named, too: "+name, func() {
				for _, text := range stories(c, v, 3) {
					r, err := trace.Read(bytes.NewReader(text), trace.Options{Dialect: name})
					Expect(err).NotTo(HaveOccurred())
					Expect(r.Dialect).To(Equal(name))
					Expect(r.Problems).To(BeEmpty())
				}
			})
		}
	}

	const pretty = "\n{\n  \"id\": \"s1\",\n  \"messages\": [\n    {\"message\": {\"agentName\": \"\", \"message\": {\"role\": \"user\", \"content\": \"Hi\"}}}\n  ],\n  \"title\": \"t\"\n}\n"

	It("reads one document over many lines, whether or not its dialect is named", func() {
		for _, o := range []trace.Options{{}, {Dialect: "cagent:session"}, {Dialect: "cagent"}} {
			r, err := trace.Read(strings.NewReader(pretty), o)
			Expect(err).NotTo(HaveOccurred())
			Expect(r.Dialect).To(Equal("cagent:session"))
			Expect(printed(r)).To(ContainSubstring("text: Hi"))
		}
	})

	It("says of a document that is cut off that it is, rather than that each line is wrong", func() {
		r, err := trace.Read(strings.NewReader(pretty[:len(pretty)-4]), trace.Options{Dialect: "cagent:session"})
		Expect(err).NotTo(HaveOccurred())
		Expect(r.Problems).To(HaveExactElements(HaveField("Reason", wire.Truncated)))
	})

	It("reads what a framing does not fit in the one that the first line looks like, if the dialect is named", func() {
		r, err := trace.Read(strings.NewReader("{}\n{\"b\":1}\n"), trace.Options{Dialect: "neutral"})
		Expect(err).NotTo(HaveOccurred())
		Expect(r.Records).To(Equal(2))
	})

	It("takes the more particular reason where two framings fit: a line is a line before it is a document", func() {
		r, err := trace.Read(strings.NewReader(opens), trace.Options{})
		Expect(err).NotTo(HaveOccurred())
		Expect(r.Why[0]).To(HavePrefix("as lines of JSON"))
	})
})
