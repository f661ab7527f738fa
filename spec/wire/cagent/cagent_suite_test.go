package cagent_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestCagent(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "cagent")
}
