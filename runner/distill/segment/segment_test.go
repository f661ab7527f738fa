package segment_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/runner/distill/segment"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// collect is what a transcript's sessions say: messages and calls in their order,
// without the turns' numbers, which are others in a segment.
func collect(all map[string][]string, t *spec.Transcript) {
	for _, ss := range t.Sessions {
		for _, m := range ss.Messages {
			m.Turn, m.ID = 0, ""
			all[ss.ID] = append(all[ss.ID], text(m))
		}
		for _, c := range ss.Held {
			all[ss.ID+" held"] = append(all[ss.ID+" held"], text(c))
		}
		for _, c := range ss.Abandoned {
			all[ss.ID+" abandoned"] = append(all[ss.ID+" abandoned"], text(c))
		}
	}
}

func text(v any) string {
	b, err := json.Marshal(v)
	Expect(err).NotTo(HaveOccurred())
	return string(b)
}

// parted is the first thing that the parts do not say as the whole does; "" for
// none.
func parted(whole, parts map[string][]string) string {
	for _, id := range slices.Sorted(maps.Keys(whole)) {
		for i, want := range whole[id] {
			if got := append(parts[id], make([]string, i+1)...)[i]; got != want {
				return fmt.Sprintf("session %q: %d: want %s, got %s", id, i, want, got)
			}
		}
		if len(parts[id]) > len(whole[id]) {
			return fmt.Sprintf("session %q: too much: %s", id, parts[id][len(whole[id])])
		}
	}
	return ""
}

// tiled reports that segments hold each record of the stream once, in order; a
// note may be left out.
func tiled(s spec.Stream, segments []*segment.Segment) {
	GinkgoHelper()
	at, last := 0, 0
	for _, one := range segments {
		Expect(one.First).To(BeNumerically(">", last))
		last = one.Last
		for _, e := range one.Stream.Events {
			if e.Record <= one.Prelude {
				continue
			}
			for e.Kind != s.Events[at].Kind && s.Events[at].Kind == spec.NoteEvent {
				at++
			}
			Expect(e.Kind).To(Equal(s.Events[at].Kind))
			Expect(s.Events[at].Record).To(And(BeNumerically(">=", one.First), BeNumerically("<=", one.Last)))
			at++
		}
	}
	Expect(len(s.Events) - at).To(BeNumerically("<", 3))
}

var _ = Describe("The segments of a stream", func() {
	vs := voices()
	for i := range vs {
		v := &vs[i]
		It("say together what the whole says, in "+v.Dialect+", because a reader of one has to be judged by it", func() {
			several := 0
			for seed := range uint64(60) {
				s := long(v, perform.Clean, seed*100, 4)
				segments := cut(s, segment.Options{Join: 1})
				tiled(s, segments)
				if slices.ContainsFunc(s.Events, func(e spec.Event) bool { return e.Kind == spec.History }) {
					continue // it takes back what earlier segments say
				}
				whole, parts := map[string][]string{}, map[string][]string{}
				t := model.Run(s, spec.Policies{})
				collect(whole, &t)
				open := false
				for _, one := range segments {
					t := model.Run(one.Stream, spec.Policies{})
					collect(parts, &t)
					open = open || one.Cut
				}
				Expect(open).To(BeFalse())
				Expect(parted(whole, parts)).To(BeEmpty(), fmt.Sprint("seed ", seed))
				if len(segments) > 1 {
					several++
				}
			}
			if v.Features.Turns == spec.TurnsMarked && !v.Features.Terminal {
				Expect(several).To(BeZero(), "nothing ends a turn, so only the bounds cut it")
				return
			}
			Expect(several).To(BeNumerically(">", 20))
		})

		It("can be written in "+v.Dialect+" and mean the same when read", func() {
			for seed := range uint64(40) {
				s := long(v, perform.Clean, seed*100, 4)
				for n, one := range cut(s, segment.Options{Join: 1}) {
					records, err := wire.EncodeStream(v.codec, v.variant, one.Stream)
					Expect(err).NotTo(HaveOccurred(), fmt.Sprint("seed ", seed, " segment ", n))
					back, problems := wire.DecodeRecords(v.codec, v.variant, records)
					Expect(problems).To(BeEmpty())
					back.End = one.Stream.End
					want, got := model.Run(one.Stream, spec.Policies{}), model.Run(back, spec.Policies{})
					Expect(spec.Compare{Observes: spec.AllParts()}.Transcripts(&want, &got)).To(BeEmpty(), fmt.Sprint("seed ", seed, " segment ", n))
				}
			}
		})
	}
})
