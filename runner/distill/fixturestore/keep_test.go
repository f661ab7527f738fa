package fixturestore_test

import (
	"errors"
	"os"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/runner/distill"
	"github.com/quock-dev/quock/runner/distill/fixturestore"
	"github.com/quock-dev/quock/runner/distill/secret"
	"github.com/quock-dev/quock/spec"
)

// finder is made once, because it reads many rules.
var finder = sync.OnceValues(secret.New)

// kept is a distillate of a written case, and how to keep it.
func kept() (*distill.Distillate, fixturestore.Keeping) {
	GinkgoHelper()
	_, stream := of(scoped)
	secrets, err := finder()
	Expect(err).NotTo(HaveOccurred())
	always := func(spec.Stream, [][]byte) bool { return true }
	return &distill.Distillate{Stream: stream, Rule: "fragment/scoped-key", First: 3, Last: 9, Holds: always},
		fixturestore.Keeping{Origin: fixtures.Origin{Records: 100, Events: 90, Bytes: 8000, Hash: hash}, Secrets: secrets}
}

const hash = "0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a"

var _ = Describe("Keeping a distillate", func() {
	files := func(folder string) int {
		all, err := os.ReadDir(folder)
		if errors.Is(err, os.ErrNotExist) {
			return 0
		}
		Expect(err).NotTo(HaveOccurred())
		n := 0
		for _, f := range all {
			if f.Name()[0] != '.' {
				n++
			}
		}
		return n
	}

	It("writes it with where it comes from, and what was kept and replaced", func() {
		folder := GinkgoT().TempDir()
		one, how := kept()
		stored, err := open(folder).Keep(one, how)
		Expect(err).NotTo(HaveOccurred())
		Expect(stored.Known).To(BeEmpty())
		text, err := os.ReadFile(stored.Path)
		Expect(err).NotTo(HaveOccurred())
		d, err := fixtures.ParseDistilled(stored.Fixture.Name, text)
		Expect(err).NotTo(HaveOccurred())
		Expect(d.Origin.Records).To(Equal(100))
		Expect(d.Origin.KeptRecords).To(Equal(len(stored.Neutral.Records)))
		Expect(d.Origin.KeptEvents).To(Equal(len(stored.Neutral.Stream.Events)))
		Expect(d.Origin.Replaced).To(Equal(stored.Neutral.Describe()))
		Expect(d.Failed).To(BeEmpty())
	})

	It("says which fixture shows the same, and writes none", func() {
		folder := GinkgoT().TempDir()
		one, how := kept()
		first, err := open(folder).Keep(one, how)
		Expect(err).NotTo(HaveOccurred())
		again, err := open(folder).Keep(one, how)
		Expect(err).NotTo(HaveOccurred())
		Expect(again.Path).To(BeEmpty())
		Expect(again.Known).To(Equal(first.Path))
		Expect(files(folder)).To(Equal(1))
	})

	It("names the rule that a candidate broke, where one failed", func() {
		one, how := kept()
		how.Failed = true
		stored, err := open(GinkgoT().TempDir()).Keep(one, how)
		Expect(err).NotTo(HaveOccurred())
		Expect(stored.Fixture.Failed).To(Equal("fragment/scoped-key"))
	})

	It("writes nothing once it is stopped", func() {
		folder := GinkgoT().TempDir()
		one, how := kept()
		how.Stop = func() error { return errors.New("interrupted") }
		_, err := open(folder).Keep(one, how)
		Expect(err).To(MatchError("interrupted"))
		Expect(files(folder)).To(Equal(0))
	})

	It("writes nothing that is no longer what it was kept for, and names its place in the recording", func() {
		folder := GinkgoT().TempDir()
		one, how := kept()
		one.Holds = func(spec.Stream, [][]byte) bool { return false }
		_, err := open(folder).Keep(one, how)
		Expect(err).To(MatchError(distill.ErrWords))
		Expect(err).To(MatchError(HavePrefix("what is kept of its records 3 to 9: ")))
		Expect(files(folder)).To(Equal(0))
	})

	It("names one record alone", func() {
		one, _ := kept()
		one.Last = 3
		Expect(one.Place()).To(Equal("record 3"))
	})
})
