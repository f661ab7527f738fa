package expected_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestExpected(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "the expectation by construction")
}
