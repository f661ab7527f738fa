package golden_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/sebdah/goldie/v2"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/golden"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/model/check/produce"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// cases are all cases, read once while the tree of specs is built.
var cases = func() []fixtures.Case {
	all, err := fixtures.Streams()
	if err != nil {
		panic(err)
	}
	return all
}()

// outcome is what the model makes of a case.
func outcome(c fixtures.Case) (golden.Outcome, spec.Features) {
	codec, variant, err := dialects.Lookup(c.Dialect)
	Expect(err).NotTo(HaveOccurred())
	stream, problems := wire.DecodeRecords(codec, variant, c.Records)
	Expect(problems).To(BeEmpty())
	return outcomeOf(c, stream)
}

// outcomeOf is what the model makes of a case with a stream.
func outcomeOf(c fixtures.Case, stream spec.Stream) (golden.Outcome, spec.Features) {
	var out golden.Outcome
	state, next := model.New(stream.Features, c.Policies), 0
	for _, at := range c.Observe {
		for ; next < len(stream.Events) && stream.Events[next].Record <= at; next++ {
			state.Step(&stream.Events[next])
		}
		out.Observations = append(out.Observations, golden.Observation{At: at, Transcript: state.Transcript()})
	}
	for ; next < len(stream.Events); next++ {
		state.Step(&stream.Events[next])
	}
	state.End(c.End)
	out.Final = state.Transcript()
	return out, stream.Features
}

var _ = Describe("The golden of every case", func() {
	for _, c := range cases {
		It("is what the model says: "+c.Name, func() {
			out, _ := outcome(c)
			text, err := golden.Render(out)
			Expect(err).NotTo(HaveOccurred())
			g := goldie.New(GinkgoTB(), goldie.WithFixtureDir("."), goldie.WithNameSuffix(".golden"))
			_, written := golden.Lookup(c.Name)
			Expect(written || os.Getenv("GOLDIE_UPDATE") != "").To(BeTrue(), "no golden/%s.golden: write it with `make golden`, and read it", c.Name)
			g.Assert(GinkgoTB(), c.Name, text)
		})
	}

	It("reads back as it was", func() {
		for _, c := range cases {
			out, _ := outcome(c)
			approved, err := golden.Read(c.Name)
			Expect(err).NotTo(HaveOccurred())
			Expect(approved.Observations).To(HaveLen(len(out.Observations)), c.Name)
			for i, seen := range out.Observations {
				Expect(approved.Observations[i].At).To(Equal(seen.At), c.Name)
				same(c.Name, &seen.Transcript, &approved.Observations[i].Transcript)
			}
			same(c.Name, &out.Final, &approved.Final)
		}
	})
})

// same compares both ways, so that a mark which only the wanted side bears is
// not lost in either.
func same(name string, a, b *spec.Transcript) {
	compare := spec.Compare{Observes: spec.AllParts()}
	ExpectWithOffset(1, compare.Transcripts(a, b)).To(BeEmpty(), name)
	ExpectWithOffset(1, compare.Transcripts(b, a)).To(BeEmpty(), name)
}

var _ = Describe("Every breaking case", func() {
	It("shows what its rule speaks of, where its faults say", func() {
		var hidden []string
		for _, c := range cases {
			judge, judged := check.ByRule(c.Rule)
			if !c.Breaking || !judged {
				continue
			}
			out, f := outcome(c)
			Expect(judge.Applies(f)).To(BeTrue(), c.Name)
			for _, fault := range c.Faults {
				if !touched(judge, f, out, fault) {
					hidden = append(hidden, c.Name+": "+fault.Name)
				}
			}
		}
		Expect(hidden).To(BeEmpty())
	})
})

// touched reports whether a candidate that is right passes the rule.
func touched(judge check.Check, f spec.Features, out golden.Outcome, h spec.Fault) bool {
	any := false
	for _, observation := range observationsOf(out) {
		t := observation.Transcript
		any = judge.Judge(&check.Evidence{
			Features: f, Observes: spec.AllParts(), Want: &t, Got: &t, Position: observation.At, Fault: h,
		}).Touched || any
	}
	return any
}

// observationsOf are the observations and the end.
func observationsOf(out golden.Outcome) []golden.Observation {
	return append(slices.Clone(out.Observations), golden.Observation{At: -1, Transcript: out.Final})
}

var _ = Describe("The goldens", func() {
	It("belong to a case each", func() {
		var names []string
		for _, c := range cases {
			names = append(names, c.Name)
		}
		files, err := filepath.Glob("*/*.golden")
		Expect(err).NotTo(HaveOccurred())
		for i, file := range files {
			files[i] = strings.TrimSuffix(file, ".golden")
		}
		Expect(files).To(ConsistOf(names), "write the golden of a new case with `make golden`, read it, and commit golden/FAMILY/CASE.golden; remove that of a case that is gone")
	})

	It("are found by the name of their case, and nothing else is", func() {
		_, ok := golden.Lookup(cases[0].Name)
		Expect(ok).To(BeTrue())
		_, ok = golden.Lookup("fragment/no-such-case.clean")
		Expect(ok).To(BeFalse())
		_, err := golden.Read("fragment/no-such-case.clean")
		Expect(err).To(MatchError(`golden: no outcome of a case "fragment/no-such-case.clean"`))
	})
})

var _ = Describe("What is said of a producer", func() {
	It("has the record that it is about, wherever the stream of a case breaks off", func() {
		found := 0
		for _, c := range cases {
			codec, variant, err := dialects.Lookup(c.Dialect)
			Expect(err).NotTo(HaveOccurred())
			for n := range c.Records {
				stream, _ := wire.DecodeRecords(codec, variant, c.Records[:n+1])
				stream.End = spec.Cut
				t := model.Run(stream, c.Policies)
				var at []int
				for _, b := range produce.Breaches(stream.Features, &t) {
					at = append(at, b.At)
				}
				where := t.Where()
				for i := range t.Anomalies {
					at = append(at, where(&t.Anomalies[i]))
				}
				for i := range t.Active {
					at = append(at, t.Active[i].At)
				}
				Expect(at).To(Or(BeEmpty(), HaveEach(And(BeNumerically(">", 0), BeNumerically("<=", n+1)))), "%s, %d records", c.Name, n+1)
				found += len(at)
			}
		}
		Expect(found).To(BeNumerically(">", 100))
	})
})

var _ = Describe("Every trace case", func() {
	It("breaks its rule if it is breaking, and none if it is clean", func() {
		for _, c := range cases {
			if c.Kind != fixtures.Trace {
				continue
			}
			out, f := outcome(c)
			codec, variant, _ := dialects.Lookup(c.Dialect)
			var rules []string
			for _, breach := range produce.Breaches(f, &out.Final, wire.Violations(codec, variant, c.Records)...) {
				rules = append(rules, breach.Rule)
			}
			if c.Breaking {
				Expect(rules).To(ContainElement(c.Rule), c.Name)
			} else {
				Expect(rules).To(BeEmpty(), c.Name)
			}
		}
	})
})
