package transport_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"unicode/utf8"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/transport"
)

// least goes on with the first smaller plan that still fails, until none does.
func least(t transport.Text, p transport.Plan, fails func(*transport.Sent) bool) (transport.Plan, int) {
	GinkgoHelper()
	tries := 0
	for again := true; again; {
		again = false
		for q := range t.Smaller(&p) {
			if tries++; fails(t.Apply(&q)) {
				p, again = q, true
				break
			}
		}
		Expect(tries).To(BeNumerically("<", 20_000), "does not end: %s", p)
	}
	return p, tries
}

// The mistakes of readers that a plan is reduced for, each with what the least
// plan must be about.
var mistakes = []struct {
	about string
	rule  string
	fails func(*transport.Sent) bool
}{
	{"a chunk that ends within a character", transport.ChunkRule, func(s *transport.Sent) bool {
		torn := func(c []byte) bool { return !utf8.Valid(c) }
		return slices.ContainsFunc(s.Chunks, torn) && utf8.Valid(joined(s))
	}},
	{"CR", transport.FramingRule, func(s *transport.Sent) bool { return bytes.Contains(joined(s), []byte("\r")) }},
	{"CRLF in two chunks", transport.ChunkRule, func(s *transport.Sent) bool {
		for i := range s.Chunks {
			if i > 0 && bytes.HasSuffix(s.Chunks[i-1], []byte("\r")) && bytes.HasPrefix(s.Chunks[i], []byte("\n")) {
				return true
			}
		}
		return false
	}},
	{"a mark", transport.FramingRule, func(s *transport.Sent) bool { return bytes.HasPrefix(joined(s), []byte("\ufeff")) }},
	{"an unknown member", transport.MemberRule, func(s *transport.Sent) bool { return bytes.Contains(joined(s), []byte(`quock_filling0":`)) }},
	{"more than 64 KiB", transport.LimitRule, func(s *transport.Sent) bool { return len(joined(s)) > 64<<10 }},
	{"a separator of Unicode", transport.FramingRule, func(s *transport.Sent) bool { return bytes.Contains(joined(s), []byte("\u2028")) }},
	{"an empty chunk", transport.ChunkRule, func(s *transport.Sent) bool {
		for _, c := range s.Chunks {
			if len(c) == 0 {
				return true
			}
		}
		return false
	}},
	{"a comment", transport.FramingRule, func(s *transport.Sent) bool { return bytes.Contains(joined(s), []byte("\n: ping")) }},
	{"a missing line end", transport.FramingRule, func(s *transport.Sent) bool { return s.Torn && !s.Cut }},
	{"an end within a record", transport.BadRule, func(s *transport.Sent) bool {
		return s.Cut && len(joined(s)) > 0 && !bytes.HasSuffix(joined(s), []byte("\n"))
	}},
	{"an open JSON text", transport.BadRule, func(s *transport.Sent) bool { return bytes.Contains(joined(s), []byte(`"a":[1,2`+"\n")) }},
}

var _ = Describe("The smaller plans", func() {
	for _, m := range mistakes {
		It("lead to one that is about nothing else: "+m.about, func() {
			found := 0
			each(50, func(s speech, seed uint64) {
				p := drawn(s.text, seed, true)
				if len(joined(s.text.Apply(&transport.Plan{}))) > 32<<10 {
					return // it is nearly too long by itself
				}
				if !m.fails(s.text.Apply(&p)) || m.fails(s.text.Apply(&transport.Plan{})) {
					return
				}
				small, _ := least(s.text, p, m.fails)
				found++
				Expect(s.text.Rules(&small)[0]).To(Equal(m.rule), "%s, from %s", small, p)
				Expect(len(small.Inserts)+len(small.Splits)+len(small.Members)+len(small.Damage)+len(small.Cuts.Spans)+len(small.Cuts.Empties)).
					To(BeNumerically("<=", 3), "%s", small)
				Expect(small.Cuts.Bytes || small.Cuts.One).To(BeFalse(), "%s", small)
			})
			Expect(found).To(BeNumerically(">", 0))
		})
	}

	It("do not have the plan itself among them, and change nothing of it", func() {
		each(30, func(s speech, seed uint64) {
			p := drawn(s.text, seed, true)
			was := p.Clone()
			for q := range s.text.Smaller(&p) {
				Expect(q).NotTo(Equal(p))
			}
			Expect(p.String()).To(Equal(was.String()))
		})
	})
})

var _ = Describe("A plan as a value", func() {
	It("comes back from JSON as it was", func() {
		each(20, func(s speech, seed uint64) {
			p := drawn(s.text, seed, true)
			text, err := json.Marshal(p)
			Expect(err).NotTo(HaveOccurred())
			var back transport.Plan
			Expect(json.Unmarshal(text, &back)).To(Succeed(), "%s", text)
			Expect(s.text.Apply(&back)).To(Equal(s.text.Apply(&p)))
			Expect(back.String()).To(Equal(p.String()))
		})
	})

	It("is an empty object where it does nothing", func() {
		Expect(json.Marshal(transport.Plan{})).To(MatchJSON(`{}`))
		Expect(transport.Plan{}.String()).To(Equal("one chunk a record"))
	})

	DescribeTable("is refused with words that no plan has", func(text, why string) {
		var p transport.Plan
		Expect(json.Unmarshal([]byte(text), &p)).To(MatchError(ContainSubstring(why)))
	},
		Entry("a line end", `{"ends":"lfcr"}`, "lfcr"), Entry("lines", `{"inserts":[{"kind":"poem"}]}`, "poem"),
		Entry("a member", `{"members":[{"kind":"wide"}]}`, "wide"), Entry("damage", `{"damage":[{"kind":"fire"}]}`, "fire"),
		Entry("a part", `{"colour":1}`, "colour"),
	)

	It("is told part by part", func() {
		p := transport.Plan{
			Ends: transport.CRLF, Mark: true, Inserts: []transport.Insert{{Kind: transport.Comment, Record: 1, Line: 2}},
			Damage: []transport.Damage{{Kind: transport.End, Record: 2, At: 7}},
			Cuts:   transport.Cuts{Spans: []transport.Span{{Record: 0, From: 3, To: 3}}, Empties: []int{1}},
		}
		Expect(p.String()).To(Equal("CRLF line ends, a byte order mark, a comment in record 2, the input breaks off at byte 7 of record 3, cut at byte 3 of record 1, an empty chunk before record 2"))
	})
})
