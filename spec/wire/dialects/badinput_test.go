package dialects_test

import (
	"io"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// What a decoder owes to bad input: no panic; a problem with its position, or
// events; then the next record as if nothing had been. Its memory is bounded
// by what is open and by ids: neither the length of a line nor what went by
// stays in it.

const mebi = 1 << 20

// hostile are texts in the place of a record that no framing lets through.
var hostile = []struct{ what, text, reason string }{
	{"half a record", `{"type":"text","a":[1,2`, wire.Malformed},
	{"two records in one", `{"type":"a"}{"type":"b"}`, wire.Malformed},
	{"invalid UTF-8", "{\"type\":\"\xc3\x28\"}", wire.Malformed},
	{"bytes of nothing", "{\x00\x01\x02}", wire.Malformed},
	{"a number that is none", `{"type":01}`, wire.Malformed},
	{"arrays 10,000 deep", `{"a":` + strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000) + "}", wire.LimitBroken},
	{"objects 10,000 deep", strings.Repeat(`{"a":`, 10_000) + "1" + strings.Repeat("}", 10_000), wire.LimitBroken},
}

// giant reads like a text of so many bytes.
func giant(open string, n int64, end string) io.Reader {
	return io.MultiReader(strings.NewReader(open), io.LimitReader(filler{}, n), strings.NewReader(end))
}

type filler struct{}

func (filler) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// around reads a bad stretch between two halves of a speech.
func (s *speech) around(bad io.Reader, l wire.Limits) (at int, head string, got spec.Stream, problems []wire.Problem) {
	GinkgoHelper()
	at = len(s.records) / 2
	head = s.bytes(s.records[:at])
	from := io.MultiReader(strings.NewReader(head), bad, strings.NewReader(s.bytes(s.records[at:])))
	got, problems, err := wire.DecodeAll(s.codec, s.variant, from, l)
	Expect(err).NotTo(HaveOccurred())
	return at, head, got, problems
}

// expectUnaffected holds a stream with one bad stretch against the stream without.
func (s *speech) expectUnaffected(what, reason string, bad io.Reader, l wire.Limits) {
	GinkgoHelper()
	want, none := wire.DecodeRecords(s.codec, s.variant, s.records)
	Expect(none).To(BeEmpty())
	at, head, got, problems := s.around(bad, l)
	Expect(problems).To(HaveExactElements(And(
		HaveField("Reason", reason), HaveField("Record", at+1), HaveField("Offset", int64(len(head))),
		HaveField("Line", strings.Count(head, "\n")+1), HaveField("Detail", Not(BeEmpty())),
	)), what)
	Expect(eventLines(got.Events)).To(Equal(eventLines(moved(want.Events, at))), what)
}

// strange are members that a record may have, each in the place of "zz":1.
var strange = []struct{ what, members string }{
	{"a key twice", `"zz":1,"zz":2`},
	{"a key named __proto__", `"__proto__":{"type":"x","kind":"x","session":"x","session_id":"x"}`},
	{"keys of every object", `"constructor":{"prototype":1},"toString":"x","hasOwnProperty":null`},
	{"an empty key", `"":1`},
	{"lone surrogates", `"zz":"\ud800","\udfff":["\udc00\ud800"]`},
	{"line separators", "\"zz\":\"a\u2028b\u2029c\u0085d\""},
	{"numbers beyond float64", `"zz":[1e400,-1e400,1e-400,123456789012345678901234567890]`},
	{"200 levels", `"zz":` + strings.Repeat("[", 200) + strings.Repeat("]", 200)},
}

// numbers are those of a record, outside of texts as a rule.
var numbers = regexp.MustCompile(`([:,\[])-?[0-9]+([,}\]])`)

var _ = Describe("Bad input", func() {
	everyVariant(func(name string, c wire.Codec, variant string) {
		if c.Framing(variant) == wire.Document {
			It("is one problem where the whole input is one record: "+name, func() { documents(c, variant) })
			return
		}

		It("is a problem with its position, and the next record is read: "+name, func() {
			s := speak(c, variant, 1)
			for _, h := range hostile {
				s.expectUnaffected(h.what, h.reason, strings.NewReader(s.raw(h.text)), wire.Limits{})
			}
		})

		It("of 64 MiB in a line meets the limit in bounded memory: "+name, func() {
			s := speak(c, variant, 1)
			open, end, _ := strings.Cut(s.raw(`{"zz":"|"}`), "|")
			grown := allocated(func() {
				s.expectUnaffected("a line of 64 MiB", wire.LimitBroken, giant(open, 64*mebi, end), wire.Limits{Line: mebi})
			})
			Expect(grown).To(BeNumerically("<", 16*mebi), "bytes allocated in all")
		})

		It("in members that nobody knows changes nothing: "+name, func() {
			s := speak(c, variant, 2)
			want := s.members(`"zz":1`)
			for _, m := range strange {
				Expect(eventLines(s.members(m.members))).To(Equal(eventLines(want)), m.what)
			}
		})

		It("in the place of numbers is a problem or an event: "+name, func() {
			for seed := range uint64(5) {
				s := speak(c, variant, 10*seed)
				s.total(func(record string) string { return numbers.ReplaceAllString(record, "${1}1e400${2}") })
				s.total(func(record string) string { return numbers.ReplaceAllString(record, "${1}-98765432109876543210$2") })
			}
		})

		It("in ids is an id like any other: "+name, func() {
			for _, id := range []string{"__proto__", "constructor", "hasOwnProperty", strings.Repeat("long", 4000)} {
				calls := 0
				for seed := range uint64(20) {
					s := speak(c, variant, seed)
					calls += s.renamed(id)
				}
				Expect(calls).To(BeNumerically(">", 5), "calls that were renamed")
			}
		})

		It("and good input stay in no decoder: "+name, func() { keepsNothing(c, variant) })
	})
})

// members decodes the speech with more members in each record.
func (s *speech) members(members string) []spec.Event {
	GinkgoHelper()
	var text string
	for _, record := range s.records {
		text += s.bytes([][]byte{s.with(record, members)})
	}
	got, problems, err := wire.DecodeAll(s.codec, s.variant, strings.NewReader(text), wire.Limits{})
	Expect(err).NotTo(HaveOccurred())
	Expect(problems).To(BeEmpty(), members)
	Expect(got.Records()).To(Equal(len(s.records)), members)
	return got.Events
}

// total decodes the speech with each record but the last spoilt: all are told of
// in events or problems, and the last is read.
func (s *speech) total(spoil func(string) string) {
	GinkgoHelper()
	records := make([][]byte, len(s.records))
	for i, record := range s.records {
		records[i] = record
		if i < len(s.records)-1 {
			records[i] = []byte(spoil(string(record)))
		}
	}
	got, problems := wire.DecodeRecords(s.codec, s.variant, records)
	withEvents := map[int]bool{}
	for _, e := range got.Events {
		withEvents[e.Record] = true
	}
	for _, p := range problems {
		Expect(withEvents[p.Record]).To(BeFalse(), "a problem and events")
		Expect(p.Record).To(BeNumerically("<", len(records)), "%s", &p)
		withEvents[p.Record] = true
	}
	Expect(withEvents).To(HaveLen(len(records)))
}

// renamed gives a call, if there is one, another id wherever its own stands
// alone; it reports how many calls were.
func (s *speech) renamed(id string) int {
	GinkgoHelper()
	want, _ := wire.DecodeRecords(s.codec, s.variant, s.records)
	text := s.bytes(s.records)
	for _, e := range want.Events {
		was, is := strconv.Quote(e.Call), strconv.Quote(id)
		if e.Call == "" || !strings.Contains(text, was) {
			continue
		}
		got, problems, err := wire.DecodeAll(s.codec, s.variant, strings.NewReader(strings.ReplaceAll(text, was, is)), wire.Limits{})
		Expect(err).NotTo(HaveOccurred())
		Expect(problems).To(BeEmpty())
		back := strings.ReplaceAll(strings.Join(eventLines(got.Events), "\n"), is, was)
		Expect(back).To(Equal(strings.Join(eventLines(want.Events), "\n")))
		return 1
	}
	return 0
}

func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// keepsNothing feeds one decoder the records of many stories, each with 16 KiB
// that mean nothing. What it has grown by is less than a twentieth of that.
func keepsNothing(c wire.Codec, variant string) {
	const most, size = 1500, 16 << 10
	decoder := c.NewDecoder(variant)
	var events []spec.Event
	var g perform.Generator
	features := c.Features(variant)
	s := speech{codec: c, variant: variant, framing: c.Framing(variant)}
	filling := `"zz":"` + strings.Repeat("x", size) + `"`
	before, fed := heap(), 0
	for seed := uint64(0); fed < most*size && seed < most; seed++ {
		records, err := wire.EncodeStream(c, variant, g.Case(&features, perform.Clean, seed).Stream)
		if err != nil {
			continue
		}
		for _, record := range records {
			more := s.with(record, filling)
			events, _ = decoder.Decode(events[:0], more)
			fed += len(more)
		}
	}
	clear(events[:cap(events)])
	grown := heap() - before
	runtime.KeepAlive(decoder)
	Expect(fed).To(BeNumerically(">=", most*size/2))
	Expect(grown).To(BeNumerically("<", fed/20), "of %d bytes read", fed)
}

// documents holds a framing of one record to its own: one bad document is one
// problem, and 64 MiB meet the limit.
func documents(c wire.Codec, variant string) {
	GinkgoHelper()
	read := func(from io.Reader) []wire.Problem {
		got, problems, err := wire.DecodeAll(c, variant, from, wire.Limits{Line: mebi})
		Expect(err).NotTo(HaveOccurred())
		Expect(len(problems) + len(got.Events)).To(BeNumerically(">", 0))
		return problems
	}
	for _, h := range hostile {
		Expect(read(strings.NewReader("\n "+h.text+"\n"))).To(HaveExactElements(And(HaveField("Record", 1), HaveField("Line", 2), HaveField("Offset", int64(2)))), h.what)
	}
	for _, m := range strange {
		read(strings.NewReader("{" + m.members + "}"))
	}
	grown := allocated(func() {
		Expect(read(giant(`{"zz":"`, 64*mebi, `"}`))).To(HaveExactElements(HaveField("Reason", wire.LimitBroken)))
	})
	Expect(grown).To(BeNumerically("<", 16*mebi))
}
