package bulk_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestBulk(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Large streams")
}
