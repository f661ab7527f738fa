package distill_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/bulk"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner/distill"
	"github.com/quock-dev/quock/runner/distill/behaviour"
	"github.com/quock-dev/quock/runner/distill/distilltest"
	"github.com/quock-dev/quock/runner/distill/segment"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// written is what a result says, in full.
func written(r *distill.Covering) string {
	var b strings.Builder
	for _, d := range r.Distillates {
		fmt.Fprintf(&b, "%d-%d %s %q\n", d.First, d.Last, d.Rule, d.Records)
		for _, e := range d.Stream.Events {
			text, err := json.Marshal(&e)
			Expect(err).NotTo(HaveOccurred())
			fmt.Fprintf(&b, "%d %s\n", e.Record, text)
		}
	}
	return b.String() + strings.Join(r.Behaviours.Names(), "\n")
}

// generated is a recording of a dialect with so many events at least.
func generated(dialect string, events int, seed uint64) *distill.Recording {
	return distilltest.Bulk(dialect, bulk.Options{Events: events, Seed: seed, Level: perform.Degraded})
}

// few is for reductions that need not go far.
var few = distill.Options{Jobs: 2, Runs: 40}

func eof() spec.Cause { return spec.EOF }

// segments are the behaviours and lengths of all segments of a recording.
func segments(from *distill.Recording) (shows []behaviour.Set, events []int) {
	GinkgoHelper()
	codec, variant, err := dialects.Lookup(from.Dialect)
	Expect(err).NotTo(HaveOccurred())
	cutter := segment.NewCutter(codec.Features(variant), segment.Options{})
	take := func(s *segment.Segment) error {
		shows, events = append(shows, behaviour.Of(&s.Stream)), append(events, len(s.Stream.Events))
		return nil
	}
	for batch, err := range from.Batches() {
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

func showing(pieces []*distill.Piece) (all behaviour.Set) {
	for _, p := range pieces {
		all = all.Union(p.Shows)
	}
	return all
}

var _ = Describe("The pass over a long recording", func() {
	DescribeTable("keeps every behaviour of every segment, and few segments",
		func(dialect string) {
			from := generated(dialect, nightly.Count(2_500, 20_000), 1)
			pass, err := distill.Kept(from)
			Expect(err).NotTo(HaveOccurred())
			shows, _ := segments(from)
			Expect(showing(pass.Pieces)).To(Equal(union(shows)))
			Expect(pass.Behaviours).To(Equal(union(shows)))
			Expect(pass.Segments).To(Equal(len(shows)))
			Expect(len(pass.Pieces)).To(BeNumerically("<=", pass.Behaviours.Len()))
			Expect(slices.IsSortedFunc(pass.Pieces, func(a, b *distill.Piece) int { return a.First - b.First })).To(BeTrue())
		},
		Entry(nil, "neutral"), Entry(nil, "claudecode"), Entry(nil, "langgraph"), Entry(nil, "codex"), Entry(nil, "cagent"),
	)

	It("keeps for each behaviour the shortest segment that shows it", func() {
		from := generated("neutral", nightly.Count(2_500, 20_000), 2)
		pass, err := distill.Kept(from)
		Expect(err).NotTo(HaveOccurred())
		shows, events := segments(from)
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
			from := generated("neutral", 4000, seed)
			whole, _ := distill.Kept(from)
			half, _ := distill.Kept(first(from, part))
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
		from := generated("neutral", 150, 1)
		pass, err := distill.Kept(from)
		Expect(err).NotTo(HaveOccurred())
		Expect(pass.Segments).To(Equal(1))
		Expect(pass.Pieces).To(HaveLen(1))
	})

	It("says what failed, and keeps what came before", func() {
		broken := errors.New("broken")
		from := distilltest.Recording("neutral", nil)
		from.Batches = func() iter.Seq2[wire.Batch, error] {
			return func(yield func(wire.Batch, error) bool) { yield(wire.Batch{}, broken) }
		}
		pass, err := distill.Kept(from)
		Expect(err).To(MatchError(broken))
		Expect(pass).NotTo(BeNil())
	})

	It("makes nothing of nothing", func() {
		r, err := distill.Covers(distilltest.Recording("neutral", nil), few)
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

// first is a recording's beginning, of so many batches.
func first(from *distill.Recording, n int) *distill.Recording {
	return &distill.Recording{Dialect: from.Dialect, Cause: from.Cause, Batches: func() iter.Seq2[wire.Batch, error] {
		return func(yield func(wire.Batch, error) bool) {
			left := n
			for b, err := range from.Batches() {
				if left--; left < 0 || !yield(b, err) {
					return
				}
			}
		}
	}}
}

var _ = Describe("Distilling a long recording", func() {
	DescribeTable("loses no behaviour of the segments, and says the same with any number of workers",
		func(dialect string) {
			from, o := generated(dialect, 3_000, 3), few
			one, err := distill.Covers(from, o)
			Expect(err).NotTo(HaveOccurred())
			Expect(one.Behaviours.Minus(one.Shown).Names()).To(BeEmpty())
			Expect(one.Shown.Minus(one.Behaviours).Names()).To(BeEmpty())
			o.Jobs = 8
			other, err := distill.Covers(from, o)
			Expect(err).NotTo(HaveOccurred())
			Expect(written(other)).To(Equal(written(one)))
			for _, d := range one.Distillates {
				Expect(behaviour.Rules(&d.Stream).Rules()).To(ContainElement(d.Rule))
				Expect(d.Holds(d.Stream, nil)).To(BeTrue())
			}
		},
		Entry(nil, "neutral"), Entry(nil, "langgraph"),
	)

	It("ends early when it is told to, with what it has", func() {
		from, o := generated("neutral", 3_000, 3), few
		o.Stop = func() bool { return true }
		r, err := distill.Covers(from, o)
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
		piece := func(n int, shows behaviour.Set) *distill.Piece {
			p := &distill.Piece{Shows: shows}
			p.Stream.Events = make([]spec.Event, n)
			return p
		}
		a, b, both := piece(4, turn), piece(4, call), piece(6, turn.Union(call))
		Expect(distill.Choose([]*distill.Piece{a, b, both})).To(Equal([]*distill.Piece{both}))
		both = piece(9, turn.Union(call))
		Expect(distill.Choose([]*distill.Piece{a, both, b})).To(Equal([]*distill.Piece{a, b}))
	})

	It("tries each few once", func() {
		var all []string
		distill.Combinations(4, 2, func(chosen []int) bool {
			all = append(all, fmt.Sprint(chosen))
			return false
		})
		Expect(all).To(Equal([]string{"[0 1]", "[0 2]", "[0 3]", "[1 2]", "[1 3]", "[2 3]"}))
	})
})
