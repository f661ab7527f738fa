package transport_test

import (
	"os"
	"regexp"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/transport"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// one is a plan with one piece of damage.
func one(d transport.Damage) transport.Plan { return transport.Plan{Damage: []transport.Damage{d}} }

// bads are the faults that insert a bad record, with the reason of the problem that
// stands in its place.
var bads = []struct {
	fault  transport.Fault
	size   int
	reason string
}{
	{transport.Open, 0, wire.Malformed}, {transport.Words, 0, wire.Malformed}, {transport.Brace, 0, wire.Malformed},
	{transport.Wrong, 0, wire.Malformed}, {transport.Two, 0, wire.Malformed}, {transport.NotUTF8, 0, wire.Malformed},
	{transport.NUL, 0, wire.Malformed}, {transport.Giant, 70 << 10, wire.Malformed}, {transport.Abyss, 20_000, wire.LimitBroken},
}

// constants are the values of the constants of type Fault.
func constants() (names []string) {
	GinkgoHelper()
	source, err := os.ReadFile("fault.go")
	Expect(err).NotTo(HaveOccurred())
	for _, m := range regexp.MustCompile(`(?m)^\t\w+ +Fault += "(\w+)"`).FindAllSubmatch(source, -1) {
		names = append(names, string(m[1]))
	}
	Expect(len(names)).To(BeNumerically(">", 10))
	return names
}

var _ = Describe("Damage", func() {
	// What wire/bad-line asks of candidates, the reader of ours does.
	It("by a bad line costs that line only, and is reported once", func() {
		each(6, func(s speech, seed uint64) {
			for i, bad := range bads {
				at := (int(seed) + i) % (len(s.records) + 1)
				p := one(transport.Damage{Kind: bad.fault, Record: at, Size: bad.size})
				sent := s.text.Apply(&p)
				got, problems := s.received(sent)
				Expect(sent.Bad).To(BeNumerically("<=", 1))
				Expect(problems).To(HaveExactElements(And(HaveField("Reason", bad.reason), HaveField("Record", at+1))), "%s: %s", s.codec.Name(), p)
				Expect(got).To(Equal(values(s.records)), "%s: %s", s.codec.Name(), p)
			}
		})
	})

	It("by a line of a structured log means nothing in any dialect", func() {
		each(4, func(s speech, seed uint64) {
			p := one(transport.Damage{Kind: transport.Foreign, Record: int(seed) % len(s.records)})
			want, got := s.means(s.decoded(s.records)), s.means(s.sent(s.text.Apply(&p)))
			Expect(spec.Compare{Observes: spec.AllParts()}.Transcripts(want, got)).To(BeEmpty(), s.codec.Name())
		})
	})

	It("by half a record before the record costs the half only", func() {
		halves := 0
		each(5, func(s speech, seed uint64) {
			p := one(transport.Damage{Kind: transport.Half, Record: int(seed) % len(s.records), At: 1 + int(seed*7)})
			got, problems := s.received(s.text.Apply(&p))
			Expect(got).To(Equal(values(s.records)), "%s: %s", s.codec.Name(), p)
			Expect(problems).To(HaveLen(s.text.Apply(&p).Bad))
			halves += len(problems)
		})
		Expect(halves).To(BeNumerically(">", 20))
	})

	It("by a tail that comes again changes nothing where events have ids", func() {
		again := 0
		each(5, func(s speech, seed uint64) {
			if !s.text.IDs {
				return
			}
			p := one(transport.Damage{Kind: transport.Replay, Record: 1 + int(seed)%len(s.records), At: 3})
			got, _ := s.received(s.text.Apply(&p))
			Expect(len(got)).To(BeNumerically(">", len(s.records)))
			want, have := s.means(s.decoded(s.records)), s.means(s.sent(s.text.Apply(&p)))
			Expect(spec.Compare{Observes: spec.AllParts()}.Transcripts(want, have)).To(BeEmpty(), "%s: %s", s.codec.Name(), p)
			again++
		})
		Expect(again).To(BeNumerically(">", 0))
	})

	It("by an end at any byte leaves the records before it, and says whether the next is torn", func() {
		torn, half := 0, 0
		each(3, func(s speech, seed uint64) {
			r := int(seed) % len(s.records)
			for at := range len(s.text.Records[r]) + 1 {
				p := one(transport.Damage{Kind: transport.End, Record: r, At: at})
				sent := s.text.Apply(&p)
				Expect(sent.Cut).To(BeTrue())
				got, problems := s.received(sent)
				want := sent.Complete
				if sent.Torn {
					torn++
					want++
				}
				Expect(got).To(Equal(values(s.records[:want])), "%s: %s", s.codec.Name(), p)
				if len(problems) > 0 {
					half++
					Expect(problems).To(HaveExactElements(Or(
						HaveField("Reason", wire.Truncated), HaveField("Detail", HavePrefix("invalid UTF-8")))), "%s: %s", s.codec.Name(), p)
				}
			}
		})
		Expect(torn).To(BeNumerically(">", 20))
		Expect(half).To(BeNumerically(">", 1000))
	})

	It("is drawn in all its kinds, and only where it is asked for", func() {
		kinds := map[transport.Fault]int{}
		each(80, func(s speech, seed uint64) {
			p := drawn(s.text, seed, true)
			for _, d := range p.Damage {
				kinds[d.Kind]++
			}
			p = drawn(s.text, seed, false)
			Expect(p.Hostile()).To(BeFalse())
		})
		for _, name := range constants() {
			Expect(kinds).To(HaveKey(transport.Fault(name)), "no fault %q is drawn: add its entry to faultKinds in fuzz/transport/fault.go, and its draw to draw.go if it inserts no record", name)
		}
		Expect(kinds).To(HaveLen(len(constants())))
	})

	It("never keeps the reader of ours from ending", func() {
		each(80, func(s speech, seed uint64) {
			p := drawn(s.text, seed, true)
			_, _ = s.received(s.text.Apply(&p))
		})
	})
})
