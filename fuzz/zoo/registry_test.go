package zoo_test

import (
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	broken "github.com/quock-dev/quock/fixtures/candidates/broken/bug"
	"github.com/quock-dev/quock/fixtures/candidates/bytes/reader"
	"github.com/quock-dev/quock/fixtures/candidates/null/trivial"
	store "github.com/quock-dev/quock/fixtures/candidates/store/bug"
	"github.com/quock-dev/quock/fuzz/zoo/wrong"
	"github.com/quock-dev/quock/model/deviation"
)

// registered are the programs of the registry in some lists.
func registered(lists ...string) (all []string) {
	for _, d := range deviation.All() {
		for _, p := range d.Programs {
			if list, _, _ := strings.Cut(p, " "); slices.Contains(lists, list) {
				all = append(all, p)
			}
		}
	}
	return all
}

// A program may import only the contract, so its sentence and rules stand with
// it, too. The registry must not say something else of it.
var _ = Describe("The registry of deviations", func() {
	It("has the programs that are wrong on purpose, each with its sentence and rules, and no other", func() {
		var listed []string
		same := func(list, name, sentence string, rules ...string) {
			listed = append(listed, list+" "+name)
			d, ok := deviation.ByName(list + " " + name)
			Expect(ok).To(BeTrue(), "%s %s: add it to model/deviation/programs.tsv", list, name)
			Expect(d.Sentence).To(Equal(sentence), name)
			Expect(d.Rules).To(Equal(rules), name)
		}
		for _, b := range broken.All() {
			same("broken", b.Name, b.About, slices.Concat(b.Rules, b.Base)...)
		}
		for _, b := range store.All() {
			same("store", b.Name, b.About, b.Rules...)
		}
		for _, b := range reader.Faults() {
			same("bytes", string(b.Fault), b.About, b.Rule)
		}
		for _, s := range wrong.Stores() {
			listed = append(listed, "store "+s.Name)
		}
		Expect(registered("broken", "store", "bytes")).To(ConsistOf(listed))
	})

	It("has the trivial candidates, and the wrong adapters, framers and writers of this folder", func() {
		var listed []string
		for _, kind := range trivial.Kinds() {
			listed = append(listed, "null "+kind)
		}
		for _, a := range wrong.Adapters() {
			listed = append(listed, "adapter "+a.Name)
		}
		for _, f := range wrong.Framers() {
			listed = append(listed, "framer "+f.Name)
		}
		for _, w := range wrong.Writers() {
			listed = append(listed, "writer "+w.Name)
		}
		Expect(registered("null", "adapter", "framer", "writer")).To(ConsistOf(listed))
	})

	It("cites only bugs that are caught", func() {
		caught := map[string]bool{}
		for _, r := range rows() {
			caught[r.ID] = r.Caught()
		}
		for _, d := range deviation.All() {
			for _, bug := range d.Bugs {
				Expect(caught[bug]).To(BeTrue(), "%s: %s", d.Name, bug)
			}
		}
	})
})
