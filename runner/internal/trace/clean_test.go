package trace_test

import (
	"bytes"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/model/check/produce"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A clean case is a stream that a real producer could write, or the suite would
// hold readers to what they never get.
var _ = Describe("A clean case", func() {
	cases, err := fixtures.Streams()
	if err != nil {
		panic(err)
	}
	for _, c := range cases {
		if c.Breaking {
			continue
		}
		It("breaks nothing that its format demands of producers: "+c.Name, func() {
			codec, variant, err := dialects.Lookup(c.Dialect)
			Expect(err).NotTo(HaveOccurred())
			var stream []byte
			for _, record := range c.Records {
				stream, err = wire.Append(stream, codec.Framing(variant), record)
				Expect(err).NotTo(HaveOccurred())
			}
			r, err := trace.Read(bytes.NewReader(stream), trace.Options{Dialect: c.Dialect, End: c.End})
			Expect(err).NotTo(HaveOccurred())
			Expect(slices.DeleteFunc(r.Breaches, func(b produce.Breach) bool {
				broken := c.End == spec.Cut && b.Rule == "produce/closed" // what was to come never arrived
				return broken || b.Force != spec.Demanded
			})).To(BeEmpty())
		})
	}
})
