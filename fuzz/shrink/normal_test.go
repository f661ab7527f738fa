package shrink_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

// changed is a subject with other names or another order of independent records.
func changed(by relation.Relation, s shrink.Subject, seed uint64) shrink.Subject {
	s.Stream, _ = by.Change(s.Stream, seed)
	s.Faults = nil
	return s
}

var _ = Describe("Normal", func() {
	It("is the same for streams that differ in names and in the order of independent records", func() {
		// A campaign tells findings apart by it.
		for _, f := range everyDialect() {
			for seed := range uint64(12) {
				s := subject(f, seed)
				s.Faults = nil
				want := printed(shrink.Normal(&s).Stream)
				for _, by := range []relation.Relation{relation.RenameIDs(), relation.Interleave()} {
					other := changed(by, s, seed+1)
					if sameSessions(s.Stream) {
						continue
					}
					Expect(printed(shrink.Normal(&other).Stream)).To(Equal(want), "%s, %s of seed %d", f.Dialect, by.Name, seed)
				}
			}
		}
	})

	It("is its own normal form", func() {
		for _, f := range everyDialect() {
			s := subject(f, 5)
			once := shrink.Normal(&s)
			twice := shrink.Normal(&once)
			Expect(printed(twice.Stream)).To(Equal(printed(once.Stream)), f.Dialect)
			Expect(twice.Faults).To(Equal(once.Faults))
		}
	})

	It("means the same to an honest reader", func() {
		// It may only change what must not matter.
		for _, f := range everyDialect() {
			s := subject(f, 9)
			normal := shrink.Normal(&s)
			was, is := model.Run(s.Stream, spec.Policies{}), model.Run(normal.Stream, spec.Policies{})
			Expect(len(is.Sessions)).To(Equal(len(was.Sessions)), f.Dialect)
			Expect(len(is.Anomalies)).To(Equal(len(was.Anomalies)), f.Dialect)
			Expect(is.Outcome).To(Equal(was.Outcome), f.Dialect)
		}
	})

	It("names what faults touch as the stream does", func() {
		for seed := range uint64(20) {
			s := subject(features("neutral"), seed)
			normal := shrink.Normal(&s)
			text := printed(normal.Stream)
			for i, h := range normal.Faults {
				if h.Call != "" && strings.Contains(printed(s.Stream), "Call:"+s.Faults[i].Call+" ") {
					Expect(text).To(ContainSubstring("Call:" + h.Call + " "))
				}
			}
		}
	})
})

// sameSessions reports whether two sessions of a stream say the same, so that
// nothing but their names tells them apart.
func sameSessions(s spec.Stream) bool {
	says := map[string]string{}
	for _, e := range s.Events {
		says[e.Session] += fmt.Sprint(e.Kind, e.Text, e.Args, string(e.Result))
	}
	seen := map[string]bool{}
	for _, text := range says {
		if seen[text] {
			return true
		}
		seen[text] = true
	}
	return false
}

var _ = Describe("Two reductions of one failure", func() {
	It("end in the same bytes, whatever the names and the order were", func() {
		// Otherwise one bug is reported many times.
		same, all := 0, 0
		for i, m := range deviation.Models() {
			if i%6 > 0 {
				continue
			}
			judge := against(m)
			s, hold, ok := failing(features("neutral"), judge, 0)
			if !ok {
				continue
			}
			s.Faults = nil
			other := changed(relation.RenameIDs(), changed(relation.Interleave(), s, 3), 4)
			if !shows(judge, &other, hold) {
				continue
			}
			one := shrink.Reduce(&s, hold, shrink.Options{Judge: judge})
			two := shrink.Reduce(&other, hold, shrink.Options{Judge: judge})
			all++
			if printed(one.Stream) == printed(two.Stream) {
				same++
			} else {
				AddReportEntry(m.Name, printed(one.Stream)+"\n"+printed(two.Stream))
			}
		}
		Expect(all).To(BeNumerically(">", 10))
		Expect(same).To(Equal(all))
	})
})

func shows(judge shrink.Judge, s *shrink.Subject, hold shrink.Signature) bool {
	for _, signature := range judge(s) {
		if signature == hold {
			return true
		}
	}
	return false
}

var _ = Describe("What does not matter", func() {
	It("is marked, and what matters is not", func() {
		// The report says which parts of the stream to look at.
		s := shrink.Subject{Stream: spec.Stream{Features: features("neutral"), End: spec.EOF, Events: []spec.Event{
			{Kind: spec.TurnStart, Record: 1, Session: "s", Turn: "t"},
			{Kind: spec.MessageOpen, Record: 2, Session: "s", Message: "m", Role: "assistant"},
			{Kind: spec.Text, Record: 3, Session: "s", Message: "m", Form: spec.Plain, Text: "some words"},
			{Kind: spec.CallOpen, Record: 4, Session: "s", Message: "m", Call: "c", Name: "search"},
		}}}
		judge := func(c *shrink.Subject) []shrink.Signature {
			text, name := false, false
			for _, e := range c.Stream.Events {
				text = text || e.Kind == spec.Text && e.Text != "" && e.Message == "m1"
				text = text || e.Kind == spec.Text && e.Text != "" && e.Message == "m"
				name = name || e.Name == "search"
			}
			if text && name {
				return []shrink.Signature{hold}
			}
			return nil
		}
		got := shrink.Reduce(&s, hold, shrink.Options{Judge: judge})
		Expect(len(got.Stream.Events)).To(Equal(4), printed(got.Stream))
		Expect(got.Free).To(ContainElement(shrink.Mark{Event: 2, Field: "text"}))
		Expect(got.Free).NotTo(ContainElement(shrink.Mark{Event: 2, Field: "message"}))
		Expect(got.Free).NotTo(ContainElement(shrink.Mark{Event: 3, Field: "name"}))
		Expect(got.Free).To(ContainElement(shrink.Mark{Event: 0, Field: "turn"}))
	})
})
