package catalogue

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/matrix"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

// withoutChecks returns the rows as they would be without the checks of some rules,
// as far as the rows show it.
func withoutChecks(rows []matrix.Row, off func(rule string) bool) []matrix.Row {
	left := make([]matrix.Row, len(rows))
	for i := range rows {
		left[i] = without(&rows[i], off)
	}
	return left
}

func without(r *matrix.Row, off func(rule string) bool) matrix.Row {
	rule, _ := spec.RuleByID(r.Mutant.Rule())
	left := *r
	left.Written.Seen = except(r.Written.Seen, off)
	left.Written.Rule = r.Written.Rule && !off(rule.ID)
	left.Written.Family = r.Written.Family && ofFamily(left.Written.Seen, rule.Family)
	left.Tasks = append([]matrix.Task(nil), r.Tasks...)
	for i := range left.Tasks {
		t := &left.Tasks[i]
		t.Seen = except(t.Seen, off)
		if off(rule.ID) {
			t.Rule = 0
		}
		if !ofFamily(t.Seen, rule.Family) {
			t.Family = 0
		}
	}
	return left
}

func except(rules []string, off func(rule string) bool) []string {
	var left []string
	for _, rule := range rules {
		if !off(rule) {
			left = append(left, rule)
		}
	}
	return left
}

func ofFamily(rules []string, family string) bool {
	for _, rule := range rules {
		if strings.HasPrefix(rule, family+"/") {
			return true
		}
	}
	return false
}

var _ = Describe("Without a check", func() {
	off := func(rule string) bool { return rule == "attach/by-id" }
	killed := func(n int) matrix.Row {
		m, ok := deviation.ByName("attach/by-name")
		Expect(ok).To(BeTrue())
		t := matrix.Task{Cases: 1000, Killed: n, Family: n, Rule: n}
		if n > 0 {
			t.Seen = []string{m.Rule()}
		}
		return matrix.Row{Mutant: m, Tasks: []matrix.Task{t}}
	}

	It("a wrong model that it alone saw survives", func() {
		rows := withoutChecks([]matrix.Row{killed(4)}, off)
		Expect(rows[0].Survives()).To(BeTrue())
	})

	It("one that others of the family saw is still seen, but by its rule no more", func() {
		r := killed(4)
		r.Tasks[0].Seen = []string{"attach/backward", "attach/by-id"}
		rows := withoutChecks([]matrix.Row{r}, off)
		Expect(rows[0].Survives() || rows[0].Foreign()).To(BeFalse())
		Expect(rows[0].Caught()).To(BeFalse())
		Expect(r.Caught()).To(BeTrue(), "the rows that were given stay")
	})

	It("one that was seen on written cases alone is judged likewise", func() {
		r := killed(0)
		r.Written.Killed, r.Written.Family, r.Written.Rule, r.Written.Seen = true, true, true, []string{"attach/by-id", "missing/no-loss"}
		rows := withoutChecks([]matrix.Row{r}, off)
		Expect(rows[0].Foreign()).To(BeTrue())
	})
})
