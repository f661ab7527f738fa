package perform_test

import (
	"bytes"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/claudecode"
)

// Claude Code answers the call of a background agent at once, with the status
// async_launched. What failed to launch has no child that goes on.
var _ = Describe("A clean case of Claude Code", func() {
	It("has no failed launch, because no producer writes one", func() {
		codec, launches := claudecode.New(), 0
		for n := range uint64(3000) {
			p := perform.Generate(codec.Features(""), perform.Clean, perform.CaseSeed(3, n))
			records, err := wire.EncodeStream(codec, "", p.Stream)
			Expect(err).NotTo(HaveOccurred())
			for _, record := range records {
				if bytes.Contains(record, []byte(`"async_launched"`)) {
					launches++
					Expect(bytes.Contains(record, []byte(`"is_error":true`))).To(BeFalse(), "case %d: %s", n, record)
				}
			}
		}
		Expect(launches).To(BeNumerically(">", 50))
	})
})
