package perform_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

var _ = Describe("a performed case on the wire", func() {
	for i := range wires {
		v := &wires[i]
		It("can be written in "+v.Dialect+" and means the same when read, because candidates see records", func() {
			for seed := range nightly.Count(uint64(30), 400) {
				c := perform.Generate(v.Features, perform.Level(seed&1), seed)
				Expect(onWire(v, c)).To(BeEmpty(), "%s with %v: a codec that cannot write a fault has it in NotRepresentable of its features, or its dialects are narrowed in fuzz/fault/table.go", c, names(c.Faults))
			}
		})

		It("can be written in "+v.Dialect+" without any of its faults, because charging performs them away", func() {
			for seed := range nightly.Count(uint64(12), 100) {
				c := perform.Generate(v.Features, perform.Degraded, seed)
				for _, h := range c.Faults {
					Expect(onWire(v, c.Without(h.ID))).To(BeEmpty(), "%s without %d, of %v", c, h.ID, names(c.Faults))
				}
			}
		})
	}
})

// names are those of the faults of a case.
func names(faults []spec.Fault) []string {
	var all []string
	for _, h := range faults {
		all = append(all, h.Name)
	}
	return all
}

// onWire is how a case, written and read again, differs from what is expected of
// it; "" if it does not.
func onWire(v *voice, c *perform.Case) string {
	records, err := wire.EncodeStream(v.Codec, v.Variant, c.Stream)
	if err != nil {
		return err.Error()
	}
	back, problems := wire.DecodeRecords(v.Codec, v.Variant, records)
	if len(problems) > 0 {
		return problems[0].String()
	}
	back.End = c.Stream.End
	want, ok := c.Expected(spec.AtEnd, spec.Policies{})
	got := model.Run(back, spec.Policies{})
	if d := everything.Transcripts(&want, &got); ok && len(d) > 0 {
		return d[0].String()
	}
	return ""
}
