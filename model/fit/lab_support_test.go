package fit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/fit"
)

func TestFit(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "fit")
}

// A tally counts how well programs were explained.
type tally struct {
	programs, exact, missing, foreign int
	keptOut, predicted                int
	bad                               []string
}

// count compares what was found with what the program is made of. A deviation
// is found by its own name, or by that of one that no case distinguishes.
func (t *tally) count(truth []deviation.Deviation, r *fit.Explanation) {
	t.programs++
	t.keptOut, t.predicted = t.keptOut+r.KeptOut, t.predicted+r.Predicted
	found := 0
	for _, d := range truth {
		if slices.ContainsFunc(r.Named, func(n fit.Named) bool { return means(&n, d) }) {
			found++
		}
	}
	switch {
	case len(r.Named) > found:
		t.foreign++
	case len(r.Left) > 0:
		t.missing++
	default: // what is not found shows in no case
		t.exact++
		return
	}
	t.bad = append(t.bad, fmt.Sprintf("%s: found %s, %d of %d left", names(truth), described(r), len(r.Left), len(r.Failing)))
}

func means(n *fit.Named, d deviation.Deviation) bool {
	return n.Name == d.Name || slices.ContainsFunc(n.Equals, func(e deviation.Deviation) bool { return e.Name == d.Name })
}

func names(all []deviation.Deviation) string {
	var s []string
	for _, d := range all {
		s = append(s, d.Name)
	}
	return strings.Join(s, " + ")
}

func described(r *fit.Explanation) string {
	var s []string
	for i := range r.Named {
		n := &r.Named[i]
		s = append(s, fmt.Sprintf("%s (%d, %d others)", strings.Join(append([]string{n.Name}, names(n.Equals)), "="), len(n.Cases), n.Others))
	}
	return strings.Join(s, ", ")
}

func (t *tally) String() string {
	percent := func(n, of int) float64 { return 100 * float64(n) / float64(max(1, of)) }
	return fmt.Sprintf("%d programs: exactly or equal %.1f %%, one missing %.1f %%, foreign %.1f %%; failing cases kept out %d, predicted %.2f %%\n%s",
		t.programs, percent(t.exact, t.programs), percent(t.missing, t.programs), percent(t.foreign, t.programs),
		t.keptOut, percent(t.predicted, t.keptOut), strings.Join(t.bad, "\n"))
}
