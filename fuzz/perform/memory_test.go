package perform_test

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("A stream that is read in the memory of others", func() {
	It("means what it means in memory of its own, and goes on to, because a transcript shares none", func() {
		var texts []string
		var transcripts []spec.Transcript
		for n := range uint64(40) {
			for i := range voices {
				var g perform.Generator // of its own, because a transcript shares the events' figures
				s := g.Case(&voices[i].Features, perform.Hostile, perform.CaseSeed(9, n)).Stream
				transcripts = append(transcripts, model.Run(s, spec.Policies{}))
				texts = append(texts, asJSON(fresh(s)))
			}
		}
		for i := range transcripts {
			Expect(asJSON(transcripts[i])).To(Equal(texts[i]))
		}
	})
})

// fresh is the transcript of a stream by a state that read nothing else.
func fresh(s spec.Stream) spec.Transcript {
	state := model.New(s.Features, spec.Policies{})
	for i := range s.Events {
		state.Step(&s.Events[i])
	}
	state.End(s.End)
	return state.Transcript()
}

func asJSON(t spec.Transcript) string {
	GinkgoHelper()
	text, err := json.Marshal(t)
	Expect(err).NotTo(HaveOccurred())
	return string(text)
}
