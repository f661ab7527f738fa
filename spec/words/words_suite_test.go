package words_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestWords(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "words")
}
