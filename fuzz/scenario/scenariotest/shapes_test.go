package scenariotest_test

import (
	"reflect"
	"testing"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/scenario/scenariotest"
	"github.com/quock-dev/quock/spec"
)

func TestScenariotest(t *testing.T) {
	gomega.RegisterFailHandler(ginkgo.Fail)
	ginkgo.RunSpecs(t, "scenariotest")
}

// apart are variants with features of their own that are no shape, and why.
var apart = map[string]string{
	"deepagents:stream": "its records are LangGraph's, and its polls deepagents:poll's",
}

// without is what generated streams follow from: all but the name, and the forms
// that are tried with each case.
func without(f spec.Features) spec.Features {
	f.Dialect, f.Forms = "", nil
	return f
}

var _ = ginkgo.Describe("The shapes that tests try", func() {
	ginkgo.It("have each other features than all others", func() {
		all := scenariotest.Shapes()
		for i := range all {
			for j := range all[:i] {
				gomega.Expect(reflect.DeepEqual(without(all[i].Features), without(all[j].Features))).
					To(gomega.BeFalse(), "%s is as %s", all[i].Dialect, all[j].Dialect)
			}
		}
	})

	ginkgo.It("are those of every stream of every dialect", func() {
		for _, s := range scenariotest.Streams() {
			known := apart[s.Dialect] != ""
			for _, shape := range scenariotest.Shapes() {
				known = known || reflect.DeepEqual(without(s.Features), without(shape.Features))
			}
			gomega.Expect(known).To(gomega.BeTrue(), "%s has features of its own: add it to names in fuzz/scenario/scenariotest/shapes.go", s.Dialect)
		}
	})
})
