package spec_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

var _ = DescribeTable("The known name that is meant by an unknown one",
	func(name, meant string) {
		Expect(spec.Nearest(name, []string{"is_error", "result", "id", "stop_reason", "partial-calls", "partial-messages"})).To(Equal(meant))
	},
	Entry("is that of another language's habit", "isError", "is_error"),
	Entry("is that with other joints", "partial_calls", "partial-calls"),
	Entry("is that with a letter too few", "reslt", "result"),
	Entry("is that with letters swapped", "resutl", "result"),
	Entry("is the nearest", "partialmessage", "partial-messages"),
	Entry("is none, where none is near", "temperature", ""),
	Entry("is none for nothing", "", ""),
)
