package neutral_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestNeutral(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "the neutral dialect")
}
