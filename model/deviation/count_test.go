package deviation_test

import (
	"fmt"
	"math/bits"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/matrix"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/scenario/generator"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

// readings are what the reference with deviations answers after each record, and after the
// end. n counts the departures of the last one; until is asked after each of them.
func readings(s *spec.Stream, p spec.Policies, of []deviation.Deviation, n *deviation.Count, until func(at int, t *spec.Transcript) bool) {
	c := deviation.Compose()
	for i, d := range of {
		if i < len(of)-1 {
			c.Add(d, nil)
		} else {
			c.Add(d, n)
		}
	}
	pass := c.Read(s, p)
	for at := range s.Records() + 1 {
		position := at + 1
		if at == s.Records() {
			position = spec.AtEnd
		}
		pass.To(position)
		if t := pass.Transcript(); until(at, &t) {
			return
		}
	}
}

// A search reads no further, and takes no transcript, where a deviation counted no
// departure. So one that departs without a count is missed.
var _ = Describe("A deviation that counts its departures", func() {
	counting := slices.DeleteFunc(deviation.All(), func(d deviation.Deviation) bool { return !d.Counts() })

	// Some replace several decisions.
	several := slices.DeleteFunc(slices.Clone(counting), func(d deviation.Deviation) bool {
		changed := d.Decisions()
		return bits.OnesCount64(changed[0])+bits.OnesCount64(changed[1]) == 1
	})

	uncounted := func(of []deviation.Deviation, s *spec.Stream, p spec.Policies, base []deviation.Deviation, nth, step int) (found []string) {
		var without []spec.Transcript
		readings(s, p, base, nil, func(_ int, t *spec.Transcript) bool {
			without = append(without, *t)
			return false
		})
		for i, d := range of {
			if (i+nth)%step != 0 || slices.ContainsFunc(base, func(b deviation.Deviation) bool { return !d.Composes(b) }) {
				continue
			}
			n := deviation.Count{}
			readings(s, p, append(slices.Clone(base), d), &n, func(at int, t *spec.Transcript) bool {
				if n.Triggered == 0 && (spec.Compare{Observes: spec.AllParts()}).Differ(&without[at], t) {
					found = append(found, fmt.Sprintf("%s after %d records of %d", d.Name, at+1, s.Records()))
					return true
				}
				return n.Triggered > 0
			})
		}
		return found
	}

	It("answers as without it until the first, on every written stream", func() {
		cases, err := matrix.Written()
		Expect(err).NotTo(HaveOccurred())
		var found []string
		for i := range cases {
			found = append(found, uncounted(counting, &cases[i].Stream, cases[i].Policies, nil, i, nightly.Count(10, 1))...)
			found = append(found, uncounted(several, &cases[i].Stream, cases[i].Policies, nil, i, 1)...)
		}
		Expect(found).To(BeEmpty())
	})

	It("asks none of its decisions while a transcript is rendered", func() {
		cases, err := matrix.Written()
		Expect(err).NotTo(HaveOccurred())
		var rendering bool
		var asked deviation.Decisions
		for i := range cases {
			c := deviation.Compose()
			c.Watch(func(decision int) {
				if rendering {
					asked.Add(decision)
				}
			})
			for pass, n := c.Read(&cases[i].Stream, cases[i].Policies), 1; n <= cases[i].Stream.Records(); n++ {
				pass.To(n)
				rendering = true
				pass.Transcript()
				rendering = false
			}
		}
		Expect(asked.Empty()).To(BeFalse())
		for _, d := range counting {
			Expect(asked.Meets(d.Decisions())).To(BeFalse(), d.Name)
		}
	})

	It("answers as without it until the first, on generated streams, also beside another one", func() {
		g := matrix.Generated(generator.Mixed)(9)
		var found []string
		for n := range nightly.Count[uint64](3, 12) {
			for i, f := range matrix.Shapes() {
				c := g.Case(&f, i, n)
				found = append(found, uncounted(counting, &c.Stream, c.Policies, nil, i+int(n), nightly.Count(10, 1))...)
				found = append(found, uncounted(counting, &c.Stream, c.Policies, counting[(i*31+int(n)*17)%len(counting):][:1], i, nightly.Count(20, 1))...)
			}
		}
		Expect(found).To(BeEmpty())
	})
})
