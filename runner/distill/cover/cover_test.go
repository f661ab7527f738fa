package cover_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/quock-dev/quock/runner/parallel"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/bulk"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner/distill/behaviour"
	"github.com/quock-dev/quock/runner/distill/cover"
	"github.com/quock-dev/quock/runner/distill/segment"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// written is what a result says, in full.
func written(r *cover.Result) string {
	var b strings.Builder
	for _, d := range r.Distillates {
		fmt.Fprintf(&b, "%d-%d %s %v %q\n", d.First, d.Last, d.Rule, d.Rules, d.Records)
		for _, e := range d.Stream.Events {
			text, err := json.Marshal(&e)
			Expect(err).NotTo(HaveOccurred())
			fmt.Fprintf(&b, "%d %s\n", e.Record, text)
		}
	}
	return b.String() + strings.Join(r.Behaviours.Names(), "\n")
}

// generated is a recording of a dialect with so many events at least.
func generated(dialect string, events int, seed uint64) (batches iter.Seq2[wire.Batch, error], o cover.Options) {
	GinkgoHelper()
	var text strings.Builder
	_, err := bulk.Write(&text, bulk.Options{Dialect: dialect, Events: events, Seed: seed, Level: perform.Degraded})
	Expect(err).NotTo(HaveOccurred())
	codec, variant, err := dialects.Lookup(dialect)
	Expect(err).NotTo(HaveOccurred())
	return func(yield func(wire.Batch, error) bool) {
		wire.Decode(codec, variant, strings.NewReader(text.String()), wire.Limits{})(yield)
	}, cover.Options{Codec: codec, Variant: variant, Map: parallel.Map(2), Runs: 40}
}

func features(o *cover.Options) spec.Features { return o.Codec.Features(o.Variant) }

func eof() spec.Cause { return spec.EOF }

// segments are the behaviours and lengths of all segments of a recording.
func segments(batches iter.Seq2[wire.Batch, error], f spec.Features) (shows []behaviour.Set, events []int) {
	GinkgoHelper()
	cutter := segment.NewCutter(f, segment.Options{})
	take := func(s *segment.Segment) error {
		shows, events = append(shows, behaviour.Of(&s.Stream)), append(events, len(s.Stream.Events))
		return nil
	}
	for batch, err := range batches {
		Expect(err).NotTo(HaveOccurred())
		Expect(cutter.Add(batch.Events, take)).To(Succeed())
	}
	Expect(cutter.End(spec.EOF, take)).To(Succeed())
	return shows, events
}

func union(sets []behaviour.Set) (all behaviour.Set) {
	for _, s := range sets {
		all = all.Union(s)
	}
	return all
}

func showing(pieces []*cover.Piece) (all behaviour.Set) {
	for _, p := range pieces {
		all = all.Union(p.Shows)
	}
	return all
}

var _ = Describe("The pass over a long recording", func() {
	DescribeTable("keeps every behaviour of every segment, and few segments",
		func(dialect string) {
			batches, o := generated(dialect, nightly.Count(5_000, 20_000), 1)
			pass, err := cover.Kept(batches, features(&o), eof)
			Expect(err).NotTo(HaveOccurred())
			shows, _ := segments(batches, features(&o))
			Expect(showing(pass.Pieces)).To(Equal(union(shows)))
			Expect(pass.Behaviours).To(Equal(union(shows)))
			Expect(pass.Segments).To(Equal(len(shows)))
			Expect(len(pass.Pieces)).To(BeNumerically("<=", pass.Behaviours.Len()))
			Expect(slices.IsSortedFunc(pass.Pieces, func(a, b *cover.Piece) int { return a.First - b.First })).To(BeTrue())
		},
		Entry(nil, "neutral"), Entry(nil, "claudecode"), Entry(nil, "langgraph"), Entry(nil, "codex"), Entry(nil, "cagent"),
	)

	It("keeps for each behaviour the shortest segment that shows it", func() {
		batches, o := generated("neutral", nightly.Count(5_000, 20_000), 2)
		pass, err := cover.Kept(batches, features(&o), eof)
		Expect(err).NotTo(HaveOccurred())
		shows, events := segments(batches, features(&o))
		pass.Behaviours.Each(func(b int) {
			shortest, kept := 1<<30, 1<<30
			for i, s := range shows {
				if has(s, b) {
					shortest = min(shortest, events[i])
				}
			}
			for _, p := range pass.Pieces {
				if has(p.Shows, b) {
					kept = min(kept, len(p.Stream.Events))
				}
			}
			Expect(kept).To(Equal(shortest))
		})
	})

	It("loses nothing by what comes after", func() {
		parameters := gopter.DefaultTestParametersWithSeed(1)
		parameters.MinSuccessfulTests = nightly.Count(2, 8)
		p := prop.ForAll(func(seed uint64, part int) string {
			batches, o := generated("neutral", 4000, seed)
			whole, _ := cover.Kept(batches, features(&o), eof)
			half, _ := cover.Kept(first(batches, part), features(&o), eof)
			// The half's last segment may be cut short: its end is no end.
			last := half.Pieces[len(half.Pieces)-1]
			for _, p := range half.Pieces {
				if p != last && !whole.Behaviours.Contains(p.Shows) {
					return "what the first half shows is lost"
				}
			}
			return ""
		}, gen.UInt64Range(0, 1000), gen.IntRange(1500, 3000))
		Expect(p.Check(parameters).Passed()).To(BeTrue())
	})

	It("takes what is short for one segment", func() {
		batches, o := generated("neutral", 300, 1)
		pass, err := cover.Kept(batches, features(&o), eof)
		Expect(err).NotTo(HaveOccurred())
		Expect(pass.Segments).To(Equal(1))
		Expect(pass.Pieces).To(HaveLen(1))
	})

	It("says what failed, and keeps what came before", func() {
		broken := errors.New("broken")
		pass, err := cover.Kept(func(yield func(wire.Batch, error) bool) { yield(wire.Batch{}, broken) }, spec.Features{}, eof)
		Expect(err).To(MatchError(broken))
		Expect(pass).NotTo(BeNil())
	})

	It("makes nothing of nothing", func() {
		_, o := generated("neutral", 1, 1)
		r, err := cover.Distil(func(func(wire.Batch, error) bool) {}, features(&o), eof, o)
		Expect(err).NotTo(HaveOccurred())
		Expect(r.Distillates).To(BeEmpty())
		Expect(r.Behaviours.Len()).To(BeZero())
	})
})

func has(s behaviour.Set, b int) bool {
	found := false
	s.Each(func(one int) { found = found || one == b })
	return found
}

// first are the first batches.
func first(batches iter.Seq2[wire.Batch, error], n int) iter.Seq2[wire.Batch, error] {
	return func(yield func(wire.Batch, error) bool) {
		for b, err := range batches {
			if n--; n < 0 || !yield(b, err) {
				return
			}
		}
	}
}

var _ = Describe("Distilling a long recording", func() {
	DescribeTable("loses no behaviour of the segments, and says the same with any number of workers",
		func(dialect string) {
			batches, o := generated(dialect, 3_000, 3)
			one, err := cover.Distil(batches, features(&o), eof, o)
			Expect(err).NotTo(HaveOccurred())
			Expect(one.Behaviours.Minus(one.Shown).Names()).To(BeEmpty())
			Expect(one.Shown.Minus(one.Behaviours).Names()).To(BeEmpty())
			o.Map = parallel.Map(8)
			other, err := cover.Distil(batches, features(&o), eof, o)
			Expect(err).NotTo(HaveOccurred())
			Expect(written(other)).To(Equal(written(one)))
			for _, d := range one.Distillates {
				Expect(d.Rules).To(ContainElement(d.Rule))
				Expect(d.Holds(d.Stream, nil)).To(BeTrue())
			}
		},
		Entry(nil, "neutral"), Entry(nil, "langgraph"),
	)

	It("ends early when it is told to, with what it has", func() {
		batches, o := generated("neutral", 3_000, 3)
		o.Stop = func() bool { return true }
		r, err := cover.Distil(batches, features(&o), eof, o)
		Expect(err).NotTo(HaveOccurred())
		Expect(r.Stopped).To(BeTrue())
		Expect(r.Behaviours.Minus(r.Shown).Names()).To(BeEmpty())
	})
})

var _ = Describe("Choosing", func() {
	It("takes what shows most for its length, and nothing that others show", func() {
		set := func(lines string) behaviour.Set {
			s, _, err := wire.DecodeAll(dialects.All()[0], "", strings.NewReader(lines), wire.Limits{})
			Expect(err).NotTo(HaveOccurred())
			return behaviour.Of(&s)
		}
		turn := set(`{"kind":"turn.start","session":"r"}`)
		call := set(`{"kind":"call.open","session":"r","call":"c"}`)
		piece := func(n int, shows behaviour.Set) *cover.Piece {
			p := &cover.Piece{Shows: shows}
			p.Stream.Events = make([]spec.Event, n)
			return p
		}
		a, b, both := piece(4, turn), piece(4, call), piece(6, turn.Union(call))
		Expect(cover.Choose([]*cover.Piece{a, b, both})).To(Equal([]*cover.Piece{both}))
		both = piece(9, turn.Union(call))
		Expect(cover.Choose([]*cover.Piece{a, both, b})).To(Equal([]*cover.Piece{a, b}))
	})

	It("tries each few once", func() {
		var all []string
		cover.Combinations(4, 2, func(chosen []int) bool {
			all = append(all, fmt.Sprint(chosen))
			return false
		})
		Expect(all).To(Equal([]string{"[0 1]", "[0 2]", "[0 3]", "[1 2]", "[1 3]", "[2 3]"}))
	})
})
