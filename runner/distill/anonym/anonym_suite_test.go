package anonym_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestAnonym(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Anonym")
}
