package fault_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario/scenariotest"
	"github.com/quock-dev/quock/spec"
)

// shapes are the features of every variant of every dialect.
func shapes() []spec.Features {
	var all []spec.Features
	for _, s := range scenariotest.Variants() {
		all = append(all, s.Features)
	}
	return all
}

var _ = Describe("The table of faults", func() {
	It("knows each fault that a dialect says it cannot represent, and puts it on no stream of it", func() {
		for _, f := range shapes() {
			for _, name := range f.NotRepresentable {
				var k fault.Kind
				Expect(k.UnmarshalText([]byte(name))).To(Succeed(), "%s declares %q, which is no fault", f.Dialect, name)
				Expect(k.Representable(&f)).To(BeFalse())
				Expect(k.In(&f, fault.Hostile)).To(BeFalse())
				Expect(k.Rules(&f)).To(BeEmpty())
			}
		}
	})

	It("has no fault that no dialect can show", func() {
		all := shapes()
		for _, k := range fault.All() {
			shown := 0
			for i := range all {
				if k.In(&all[i], fault.Degraded) {
					shown++
				}
			}
			Expect(shown).To(BeNumerically(">", 0), "%s: say in fuzz/fault/table.go which dialects show it", k)
		}
	})

	It("has at a level all faults of the levels below", func() {
		for _, f := range shapes() {
			for _, k := range fault.All() {
				if k.In(&f, fault.Clean) {
					Expect(k.In(&f, fault.Degraded)).To(BeTrue(), "%s in %s", k, f.Dialect)
				}
				Expect(k.In(&f, fault.Hostile)).To(Equal(k.In(&f, fault.Degraded)), "damage, and not faults, makes a case hostile: %s in %s", k, f.Dialect)
			}
		}
	})

	It("loses, doubles and delays nothing in a clean case", func() {
		for _, k := range []fault.Kind{
			fault.NeverAnswered, fault.StartLost, fault.MessageEndLost, fault.TurnEndLost, fault.TurnStartLost, fault.NeverClosed, fault.Unannounced,
			fault.ResultTwice, fault.StartedTwice, fault.OpenedAgain, fault.Replay, fault.LateResult, fault.LateArgs, fault.LateText, fault.TurnEndLate,
			fault.Truncated, fault.CancelledAll, fault.FatalError,
		} {
			for _, f := range shapes() {
				Expect(k.In(&f, fault.Clean)).To(BeFalse(), "%s in %s", k, f.Dialect)
			}
		}
	})

	It("has for each rule to choose from a dialect that shows it", func() {
		all := shapes()
		for _, k := range fault.All() {
			for _, also := range k.Also() {
				shown := false
				for i := range all {
					shown = shown || k.In(&all[i], fault.Hostile) && also.Fits(&all[i])
				}
				Expect(shown).To(BeTrue(), "%s never covers %s", k, also.Rule)
			}
		}
	})

	It("stops a stream by four faults only", func() {
		var stops []fault.Kind
		for _, k := range fault.All() {
			if k.Stops() {
				stops = append(stops, k)
			}
		}
		Expect(stops).To(ConsistOf(fault.Truncated, fault.CancelledAll, fault.FatalError, fault.Interrupted))
	})

	It("refuses a name that it does not have, and reads no name as no fault", func() {
		k := fault.Noise
		Expect(k.UnmarshalText([]byte("noise-of-the-sea"))).To(MatchError(`fault: no kind "noise-of-the-sea"`))
		Expect(k.UnmarshalText(nil)).To(Succeed())
		Expect(k).To(Equal(fault.None))
		Expect(fault.Kind(250).String()).To(Equal("fault(250)"))
	})
})

var _ = Describe("A level", func() {
	It("is read by the name that it is written with", func() {
		for _, l := range []fault.Level{fault.Clean, fault.Degraded, fault.Hostile} {
			text, err := l.MarshalText()
			Expect(err).NotTo(HaveOccurred())
			var back fault.Level
			Expect(back.UnmarshalText(text)).To(Succeed())
			Expect(back).To(Equal(l))
		}
		var l fault.Level
		Expect(l.UnmarshalText([]byte("mild"))).To(MatchError(`fault: no level "mild"`))
	})
})
