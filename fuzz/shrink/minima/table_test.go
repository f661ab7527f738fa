package minima_test

import (
	"bytes"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/shrink"
	. "github.com/quock-dev/quock/fuzz/shrink/minima"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("A table of minima", func() {
	It("is read as it was written, with records that have several events", func() {
		found, _ := tiny("langgraph:js", Calls|Batches|Texts, 3).Search(suspects(0), 3)
		names := sizes(found)
		Expect(names).To(HaveKey("fragment/one-call-a-record"), "whose minimum is one record")
		var kept bytes.Buffer
		Expect(Write(&kept, found)).To(Succeed())
		back, err := Read(&kept, features)
		Expect(err).NotTo(HaveOccurred())
		Expect(back).To(HaveLen(len(found)))
		for i := range back {
			Expect(back[i].Mutant.Path()).To(Equal(found[i].Mutant.Path()))
			Expect(back[i].Signature).To(Equal(found[i].Signature))
			Expect(back[i].Subject).To(Equal(found[i].Subject))
		}
	})

	DescribeTable("is refused, with the line, where it was edited wrongly",
		func(line, why string) {
			good := `{"mutant":"missing/orphan-dropped","scope":"neutral/x","kind":"k","events":[{"kind":"turn.start"}]}`
			_, err := Read(strings.NewReader(good+"\n"+line+"\n"), features)
			Expect(err).To(MatchError(And(ContainSubstring("line 2"), ContainSubstring(why))))
		},
		Entry("cut short", `{"mutant":"missing/orph`, "unexpected end"),
		Entry("a wrong model that there is not", `{"mutant":"missing/nobody","scope":"neutral/x"}`, `no wrong model "missing/nobody"`),
		Entry("a dialect that there is not", `{"mutant":"missing/orphan-dropped","scope":"nowhere/x"}`, "nowhere"),
		Entry("an event of no kind", `{"mutant":"missing/orphan-dropped","scope":"neutral/x","events":[{"kind":"shout"}]}`, "shout"),
		Entry("fewer records than events", `{"mutant":"missing/orphan-dropped","scope":"neutral/x","records":[1],"events":[{"kind":"turn.start"},{"kind":"turn.end"}]}`, "as many records as events"),
	)

	It("tells a scope's dialect from its name, also where that has a variant", func() {
		Expect(Dialect("langgraph:js/texts")).To(Equal("langgraph:js"))
		Expect(Dialect("none")).To(BeEmpty())
	})
})

var _ = Describe("A judge", func() {
	subject := func(events ...spec.Event) *shrink.Subject {
		f, err := features("langgraph:js")
		Expect(err).NotTo(HaveOccurred())
		for i := range events {
			events[i].Record = i + 1
		}
		return &shrink.Subject{Stream: spec.Stream{Features: f, Events: events, End: spec.EOF}}
	}
	wrong := func(name string) shrink.Judge {
		m, ok := deviation.ByName(name)
		Expect(ok).To(BeTrue())
		return Judge(m)
	}
	piece := spec.Event{Kind: spec.Text, Message: `m"]\`, Text: "a", Form: spec.Plain}

	It("names the kind of a difference without the names and numbers on the way, odd ones included", func() {
		Expect(wrong("fragment/keeps-first-piece")(subject(piece, piece))).To(ConsistOf(shrink.Signature{
			Rule: "fragment/concatenate", Kind: "sessions[].messages[].parts[].text changed",
		}))
		shown := spec.Event{Kind: spec.CallOpen, Message: "m", Call: `c"]\`, Name: "f"}
		Expect(wrong("notify/only-executing")(subject(shown))).To(ConsistOf(shrink.Signature{
			Rule: "notify/lifecycle", Kind: "active[][] missing",
		}))
	})

	It("has nothing to say where the wrong model does nothing wrong, or nothing happens", func() {
		Expect(wrong("fragment/keeps-first-piece")(subject(piece))).To(BeEmpty())
		Expect(wrong("fragment/keeps-first-piece")(subject())).To(BeEmpty())
	})

	It("bears being called by several at once, as reducers with more than one worker do", func() {
		judge, s := wrong("fragment/keeps-first-piece"), subject(piece, piece, piece)
		want := judge(s)
		var done sync.WaitGroup
		for range 4 {
			done.Go(func() {
				defer GinkgoRecover()
				for range 50 {
					Expect(judge(s)).To(Equal(want))
				}
			})
		}
		done.Wait()
	})
})
