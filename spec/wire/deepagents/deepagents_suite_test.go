package deepagents_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestDeepAgents(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "deepagents")
}
