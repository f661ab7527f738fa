package golden_test

import (
	"os"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// TestGolden also refuses to rewrite goldens where nobody reads the diff.
func TestGolden(t *testing.T) {
	if os.Getenv("CI") != "" && os.Getenv("GOLDIE_UPDATE") != "" {
		t.Fatal("goldens are not written in CI")
	}
	RegisterFailHandler(Fail)
	RunSpecs(t, "golden")
}
