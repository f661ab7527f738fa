package golden_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/sebdah/goldie/v2"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/golden"
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner/distill/fixturestore"
	"github.com/quock-dev/quock/spec"
)

// distilledFolder is where the fixtures are that the program carries. They are
// read from there and not as embedded, so that one that was edited can be
// renewed.
const distilledFolder = "../fixtures/distilled"

// distilled are all distilled fixtures; one that was edited as well, if they are
// being written anew. unread says why one cannot be used.
var distilled, unread = func() (all []fixtures.Distilled, unread error) {
	folder := os.DirFS(distilledFolder)
	names, odd, err := fixtures.DistilledNames(folder)
	unread = errors.Join(append(odd, err)...)
	for _, name := range names {
		d, err := fixtures.DistilledIn(folder, name)
		if errors.Is(err, fixtures.ErrEdited) && renewing {
			err = nil
		}
		if err != nil {
			unread = errors.Join(unread, err)
			continue
		}
		all = append(all, d)
	}
	return all, unread
}()

// renewing says that the goldens are being written anew.
var renewing = os.Getenv("GOLDIE_UPDATE") != ""

// caseOf is a fixture in the form of a written case.
func caseOf(d *fixtures.Distilled) fixtures.Case {
	return fixtures.Case{
		Name: d.Name, Rule: d.Rule, Dialect: d.Dialect, Records: d.Records, Observe: d.Observe, End: d.End, Policies: d.Policies,
	}
}

var _ = Describe("Every distilled fixture", func() {
	It("can be read, and there is nothing else in their folder", func() {
		Expect(unread).NotTo(HaveOccurred())
		left, err := filepath.Glob(distilledFolder + "/.*")
		Expect(err).NotTo(HaveOccurred())
		Expect(left).To(BeEmpty())
	})

	for i := range distilled {
		d := distilled[i]
		It("is what the model makes of its stream today: "+d.Name, func() {
			// The whole file is held, so that the diff shows what changed: its
			// expectation, its rules, or what it breaks.
			Expect(fixturestore.Complete(&d)).To(Succeed())
			text, err := d.Format()
			Expect(err).NotTo(HaveOccurred())
			g := goldie.New(GinkgoTB(), goldie.WithFixtureDir(distilledFolder), goldie.WithNameSuffix(".txtar"))
			g.Assert(GinkgoTB(), d.Name, text)
		})
	}

	It("reads back as it was", func() {
		if renewing {
			Skip("they are being written anew")
		}
		for i := range distilled {
			c := caseOf(&distilled[i])
			approved, err := golden.Parse(distilled[i].Expected)
			Expect(err).NotTo(HaveOccurred(), c.Name)
			out, _ := distilledOutcome(&distilled[i])
			Expect(approved.Observations).To(HaveLen(len(out.Observations)), c.Name)
			for i, seen := range out.Observations {
				Expect(approved.Observations[i].At).To(Equal(seen.At), c.Name)
				same(c.Name, &seen.Transcript, &approved.Observations[i].Transcript)
			}
			same(c.Name, &out.Final, &approved.Final)
		}
	})

	It("is there once, under the name of what it shows", func() {
		put, err := fixturestore.Open(GinkgoT().TempDir(), nil)
		Expect(err).NotTo(HaveOccurred())
		for i := range distilled {
			d := distilled[i]
			stream, err := fixturestore.Stream(&d)
			Expect(err).NotTo(HaveOccurred())
			_, known, err := put.Put(&d, stream)
			Expect(err).NotTo(HaveOccurred())
			Expect(known).To(BeEmpty(), "%s shows the same", distilled[i].Name)
			Expect(distilled[i].Name).To(Equal(d.Name))
		}
	})

	It("is one of those that the program carries", func() {
		if renewing {
			Skip("they are being written anew")
		}
		carried, err := fixtures.DistilledAll()
		Expect(err).NotTo(HaveOccurred())
		Expect(carried).To(HaveLen(len(distilled)))
		for i := range carried {
			Expect(carried[i]).To(Equal(distilled[i]))
		}
	})

	It("puts the rule to the test that it shows, if there is a wrong model of it and no candidate failed on it", func() {
		modelled := func(rule string) bool {
			return slices.ContainsFunc(deviation.Models(), func(m deviation.Deviation) bool { return m.Rule() == rule })
		}
		for i := range distilled {
			if d := &distilled[i]; d.Failed == "" && modelled(d.Rule) {
				Expect(d.Rules).To(ContainElement(d.Rule), d.Name)
			}
		}
	})

	It("shows a rule that no empty answer keeps", func() {
		var fooled []string
		for i := range distilled {
			d := &distilled[i]
			judge, judged := check.ByRule(d.Rule)
			if !judged || !slices.Contains(d.Rules, d.Rule) || d.Failed != "" { // who failed said what is not there
				continue
			}
			out, f := distilledOutcome(d)
			nothing := func(at int) spec.Transcript { return empty(caseOf(d), at) }
			if keeps(judge, f, out, spec.Fault{Rule: d.Rule}, nothing) {
				fooled = append(fooled, d.Name)
			}
		}
		Expect(fooled).To(BeEmpty())
	})
})

// distilledOutcome is what the model makes of a fixture.
func distilledOutcome(d *fixtures.Distilled) (golden.Outcome, spec.Features) {
	GinkgoHelper()
	stream, err := fixturestore.Stream(d)
	Expect(err).NotTo(HaveOccurred(), d.Name)
	return outcomeOf(caseOf(d), stream)
}
