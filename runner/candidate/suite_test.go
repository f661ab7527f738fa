package candidate_test

import (
	"os"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// TestMain lets the test binary be the misbehaving child of its own tests.
func TestMain(m *testing.M) {
	switch how := os.Getenv("QUOCK_TEST_CHILD"); how {
	case "":
	case "bench":
		serveBench()
		return
	case "store":
		serveStore()
		return
	case "filter":
		os.Exit(filterStream())
	default:
		misbehave(how)
		return
	}
	os.Exit(m.Run())
}

func TestCandidate(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Candidate")
}
