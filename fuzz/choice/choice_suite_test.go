package choice_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestChoice(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "choice")
}
