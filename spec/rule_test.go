package spec_test

import (
	"bufio"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

var _ = Describe("The registry of rules", func() {
	rules := spec.Rules()

	It("has every family, each with rules of its own", func() {
		var families []string
		for _, r := range rules {
			if !slices.Contains(families, r.Family) {
				families = append(families, r.Family)
			}
			Expect(r.ID).To(HavePrefix(r.Family+"/"), "%s:%d", r.File, r.Line)
			Expect(r.File).To(Equal("rules/" + r.Family + ".md"))
		}
		Expect(families).To(HaveExactElements(spec.Families()))
	})

	It("finds a rule by its id, and says so where there is none", func() {
		for _, r := range rules {
			found, ok := spec.RuleByID(r.ID)
			Expect(ok).To(BeTrue(), r.ID)
			Expect(found).To(Equal(r))
		}
		_, ok := spec.RuleByID("fragment/none-such")
		Expect(ok).To(BeFalse())
	})

	It("hands out copies, so that no caller changes the rules for the next", func() {
		spec.Rules()[0].ID = "changed"
		Expect(spec.Rules()[0].ID).To(Equal(rules[0].ID))
	})

	It("says of every rule what must hold, in a sentence, and why", func() {
		for _, r := range rules {
			Expect(r.Sentence).To(MatchRegexp(`^[A-Z].{60,600}\.$`), r.ID)
			for _, text := range []string{r.Why, r.Right, r.Wrong} {
				Expect(text).To(MatchRegexp(`(?s)^[A-Za-z0-9"].{8,}[.]$`), r.ID)
			}
		}
	})

	It("says no two rules in the same words", func() {
		seen := map[string]string{}
		for _, r := range rules {
			Expect(seen).NotTo(HaveKey(r.Sentence), r.ID)
			seen[r.Sentence] = r.ID
		}
	})

	It("shows every rule on events that the neutral dialect takes", func() {
		for _, r := range rules {
			events, err := r.Events()
			Expect(err).NotTo(HaveOccurred(), "%s:%d", r.File, r.Line)
			Expect(events).NotTo(BeEmpty(), r.ID)
			Expect(events[len(events)-1].Record).To(Equal(len(events)), r.ID)
		}
	})

	It("refers only to rules that are there", func() {
		word := regexp.MustCompile(`\b(` + strings.Join(spec.Families(), "|") + `)/[a-z-]+[a-z]`)
		for _, r := range rules {
			for _, id := range word.FindAllString(strings.Join([]string{r.Sentence, r.Notes, r.Why, r.Right, r.Wrong}, " "), -1) {
				_, ok := spec.RuleByID(id)
				Expect(ok).To(BeTrue(), "%s refers to %s", r.ID, id)
			}
		}
	})

	It("lets only those families wait that need a role or layer to come", func() {
		for _, r := range rules {
			if r.Waits != "" {
				Expect(r.Family).To(BeElementOf("persist", "adapt", "wire"), r.ID)
			}
		}
	})
})

var _ = Describe("What a rule asks", func() {
	rule := func(id string) spec.Rule {
		GinkgoHelper()
		r, ok := spec.RuleByID(id)
		Expect(ok).To(BeTrue(), id)
		return r
	}

	It("of a candidate are parts that it must all observe", func() {
		r := rule("attach/backward")
		Expect(r.Observable(spec.PartsOf(spec.ObserveMessages, spec.ObserveCalls))).To(BeTrue())
		Expect(r.Observable(spec.PartsOf(spec.ObserveCalls))).To(BeFalse(), "an attachment shows only where both are seen")
	})

	It("of a candidate may be parts of which one is enough", func() {
		r := rule("fragment/concatenate")
		Expect(r.Observable(spec.PartsOf(spec.ObserveCalls))).To(BeTrue())
		Expect(r.Observable(spec.PartsOf(spec.ObserveQuota))).To(BeFalse())
	})

	It("of a candidate is nothing where the rule is about a recorded trace", func() {
		r := rule("produce/closed")
		Expect(r.Observable(0)).To(BeTrue())
	})

	It("of a dialect is what it must declare, a word included", func() {
		r := rule("attach/backward")
		Expect(r.Applies(&spec.Features{Owner: spec.Derived})).To(BeTrue())
		Expect(r.Applies(&spec.Features{Owner: spec.Named})).To(BeFalse())
	})

	It("of a dialect may be that it does not declare something", func() {
		r := rule("session/scoped-ids")
		Expect(r.Applies(&spec.Features{})).To(BeTrue())
		Expect(r.Applies(&spec.Features{GlobalCallIDs: true})).To(BeFalse())
	})

	It("of a dialect may be one of several things", func() {
		r := rule("account/usage-once")
		Expect(r.Applies(&spec.Features{MessageUsage: true})).To(BeTrue())
		Expect(r.Applies(&spec.Features{TurnUsage: true})).To(BeTrue())
		Expect(r.Applies(&spec.Features{})).To(BeFalse())
	})

	It("of a dialect are several things together", func() {
		r := rule("fragment/scoped-key")
		Expect(r.Applies(&spec.Features{ArgsDeltas: true, Slots: true})).To(BeTrue())
		Expect(r.Applies(&spec.Features{ArgsDeltas: true})).To(BeFalse())
	})
})

// shared is a file of the catalogue that the rules grew from, if it is at
// hand: it is no part of the repository.
func shared(name string) string {
	dirs := []string{os.Getenv("QUOCK_SHARED"), filepath.Join("..", "..", "shared")}
	for _, dir := range dirs {
		if path := filepath.Join(dir, name); dir != "" && isFile(path) {
			return path
		}
	}
	Skip(name + " is not at hand: set QUOCK_SHARED to the directory of the catalogue")
	return ""
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// firstCells are the first cells of a table's lines that look like an id.
func firstCells(path string, id *regexp.Regexp) []string {
	GinkgoHelper()
	f, err := os.Open(path)
	Expect(err).NotTo(HaveOccurred())
	defer f.Close()
	var ids []string
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if m := id.FindStringSubmatch(lines.Text()); m != nil {
			ids = append(ids, m[1])
		}
	}
	Expect(lines.Err()).NotTo(HaveOccurred())
	return ids
}

var _ = Describe("The rules beside the catalogue that they grew from", func() {
	It("are those of the catalogue, none dropped and none renamed", func() {
		want := firstCells(shared("rules.md"), regexp.MustCompile(`^\| ([a-z]+/[a-z-]+) \|`))
		Expect(want).NotTo(BeEmpty())
		var have []string
		for _, r := range spec.Rules() {
			have = append(have, r.ID)
		}
		Expect(have).To(ContainElements(want))
	})

	It("cite public bugs that are listed, and leave none of the list without a rule", func() {
		listed := firstCells(shared("bugzoo.tsv"), regexp.MustCompile(`^(Z[0-9]+)\t`))
		later := firstCells(shared("bugzoo-2.tsv"), regexp.MustCompile(`^(Y[0-9]+)\t`))
		cited := map[string]bool{}
		for _, r := range spec.Rules() {
			for _, id := range r.Cases {
				cited[id] = true
				if id[0] != 'X' { // those stand in the references of the formats
					Expect(slices.Concat(listed, later)).To(ContainElement(id), r.ID)
				}
			}
		}
		var without []string
		for _, id := range listed {
			if !cited[id] {
				without = append(without, id)
			}
		}
		Expect(without).To(BeEmpty())
	})
})
