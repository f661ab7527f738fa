package wiretest

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// noJSON are texts that no decoder may take for a record.
var noJSON = []string{
	"", " ", "{", "}", `{"type":`, `{"type":"x"`, `{"a":1}{"b":2}`, `{"a":1,}`, `{a:1}`, "nul", "\x00", "\xff\xfe\x00",
	"{\"a\":\"\xc3\x28\"}", `"\x"`, "data: {}", "01", "+1", "[1,]", "{\"a\":\"\n\"}", "\ufeff{}",
}

// anyJSON are valid texts of shapes that no dialect has.
var anyJSON = []string{
	"null", "true", "0", "-1e400", `""`, `"text"`, "[]", "{}", "[[]]", "[null]", "[1,2,3]", `[[],"",{}]`, `["a","b"]`,
	`[[],"messages",[]]`, `[[],"messages",[null,null]]`, `[[1],"updates",{"a":null}]`, `[null,null,null]`,
	`{"type":null}`, `{"type":1}`, `{"type":""}`, `{"type":[]}`, `{"type":{}}`, `{"kind":1}`, `{"kind":null}`,
	`{"__proto__":{"type":"x"}}`, `{"constructor":{"prototype":1}}`, `{"type":"x","type":"y"}`, `{"":""}`,
	`{"event":"","data":""}`, `{"event":1,"data":null}`, `{"event":"messages","data":"[DONE]"}`, `{"data":[]}`,
	`{"type":"\ud800"}`, `{"\ud800":"\udfff\ud800"}`,
}

// total feeds garbage, foreign JSON and mutated records of the codec's own to
// one decoder.
func (s *suite) total(variant string) {
	feed := &feeder{suite: s, decoder: s.codec.NewDecoder(variant)}
	for _, record := range append(texts(noJSON), deep("[", ""), deep(`{"a":`, ""), deep("[", "]"), deep(`{"a":`, "}")) {
		events, problem := feed.record(record)
		gomega.Expect(problem).NotTo(gomega.BeNil(), "%.60q", record)
		gomega.Expect(events).To(gomega.BeEmpty(), "%.60q", record)
	}
	for _, record := range anyJSON {
		events, problem := feed.record([]byte(record))
		gomega.Expect(problem != nil || len(events) > 0).To(gomega.BeTrue(), "%q gives neither event nor problem", record)
	}
	mutant := newMutator()
	for _, record := range s.own(variant) {
		for range 20 {
			feed.record(mutant.bytes(record))
			feed.record(mutant.values(record))
		}
		feed.record(record)
	}
}

// own are records of the dialect: those of the streams, and the samples.
func (s *suite) own(variant string) [][]byte {
	records := texts(s.samples)
	for _, stream := range s.expressed(variant) {
		records = append(records, s.encoded(variant, stream)...)
	}
	return records[:min(len(records), 300)]
}

func deep(open, close string) []byte {
	const n = 400_000
	return []byte(strings.Repeat(open, n) + "1" + strings.Repeat(close, n))
}

// A feeder gives a decoder records and holds it to its contract.
type feeder struct {
	suite   *suite
	decoder wire.Decoder
	fed     int
}

func (f *feeder) record(record []byte) (events []spec.Event, problem *wire.Problem) {
	defer func() {
		if cause := recover(); cause != nil {
			panic(fmt.Sprintf("decoding %.300q: %v", record, cause))
		}
	}()
	f.fed++
	before := bytes.Clone(record)
	events, problem = f.decoder.Decode(nil, record)
	gomega.Expect(bytes.Equal(before, record)).To(gomega.BeTrue(), "the decoder changed the record %.300q", before)
	if problem != nil {
		gomega.Expect(events).To(gomega.BeEmpty(), "a problem and events from %.300q", record)
		gomega.Expect(problem.Reason).To(gomega.BeElementOf(wire.Malformed, wire.Truncated, wire.LimitBroken, wire.Unsupported))
		gomega.Expect(problem.Detail).NotTo(gomega.BeEmpty())
		gomega.Expect(problem.Record).To(gomega.Equal(f.fed), "the problem's record, %.300q", record)
	}
	for _, e := range events {
		_, err := e.Kind.MarshalText()
		gomega.Expect(err).NotTo(gomega.HaveOccurred(), "%.300q", record)
		gomega.Expect(e.Record).To(gomega.Equal(f.fed), "the event's record, %.300q", record)
	}
	return events, problem
}

// counts puts bad records between good ones: the good ones' events stay, with
// their numbers moved, alone and in a stream of bytes.
func (s *suite) counts(variant string) {
	stream := s.expressed(variant)[0]
	var mixed [][]byte
	for i, record := range s.encoded(variant, stream) {
		mixed = append(mixed, []byte(noJSON[2+i%10]), record)
	}
	want := append([]spec.Event(nil), stream.Events...)
	for i := range want {
		want[i].Record *= 2
	}
	got, problems := wire.DecodeRecords(s.codec, variant, mixed)
	gomega.Expect(problems).To(gomega.HaveLen(len(mixed) / 2))
	gomega.Expect(diff(want, got.Events)).To(gomega.BeEmpty())
	if s.codec.Framing(variant) == wire.Lines {
		text := bytes.Join(mixed, []byte("\n"))
		got, problems, err := wire.DecodeAll(s.codec, variant, bytes.NewReader(text), wire.Limits{})
		gomega.Expect(err).NotTo(gomega.HaveOccurred())
		gomega.Expect(problems).To(gomega.HaveLen(len(mixed) / 2))
		gomega.Expect(problems[0].Line).To(gomega.Equal(1))
		gomega.Expect(diff(want, got.Events)).To(gomega.BeEmpty())
	}
}
