package acp_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestACP(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "the Agent Client Protocol")
}
