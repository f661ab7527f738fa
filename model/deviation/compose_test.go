package deviation_test

import (
	"fmt"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/matrix"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/scenario/generator"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/spec"
)

// read reads a stream with deviations, and looks at each state.
func read(c *trial.Subject, of ...deviation.Deviation) (last spec.Transcript, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s with %s panics: %v", of[0].Name, of[1].Name, p)
		}
	}()
	pass := deviation.Compose(of...).Read(&c.Stream, c.Policies)
	for at := 1; at < c.Stream.Records(); at += 8 {
		pass.To(at)
		pass.Transcript()
	}
	pass.To(spec.AtEnd)
	last = pass.Transcript()
	return last, nil
}

func fitted() []deviation.Deviation {
	return slices.DeleteFunc(deviation.All(), func(d deviation.Deviation) bool { return !d.Fits() })
}

var _ = Describe("Two deviations at once", func() {
	// A wrong model can put the state of the model where no honest one does. A
	// model that does not end makes this test run into the limit of go test.
	It("read every stream to its end without a panic", func() {
		all, g := fitted(), matrix.Generated(generator.Mixed)(5)
		step := nightly.Count(29, 1)
		var failed []string
		for n := range nightly.Count[uint64](1, 6) {
			for i, f := range matrix.Shapes() {
				c, pair := g.Case(&f, i, n), i
				for a := range all {
					for b := range all[:a] {
						if pair++; pair%step != 0 || !all[a].Composes(all[b]) {
							continue
						}
						if _, err := read(c, all[b], all[a]); err != nil {
							failed = append(failed, err.Error())
						}
					}
				}
			}
		}
		Expect(failed).To(BeEmpty())
	})

	It("end where two calls exchange their ids, so that each would be behind the other", func() {
		c := &trial.Subject{Stream: spec.Stream{End: spec.EOF, Features: spec.Features{Dialect: "t", Owner: spec.Named, MessageIDs: true}}}
		for n, id := range []string{"a", "b", "b", "a", "a", "b"} {
			e := spec.Event{Record: n + 1, Kind: spec.CallDone, Session: "s", Call: id, Result: []byte(`1`)}
			if n < 2 {
				e = spec.Event{Record: n + 1, Kind: spec.CallOpen, Session: "s", Message: "m", Call: id, Name: "f"}
			}
			c.Stream.Events = append(c.Stream.Events, e)
		}
		renames, _ := deviation.ByName("last-name-wins")
		exchanges, _ := deviation.ByName("result-by-arrival")
		t, err := read(c, renames, exchanges)
		Expect(err).NotTo(HaveOccurred())
		Expect(t.Sessions[0].Messages[0].Calls).To(HaveExactElements(HaveField("ID", "b"), HaveField("ID", "a")))
	})

	It("are both there: the model does what each of them does alone", func() {
		c := &trial.Subject{Stream: spec.Stream{End: spec.EOF,
			Features: spec.Features{Dialect: "t", Owner: spec.Named, MessageIDs: true, MessageStart: true, MessageEnd: true},
			Events: []spec.Event{
				{Record: 1, Kind: spec.Text, Session: "s", Message: "m", Text: "a"},
				{Record: 2, Kind: spec.Text, Session: "s", Message: "m", Text: " b"},
				{Record: 3, Kind: spec.CallDone, Session: "s", Call: "c", Result: []byte(`1`)},
			}}}
		trims, _ := deviation.ByName("trims-pieces")
		drops, _ := deviation.ByName("orphan-dropped")
		t, err := read(c, trims, drops)
		Expect(err).NotTo(HaveOccurred())
		Expect(t.Sessions[0].Messages[0].Parts[0].Text).To(Equal("ab"))
		Expect(t.Sessions[0].Orphans).To(BeEmpty())
	})
})

var _ = Describe("Watching decisions", func() {
	It("collects those that are asked, and no other", func() {
		var seen deviation.Decisions
		c := deviation.Compose()
		c.Watch(seen.Add)
		state := c.Model(spec.Features{Dialect: "t", MessageIDs: true}, spec.Policies{})
		Expect(seen.Empty()).To(BeTrue())
		state.Step(&spec.Event{Record: 1, Kind: spec.Text, Session: "s", Message: "m", Text: "a"})
		trims, _ := deviation.ByName("trims-pieces")
		drops, _ := deviation.ByName("orphan-dropped")
		Expect(seen.Meets(trims.Decisions())).To(BeTrue())
		Expect(seen.Meets(drops.Decisions())).To(BeFalse())
	})

	It("changes nothing of what the model reads", func() {
		c := deviation.Compose()
		c.Watch(func(int) {})
		f := matrix.Shapes()[0]
		s := matrix.Generated(generator.Mixed)(1).Case(&f, 0, 1)
		watched := c.Model(f, s.Policies)
		for i := range s.Stream.Events {
			watched.Step(&s.Stream.Events[i])
		}
		watched.End(s.Stream.End)
		Expect(watched.Transcript()).To(Equal(model.Run(s.Stream, s.Policies)))
	})
})
