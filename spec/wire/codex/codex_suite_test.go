package codex_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestCodex(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "codex")
}
