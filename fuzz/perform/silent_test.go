package perform_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("a sub-session that says nothing", func() {
	for i := range voices {
		v := &voices[i]
		if len(v.Features.Agents) == 0 {
			continue
		}
		It("starts by its call, and ends and goes on by others, in "+v.Dialect, func() {
			seen := map[spec.Kind]int{}
			for seed := range uint64(200) {
				c := perform.Generate(v.Features, perform.Clean, seed)
				want, ok := c.Expected(spec.AtEnd, spec.Policies{})
				Expect(ok).To(BeTrue())
				linked := map[string]int{}
				for _, e := range c.Stream.Events {
					if e.Kind != spec.SessionOpen && e.Kind != spec.SessionClose {
						continue
					}
					seen[e.Kind]++
					if e.ParentCall.OK {
						linked[e.Session]++
					}
				}
				for _, s := range want.Sessions[1:] {
					Expect(s.ParentCall).NotTo(BeNil())
					Expect(linked[s.ID]).To(Equal(1), "%s, seed %d", s.ID, seed)
				}
			}
			Expect(seen[spec.SessionOpen]).To(BeNumerically(">", 10))
			Expect(seen[spec.SessionClose]).To(BeNumerically(">", 2))
		})
	}
})

var _ = Describe("the start of a call", func() {
	for i := range voices {
		v := &voices[i]
		if !fault.StartLost.In(&v.Features, fault.Degraded) || !v.Features.Executing {
			continue
		}
		It("is lost where a case of "+v.Dialect+" says so, because else nothing is put to the test", func() {
			lost := 0
			for seed := range uint64(300) {
				c := perform.Generate(v.Features, perform.Degraded, seed)
				for i := range c.Scenario.Calls {
					call := &c.Scenario.Calls[i]
					if call.Fault.Kind == fault.StartLost && call.Need == 0 {
						Expect(starts(c, c.Scenario.CallID(i))).To(BeZero(), "%s, seed %d, call %d", v.Dialect, seed, i)
						lost++
					}
				}
			}
			Expect(lost).To(BeNumerically(">", 5))
		})
	}
})

// starts counts the starts of calls with an id that no other call of a case bears; none
// where another one does.
func starts(c *perform.Case, id string) (n int) {
	bearers := 0
	for i := range c.Scenario.Calls {
		if c.Scenario.CallID(i) == id {
			bearers++
		}
	}
	for _, e := range c.Stream.Events {
		if e.Kind == spec.CallStart && e.Call == id && bearers == 1 {
			n++
		}
	}
	return n
}
