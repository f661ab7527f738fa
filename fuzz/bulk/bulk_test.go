package bulk_test

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/bulk"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check/produce"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// written is a stream, and what it says.
type written struct {
	text   []byte
	stats  bulk.Stats
	stream spec.Stream
}

// write writes a stream and reads it back; there must be nothing in it that
// cannot be read.
func write(o bulk.Options) written {
	GinkgoHelper()
	var text bytes.Buffer
	stats, err := bulk.Write(&text, o)
	Expect(err).NotTo(HaveOccurred())
	codec, variant, err := dialects.Lookup(o.Dialect)
	Expect(err).NotTo(HaveOccurred())
	stream, problems, err := wire.DecodeAll(codec, variant, bytes.NewReader(text.Bytes()), wire.Limits{})
	Expect(err).NotTo(HaveOccurred())
	Expect(problems).To(BeEmpty(), o.Dialect)
	return written{text.Bytes(), stats, stream}
}

// violations are what a stream does against the text of its format.
func violations(dialect string, text []byte) (all []spec.Violation) {
	GinkgoHelper()
	codec, variant, err := dialects.Lookup(dialect)
	Expect(err).NotTo(HaveOccurred())
	for batch, err := range wire.Decode(codec, variant, bytes.NewReader(text), wire.Limits{}) {
		Expect(err).NotTo(HaveOccurred())
		all = append(all, batch.Violations()...)
	}
	return all
}

// means is what the model reads in a stream.
func means(s spec.Stream) spec.Transcript {
	state := model.New(s.Features, spec.Policies{})
	for i := range s.Events {
		state.Step(&s.Events[i])
	}
	state.End(s.End)
	return state.Transcript()
}

// streamed are the dialects that are streams; a document is one record.
func streamed() []string {
	return slices.DeleteFunc(dialects.GeneratedNames(), func(name string) bool { return name == "cagent:session" })
}

var _ = Describe("A large stream", func() {
	for _, dialect := range streamed() {
		It("is an honest recording: "+dialect, func() {
			w := write(bulk.Options{Dialect: dialect, Bytes: nightly.Count(int64(60_000), 600_000), Seed: 3})
			Expect(w.stream.Events).NotTo(ContainElement(HaveField("Note", spec.NoteUnknown)))
			t := means(w.stream)
			Expect(produce.Breaches(w.stream.Features, &t)).To(BeEmpty())
			Expect(violations(dialect, w.text)).To(BeEmpty())
			Expect(t.Anomalies).To(BeEmpty())
			Expect(t.Active).To(BeEmpty())
			Expect(t.Outcome).NotTo(BeElementOf(spec.OutcomeOpen, spec.OutcomeIncomplete, spec.OutcomeInterrupted), "its last turn ends")
		})

		It("is as long as was asked for, and said to be: "+dialect, func() {
			w := write(bulk.Options{Dialect: dialect, Bytes: 100_000, Events: 200, Seed: 1})
			Expect(w.stats.Bytes).To(BeEquivalentTo(len(w.text)))
			Expect(w.stats.Bytes).To(BeNumerically(">=", 100_000))
			Expect(w.stats.Events).To(BeNumerically(">=", 200))
			Expect(w.stream.Records()).To(Equal(w.stats.Records))
			Expect(len(w.stream.Events)).To(BeNumerically("~", w.stats.Events, 2+w.stats.Events/100))
		})
	}

	It("is the same bytes for the same seed, and others for another", func() {
		o := bulk.Options{Dialect: "langgraph", Bytes: 200_000, Seed: 5, Faults: []bulk.Fault{{Rule: "fragment/scoped-key"}}}
		one, other := write(o), write(o)
		Expect(one.text).To(Equal(other.text))
		o.Seed++
		Expect(write(o).text).NotTo(Equal(one.text))
	})

	It("has things lost, late and twice at level degraded", func() {
		t := means(write(bulk.Options{Dialect: "neutral", Bytes: 1_000_000, Seed: 1, Level: perform.Degraded}).stream)
		Expect(len(t.Anomalies)).To(BeNumerically(">", 5))
	})

	It("takes memory that does not grow with it", func() {
		small, large := peak(1<<20), peak(nightly.Count(int64(8), 64)<<20)
		Expect(large).To(BeNumerically("<", small+8<<20))
	})

	DescribeTable("is refused in a sentence",
		func(o bulk.Options, sentence string) {
			_, err := bulk.Write(io.Discard, o)
			Expect(err).To(MatchError(ContainSubstring(sentence)))
		},
		Entry("no size", bulk.Options{Dialect: "neutral"}, "neither bytes nor events are asked for"),
		Entry("no such dialect", bulk.Options{Dialect: "x", Bytes: 1}, `no dialect "x"`),
		Entry("a document", bulk.Options{Dialect: "cagent:session", Bytes: 1}, "one document"),
		Entry("damage, which other stretches would suffer from", bulk.Options{Dialect: "neutral", Bytes: 1, Level: perform.Hostile}, "level hostile"),
		Entry("nothing has it", bulk.Options{Dialect: "codex", Bytes: 1, Faults: []bulk.Fault{{Rule: "fragment/scoped-key"}}}, "none has it"),
	)

	It("ends where its writer fails, with the writer's error", func() {
		_, err := bulk.Write(full{}, bulk.Options{Dialect: "neutral", Bytes: 1 << 30})
		Expect(err).To(MatchError(errFull))
	})
})

var errFull = errors.New("the disk is full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

// peak is the most memory in use, as far as it is looked at, while so many bytes
// are written.
func peak(n int64) uint64 {
	GinkgoHelper()
	runtime.GC()
	w := &watched{}
	_, err := bulk.Write(w, bulk.Options{Dialect: "neutral", Bytes: n, Seed: 1})
	Expect(err).NotTo(HaveOccurred())
	return w.most
}

type watched struct{ most uint64 }

func (w *watched) Write(p []byte) (int, error) {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	w.most = max(w.most, m.HeapAlloc)
	return len(p), nil
}
