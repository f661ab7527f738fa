package transport_test

import (
	"bytes"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/transport"
	"github.com/quock-dev/quock/spec"
)

// joined is what was sent, as one text.
func joined(sent *transport.Sent) []byte { return bytes.Join(sent.Chunks, nil) }

var _ = Describe("A harmless transport", func() {
	It("is read as the same records in every dialect", func() {
		each(20, func(s speech, seed uint64) {
			p := drawn(s.text, seed, false)
			got, problems := s.received(s.text.Apply(&p))
			Expect(problems).To(BeEmpty(), "%s: %s", s.codec.Name(), p)
			Expect(got).To(Equal(values(s.records)), "%s: %s", s.codec.Name(), p)
		})
	})

	// Else a reader that reads it right would be charged.
	It("means the same in every dialect", func() {
		each(20, func(s speech, seed uint64) {
			p := drawn(s.text, seed, false)
			want, got := s.means(s.decoded(s.records)), s.means(s.sent(s.text.Apply(&p)))
			Expect(spec.Compare{Observes: spec.AllParts()}.Transcripts(want, got)).To(BeEmpty(), "%s: %s", s.codec.Name(), p)
		})
	})

	It("says after which chunk each record is complete", func() {
		observed := 0
		each(5, func(s speech, seed uint64) {
			p := drawn(s.text, seed, false)
			sent := s.text.Apply(&p)
			Expect(sent.Ends).To(HaveLen(len(s.records) + 1))
			for n, at := range sent.Ends {
				if at == transport.None || n == 0 || n < len(s.records) && (n+int(seed))%7 > 0 {
					continue
				}
				observed++
				some := transport.Sent{Chunks: sent.Chunks[:at]}
				got, _ := s.received(&some)
				Expect(got[:min(n, len(got))]).To(Equal(values(s.records[:n])), "%s: %s: record %d, chunk %d", s.codec.Name(), p, n, at)
			}
		})
		Expect(observed).To(BeNumerically(">", 100))
	})

	It("is one chunk a record where nothing is chosen", func() {
		each(2, func(s speech, _ uint64) {
			p := chosen(s.text, nil, true)
			Expect(p.IsPlain()).To(BeTrue())
			sent := s.text.Apply(&p)
			Expect(sent.Chunks).To(Equal(s.text.Records))
			for n, at := range sent.Ends {
				Expect(at).To(Equal(n))
				Expect(sent.Record(n)).To(Equal(n))
			}
		})
	})

	It("leaves every byte in its place where it only cuts", func() {
		each(20, func(s speech, seed uint64) {
			p := drawn(s.text, seed, false)
			p = transport.Plan{Cuts: p.Cuts}
			Expect(joined(s.text.Apply(&p))).To(Equal(bytes.Join(s.text.Records, nil)))
		})
	})
})

var _ = Describe("A plan", func() {
	lines := transport.Text{Records: [][]byte{[]byte(`{"a":"北"}` + "\n"), []byte("{\"b\":[1,2]}\n")}}
	events := transport.Text{Framing: transport.SSE, Records: [][]byte{[]byte("event: x\ndata: {\"a\":[1,2]}\n\n"), []byte("data: [DONE]\n\n")}}
	coded := transport.Text{Framing: transport.Coded, Records: [][]byte{[]byte("0:\"a\"\n"), []byte("9:{\"b\":1}\n")}}
	document := transport.Text{Framing: transport.Document, Records: [][]byte{[]byte("{}\n")}}

	// What each part does, to the byte: what a reader is charged with hangs on it.
	DescribeTable("writes", func(t transport.Text, p transport.Plan, want string) {
		Expect(string(joined(t.Apply(&p)))).To(Equal(want))
	},
		Entry("CRLF", lines, transport.Plan{Ends: transport.CRLF}, "{\"a\":\"北\"}\r\n{\"b\":[1,2]}\r\n"),
		Entry("line ends in turns", lines, transport.Plan{Ends: transport.Mixed}, "{\"a\":\"北\"}\n{\"b\":[1,2]}\r\n"),
		Entry("CR as LF where it ends no line", lines, transport.Plan{Ends: transport.CR}, "{\"a\":\"北\"}\n{\"b\":[1,2]}\n"),
		Entry("CR", events, transport.Plan{Ends: transport.CR}, "event: x\rdata: {\"a\":[1,2]}\r\rdata: [DONE]\r\r"),
		Entry("a mark, and no last line end", lines, transport.Plan{Mark: true, Unended: 1}, "\ufeff{\"a\":\"北\"}\n{\"b\":[1,2]}"),
		Entry("no last blank line", events, transport.Plan{Unended: 1}, "event: x\ndata: {\"a\":[1,2]}\n\ndata: [DONE]\n"),
		Entry("no last blank line, nor the end of the line before, in CRLF", events, transport.Plan{Ends: transport.CRLF, Unended: 2}, "event: x\r\ndata: {\"a\":[1,2]}\r\n\r\ndata: [DONE]"),
		Entry("no spaces behind colons", events, transport.Plan{Tight: true}, "event:x\ndata:{\"a\":[1,2]}\n\ndata:[DONE]\n\n"),
		Entry("several data lines, but not of what is no JSON", events,
			transport.Plan{Splits: []transport.Split{{Record: 0, Places: []int{1, 5}}, {Record: 1, Places: []int{0}}}},
			"event: x\ndata: {\"a\":\ndata: [1,2]}\n\ndata: [DONE]\n\n"),
		Entry("a comment within an event", events, transport.Plan{Inserts: []transport.Insert{{Kind: transport.Comment, Record: 0, Line: 2}}},
			"event: x\n: ping\ndata: {\"a\":[1,2]}\n\ndata: [DONE]\n\n"),
		Entry("no blank line within an event", events, transport.Plan{Inserts: []transport.Insert{{Kind: transport.Empty, Record: 0, Line: 2}}},
			"event: x\ndata: {\"a\":[1,2]}\n\ndata: [DONE]\n\n"),
		Entry("blank lines around a document", document, transport.Plan{Inserts: []transport.Insert{{Kind: transport.Blank}, {Kind: transport.Blank, Record: 1}}}, "\n{}\n\n"),
		Entry("no comment where there are none", coded, transport.Plan{Inserts: []transport.Insert{{Kind: transport.Comment}}}, "0:\"a\"\n9:{\"b\":1}\n"),
		Entry("members in objects alone", coded, transport.Plan{Members: []transport.Member{{Kind: transport.Deep, Record: 0, Size: 2}, {Kind: transport.Deep, Record: 1, Size: 2}}},
			"0:\"a\"\n9:{\"quock_filling1\":[[]],\"b\":1}\n"),
		Entry("a member in an empty object", document, transport.Plan{Members: []transport.Member{{Kind: transport.Separated}}}, "{\"quock_filling0\":\"a\u2028\u2029\u0085b\"}\n"),
	)

	DescribeTable("cuts", func(t transport.Text, cuts transport.Cuts, want ...string) {
		sent := t.Apply(&transport.Plan{Cuts: cuts})
		var chunks []string
		for _, c := range sent.Chunks {
			chunks = append(chunks, string(c))
		}
		Expect(chunks).To(Equal(want))
	},
		Entry("within a character", lines, transport.Cuts{Spans: []transport.Span{{Record: 0, From: 7, To: 7}}}, "{\"a\":\"\xe5", "\x8c\x97\"}\n", "{\"b\":[1,2]}\n"),
		Entry("at each of some bytes", coded, transport.Cuts{Spans: []transport.Span{{Record: 0, From: 1, To: 3}}}, "0", ":", `"`, "a\"\n", "9:{\"b\":1}\n"),
		Entry("nowhere", lines, transport.Cuts{One: true}, "{\"a\":\"北\"}\n{\"b\":[1,2]}\n"),
		Entry("within, and not between", coded, transport.Cuts{Joins: []int{1}, Spans: []transport.Span{{Record: 1, From: 1, To: 1}}}, "0:\"a\"\n9", ":{\"b\":1}\n"),
		Entry("everywhere", document, transport.Cuts{Bytes: true}, "{", "}", "\n"),
		Entry("with an empty chunk", document, transport.Cuts{Empties: []int{0}}, "", "{}\n"),
		Entry("no record that there is not", document, transport.Cuts{Joins: []int{-1, 9}, Empties: []int{9}, Spans: []transport.Span{{Record: 4, From: 1, To: 2}, {Record: 0, From: 9, To: 99}}}, "{}\n"),
	)

	It("keeps the ends of records apart where a reader may have to name one", func() {
		apart := lines
		apart.Apart = true
		Expect(apart.Apply(&transport.Plan{Cuts: transport.Cuts{One: true}}).Chunks).To(HaveLen(2))
	})

	It("observes nothing at a CR that may be half a line end", func() {
		sent := events.Apply(&transport.Plan{Ends: transport.CR})
		Expect(sent.Chunks).To(HaveLen(2))
		Expect(sent.Ends).To(Equal([]int{0, transport.None, transport.None}))
	})
})
