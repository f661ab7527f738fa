package acp_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	"github.com/quock-dev/quock/fixtures/candidates/go/reducer/book"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/acp"
)

// An independent reader, which knows neither the decoder nor the model, finds the same.
var _ = Describe("A reader of version 1", func() {
	It("reads the recordings as decoder and model do, live and at the end", func() {
		read := 0
		for _, file := range recordings() {
			text, variant := content(file)
			if variant == acp.V2 {
				continue
			}
			r, err := reducer.New("acp", book.Honest())
			Expect(err).NotTo(HaveOccurred())
			decoder, state := acp.New().NewDecoder(variant), model.New(acp.New().Features(variant), spec.Policies{})
			var events []spec.Event
			for line := range bytes.Lines(text) {
				var problem *wire.Problem
				events, problem = decoder.Decode(events[:0], line)
				Expect(problem).To(BeNil())
				for i := range events {
					state.Step(&events[i])
				}
				r.Feed(bytes.TrimSpace(line))
				same(state.Transcript(), transcript(r.Transcript()), "%s: %s", filepath.Base(file), line)
			}
			state.End(spec.EOF)
			r.Finish(probe.EOF)
			same(state.Transcript(), transcript(r.Transcript()), "%s, at the end", filepath.Base(file))
			read++
		}
		Expect(read).To(BeNumerically(">", 30))
	})
})

// same expects two transcripts to be, but for what is reported.
func same(want, got spec.Transcript, what ...any) {
	GinkgoHelper()
	var all []string
	for _, d := range (spec.Compare{Observes: spec.AllParts()}).Transcripts(&want, &got) {
		if !strings.HasPrefix(d.Path, "anomalies") {
			all = append(all, d.String())
		}
	}
	Expect(all).To(BeEmpty(), what...)
}

// transcript is what a candidate answers, as ours.
func transcript(t probe.Transcript) spec.Transcript {
	GinkgoHelper()
	text, err := json.Marshal(t)
	Expect(err).NotTo(HaveOccurred())
	var out spec.Transcript
	Expect(json.Unmarshal(text, &out)).To(Succeed())
	return out
}
