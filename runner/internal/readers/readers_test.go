package readers_test

import (
	"bytes"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/readers"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec"
)

func TestReaders(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "readers")
}

// colliding has two parallel sub-agents whose calls have one id.
const colliding = `{"kind":"session.open","session":"r"}
{"kind":"turn.start","session":"r","turn":"t"}
{"kind":"session.open","session":"a","parent":"r"}
{"kind":"session.open","session":"b","parent":"r"}
{"kind":"message.open","session":"a","message":"m1","role":"assistant"}
{"kind":"message.open","session":"b","message":"m2","role":"assistant"}
{"kind":"call.open","session":"a","message":"m1","call":"dup","name":"ls\u001b[31m","args":"{}"}
{"kind":"call.open","session":"b","message":"m2","call":"dup","name":"ls","args":"{}"}
{"kind":"call.done","session":"a","call":"dup","result":"x"}
{"kind":"call.done","session":"b","call":"dup","result":"y"}
{"kind":"turn.end","session":"r","turn":"t"}
`

func find(text string, all bool) *readers.Readings {
	GinkgoHelper()
	i, err := trace.Open(strings.NewReader(text), trace.Options{Dialect: "neutral"})
	Expect(err).NotTo(HaveOccurred())
	defer i.Close()
	found, err := readers.Find(i, all)
	Expect(err).NotTo(HaveOccurred())
	return found
}

var _ = Describe("The known mistakes", func() {
	It("name the one that loses a call whose id another session has, the line, and what is lost", func() {
		for _, w := range find(colliding, false).Ways {
			if w.Known[0].Name != "announced-anywhere" {
				continue
			}
			Expect(w.Line).To(Equal(8))
			Expect(w.Ordinary).To(BeFalse(), "an ordinary stream has no two calls of one id")
			Expect(w.Differences[0].Says).To(HavePrefix("the call ls of b is not shown"))
			return
		}
		Fail("announced-anywhere reads the stream otherwise")
	})

	It("come with those last that an ordinary stream shows, too", func() {
		ways, ordinary := find(colliding, true).Ways, false
		for _, w := range ways {
			Expect(!ordinary || w.Ordinary).To(BeTrue(), w.Known[0].Name)
			Expect(w.Differences).NotTo(BeEmpty(), w.Known[0].Name)
			Expect(w.Line > 0 || w.Record == spec.AtEnd).To(BeTrue(), w.Known[0].Name)
			ordinary = ordinary || w.Ordinary
		}
		Expect(ordinary).To(BeTrue())
	})

	It("are printed on a screenful, the same each time, with nothing that steers a terminal", func() {
		var first, second bytes.Buffer
		bug := func(id string) string { return id }
		Expect(find(colliding, false).Print(&first, false, bug)).To(Succeed())
		Expect(find(colliding, false).Print(&second, false, bug)).To(Succeed())
		Expect(first.String()).To(Equal(second.String()))
		Expect(strings.Count(first.String(), "\n")).To(BeNumerically("<", 50))
		Expect(first.String()).NotTo(ContainSubstring("\x1b"))
	})
})
