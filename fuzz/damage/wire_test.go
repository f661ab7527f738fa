package damage_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/damage"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/scenario/scenariotest"
	"github.com/quock-dev/quock/spec/wire"
)

// written is the damaged stream as records of its dialect.
func written(v *scenariotest.Shape, c *victim) ([][]byte, error) {
	rendered := damage.Render(c.whole, c.edits)
	records, err := wire.EncodeStream(v.Codec, v.Variant, rendered.Stream)
	if err != nil {
		return nil, err
	}
	inOrder := make([][]byte, len(rendered.Order))
	for i, n := range rendered.Order {
		inOrder[i] = records[n-1]
	}
	return inOrder, nil
}

var _ = Describe("damage on the wire", func() {
	for i := range voices {
		v := &voices[i]
		It("can nearly always be said in "+v.Dialect+", because what no candidate can be sent finds nothing", func() {
			var h hand
			tried, refused := 0, map[string]string{}
			for n := range nightly.Count(uint64(25), 150) {
				c := h.victim(&v.Features, n)
				if len(c.edits) == 0 {
					continue
				}
				tried++
				if _, err := written(v, &c); err != nil {
					refused[fmt.Sprint(n)] = fmt.Sprintf("%v\n%s", err, c.edits.Story())
				}
			}
			AddReportEntry(fmt.Sprintf("%s: %d of %d streams cannot be said", v.Dialect, len(refused), tried))
			Expect(len(refused)).To(BeNumerically("<=", tried/20), strings.Join(slices.Collect(maps.Values(refused)), "\n"))
		})
	}
})
