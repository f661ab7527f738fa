package agentc_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestAgentC(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "the agentc dialect")
}
