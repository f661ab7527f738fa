package spec_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

var _ = Describe("The calls of a session", func() {
	It("are those on messages, then held, then abandoned, and its own", func() {
		t := spec.Transcript{Sessions: []spec.Session{{ID: "other", Held: []spec.Call{{ID: "elsewhere"}}}, {
			ID: "s", Messages: []spec.Message{{Calls: []spec.Call{{ID: "a"}, {ID: "b"}}}, {}, {Calls: []spec.Call{{ID: "c"}}}},
			Held: []spec.Call{{ID: "d"}}, Abandoned: []spec.Call{{ID: "e"}},
		}}}
		s := t.Session("s")
		var ids string
		for _, c := range s.Calls() {
			ids += c.ID
			c.Name = "seen"
		}
		Expect(ids).To(Equal("abcde"))
		Expect([]string{s.Messages[0].Calls[1].Name, s.Held[0].Name, s.Abandoned[0].Name}).To(HaveEach("seen"))
		Expect(t.Session("none")).To(BeNil())
	})
})
