package runner

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/report"
)

var _ = Describe("The numbers of a diagnosis", func() {
	looked := func() *report.Diagnosis {
		return &report.Diagnosis{Of: 90, Failing: 40, Explained: 30, Deviations: []report.Diagnosed{{Name: "a", Cases: 30}}}
	}
	counted := func(failing, explained int) *explanation {
		return &explanation{failing: failing, explained: explained, by: map[string]int{"a": explained}}
	}

	It("are those of all failing cases once all are attributed", func() {
		d := looked()
		counted(90, 80).report(d)
		Expect(d).To(Equal(&report.Diagnosis{Of: 90, Failing: 90, Explained: 80, Deviations: []report.Diagnosed{{Name: "a", Cases: 80}}}))
	})

	// An interrupt during attribution left "explain 2 of 2".
	It("are those of the cases that were looked at, in a run that ended before", func() {
		d := looked()
		counted(2, 2).report(d)
		Expect(d).To(Equal(looked()))
	})
})
