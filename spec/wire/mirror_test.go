package wire_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

var _ = Describe("Records beside what is said", func() {
	It("begin and end one thing in one session, also where notes of two sessions take turns", func() {
		pairs := map[spec.Note][]string{spec.NoteCustom: {"step", "end of step", "span", "end of span"}}
		const beside = 1
		m := wire.Mirror{Forms: 1 << beside}
		var got []string
		for _, session := range []string{"", "child", "", "child", ""} {
			record, ok := m.Beside(beside, pairs, &spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, Session: session})
			Expect(ok).To(BeTrue())
			got = append(got, record)
		}
		Expect(got).To(Equal([]string{"step", "span", "end of step", "end of span", "step"}))
	})

	It("are none where the form is not taken", func() {
		pairs := map[spec.Note][]string{spec.NoteCustom: {"step", "end of step"}}
		m := wire.Mirror{Forms: 1}
		_, ok := m.Beside(1, pairs, &spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom})
		Expect(ok).To(BeFalse())
	})
})
