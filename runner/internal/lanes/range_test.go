package lanes_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/lanes"
)

var _ = Describe("Narrowing", func() {
	records := []string{
		start, text("main", "m1", "First."), call("main", "c1", "task"), child("one", "c1"),
		text("one", "m1", "Second."), closing("one"), done("main", "c1", "Third."), text("main", "m1", "Fourth."),
	}

	It("draws the records of the lines asked for, and who the sessions are that were open before", func() {
		d := draw(lanes.Options{From: 5, To: 6}, records...)
		Expect(d.text).NotTo(Or(ContainSubstring("First."), ContainSubstring("Third.")))
		Expect(d.line("Second.")).To(HavePrefix("      5"))
		Expect(d.line("child scout one")).To(ContainSubstring("goes on, made by main's call task c1"))
		Expect(d.stats.Records).To(Equal(2))
	})

	It("says what is open where it stops", func() {
		d := draw(lanes.Options{To: 4}, records...)
		Expect(d.line("stopped")).NotTo(BeEmpty())
		Expect(d.line("no result: task c1 of A")).To(HavePrefix("      3"))
		Expect(d.text).NotTo(ContainSubstring("the input ends"))
	})

	It("draws the sessions asked for, and what is of all sessions", func() {
		d := draw(lanes.Options{Sessions: []string{"one"}}, append([]string{`{"kind":"cancel","global":true}`}, records...)...)
		Expect(d.text).To(And(ContainSubstring("Second."), ContainSubstring("the user cancels")))
		Expect(d.text).NotTo(Or(ContainSubstring("First."), ContainSubstring("task c1: Third.")))
	})

	It("says that a session is unknown, and which there are", func() {
		d := draw(lanes.Options{Sessions: []string{"tow"}}, records...)
		Expect(d.why).To(MatchError(lanes.ErrSession))
		Expect(d.why).To(MatchError(`session "tow": there is no such session, there are main, one`))
		Expect(d.text).To(BeEmpty())
	})

	It("says that nothing stands behind the end", func() {
		d := draw(lanes.Options{From: 100}, records...)
		Expect(d.why).To(MatchError("from line 100: nothing stands there; its last record is in line 8"))
		Expect(d.text).To(BeEmpty())
	})

	It("draws nothing of nothing", func() {
		d := draw(lanes.Options{})
		Expect(d.text).To(BeEmpty())
		Expect(d.why).To(MatchError(lanes.ErrRange))
	})
})
