package trial_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("A stream", func() {
	It("puts a rule to the test where some wrong model of the rule reads it otherwise", func() {
		s := pieces().Stream
		Expect(trial.Exercises(s, spec.Policies{}, "fragment/concatenate")).To(BeTrue())
		Expect(trial.Exercises(s, spec.Policies{}, "repeat/result-twice")).To(BeFalse(), "it has no result")
	})

	It("no longer does when the piece is gone that made the difference", func() {
		s := pieces().Stream
		s.Events = s.Events[:1]
		Expect(trial.Exercises(s, spec.Policies{}, "fragment/concatenate")).To(BeFalse())
	})

	It("is taken to test a rule that no wrong model breaks, since nothing can be told", func() {
		Expect(trial.Exercises(pieces().Stream, spec.Policies{}, "adapt/commutes")).To(BeTrue())
	})

	It("is read otherwise by the wrong model that its pieces trip up", func() {
		s := pieces().Stream
		wrong := named("fragment/trims-pieces")
		Expect(trial.Differs(s, spec.Policies{}, wrong)).To(BeTrue())
	})
})
