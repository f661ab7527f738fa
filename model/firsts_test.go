package model_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("Event ids", func() {
	It("are known again however many there are, and in no other stream", func() {
		for _, n := range []int{3000, 40, 1} {
			events := make([]spec.Event, 0, 2*n)
			for range 2 {
				for i := range n {
					events = append(events, spec.Event{
						Record: len(events) + 1, Kind: spec.Text, ID: fmt.Sprint("id", i), Session: "s", Message: "m", Text: "x",
					})
				}
			}
			t := model.Run(spec.Stream{Features: namedDialect, Events: events, End: spec.EOF}, spec.Policies{})
			Expect(t.Sessions[0].Messages[0].Parts[0].Text).To(HaveLen(n))
			replayed := 0
			for _, a := range t.Anomalies {
				if a.Kind == spec.Replayed {
					replayed++
					Expect(a.At).To(Equal(n + replayed))
				}
			}
			Expect(replayed).To(Equal(n))
		}
	})
})
