package console

import (
	"context"
	"errors"
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
)

var _ = DescribeTable("An error ends with the code of whose it is",
	func(err error, code int) { Expect(CodeOf(err)).To(Equal(code)) },
	Entry("none", nil, 0),
	Entry("the candidate's handshake", &candidate.HandshakeError{Err: errors.New("x")}, 2),
	Entry("nothing selected", fmt.Errorf("x: %w", plan.ErrNothing), 2),
	Entry("an unknown dialect", fmt.Errorf("x: %w", plan.ErrDialect), 2),
	Entry("an interruption", fmt.Errorf("x: %w", context.Canceled), 130),
	Entry("anything else is ours", errors.New("x"), 3),
)
