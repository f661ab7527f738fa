package aisdk_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestAISDK(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "the aisdk dialect")
}
