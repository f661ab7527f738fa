package perform_test

import (
	"reflect"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/perform"
)

var _ = Describe("a fault", func() {
	It("changes the stream, because one that stands in the table alone tests nothing", func() {
		drawn, changed := map[string]int{}, map[string]bool{}
		for i := range voices {
			for seed := range nightly.Count(uint64(30), 300) {
				c := perform.Generate(voices[i].Features, perform.Degraded, seed)
				for _, h := range c.Faults {
					drawn[h.Name]++
					changed[h.Name] = changed[h.Name] || !reflect.DeepEqual(c.Without(h.ID).Stream.Events, c.Stream.Events)
				}
			}
		}
		for name, times := range drawn {
			Expect(changed[name] || times < 5).To(BeTrue(), "%s changes no stream: write its steps in fuzz/scenario/script, and in fuzz/perform/events_*.go where it is a new step", name)
		}
	})
})
