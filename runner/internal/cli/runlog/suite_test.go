package runlog

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestRunlog(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Runlog")
}
