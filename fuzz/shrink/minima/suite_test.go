package minima_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestMinima(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "minima")
}
