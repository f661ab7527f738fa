package lanes_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/lanes"
)

func closing(id string) string { return fmt.Sprintf(`{"kind":"session.close","session":%q}`, id) }

var _ = Describe("Lanes", func() {
	It("begin beside the call that made them, and are tied to its result", func() {
		d := draw(lanes.Options{}, start, call("main", "c1", "task"), child("one", "c1"), text("one", "m1", "Hm."), closing("one"), done("main", "c1", "Seen."))
		Expect(d.line("child scout one, made by A's call task c1")).To(ContainSubstring("├─B  child"))
		Expect(d.line("result of task c1: Seen.")).To(ContainSubstring("A─╯  result"))
	})

	It("stay apart for two children of one name, each with its own call", func() {
		d := draw(lanes.Options{}, start, call("main", "c1", "task"), call("main", "c2", "task"), child("one", "c1"), child("two", "c2"), closing("two"), done("main", "c2", "x"))
		Expect(d.line("made by A's call task c1")).To(ContainSubstring("├─B"))
		Expect(d.line("made by A's call task c2")).To(ContainSubstring("├─┼─C"))
		Expect(d.line("result of task c2")).To(ContainSubstring("A─┼─╯"))
	})

	It("are used again when their session has ended", func() {
		records := []string{start}
		for i := range 30 {
			id := fmt.Sprint("s", i)
			records = append(records, call("main", id, "task"), child(id, id), text(id, "m1", "x"), closing(id), done("main", id, "x"))
		}
		d := draw(lanes.Options{}, records...)
		Expect(d.text).To(ContainSubstring("├─B  child scout, made by A's call task s29"))
		Expect(d.text).NotTo(ContainSubstring(" C  "))
	})

	It("are given up by sessions whose turn is over, where there are too few", func() {
		var records []string
		for i := range 6 {
			id := fmt.Sprint("s", i)
			records = append(records, fmt.Sprintf(`{"kind":"turn.start","session":%q}`, id), fmt.Sprintf(`{"kind":"turn.end","session":%q}`, id))
		}
		records = append(records, `{"kind":"turn.start","session":"s0"}`)
		d := draw(lanes.Options{Width: 36}, records...)
		Expect(d.text).NotTo(ContainSubstring("+"))
		Expect(d.lines()[6]).To(ContainSubstring("session s0 goes on"))
	})

	It("are not given up by sessions whose turn goes on", func() {
		d := draw(lanes.Options{Width: 20}, start, call("main", "c1", "task"), child("one", "c1"), text("one", "m1", "x"), child("two", "c2"), text("two", "m1", "y"), text("one", "m2", "z"))
		Expect(d.text).To(And(ContainSubstring("├─B"), ContainSubstring("├─┼─+")))
	})

	It("are shared by name where there are more sessions than the width holds", func() {
		var records []string
		for i := range 20 {
			records = append(records, fmt.Sprintf(`{"kind":"turn.start","session":"s%d"}`, i))
		}
		for i := range 20 {
			records = append(records, text(fmt.Sprint("s", i), "m1", "x"))
		}
		d := draw(lanes.Options{}, records...)
		Expect(d.line("│ L :  says")).NotTo(BeEmpty())
		Expect(d.line("+  s19: says: x")).To(HavePrefix("     40"))
	})

	It("count the sessions together that are too many to follow by name", func() {
		var records []string
		const many = 5000
		for i := range many {
			records = append(records, fmt.Sprintf(`{"kind":"turn.start","session":"s%d"}`, i))
		}
		for i := range many {
			records = append(records, text(fmt.Sprint("s", i), "m1", "x"))
		}
		d := draw(lanes.Options{}, records...)
		Expect(d.stats.Lines).To(BeNumerically("<", 200))
		Expect(d.text).To(MatchRegexp(`many more sessions: 4,\d{3} edges`))
		Expect(strings.Count(d.text, "child")).To(BeZero())
	})

	It("follow every session by name where few of many have a turn open", func() {
		var records []string
		for i := range 300 {
			id := fmt.Sprint("s", i)
			records = append(records, fmt.Sprintf(`{"kind":"turn.start","session":%q}`, id), text(id, "m1", "x"), fmt.Sprintf(`{"kind":"turn.end","session":%q}`, id))
		}
		d := draw(lanes.Options{}, records...)
		Expect(d.text).NotTo(ContainSubstring("many more sessions"))
		Expect(strings.Count(d.text, "says: x")).To(Equal(300))
	})

	It("say of a child whose parent was never seen whose it is", func() {
		d := draw(lanes.Options{}, `{"kind":"session.open","session":"one","parent":"gone","parent_call":"c9"}`)
		Expect(d.line("child one of gone, made by call c9")).NotTo(BeEmpty())
	})

	It("say later which call made a child, where that shows later", func() {
		d := draw(lanes.Options{}, start, child("one", "c1"), text("one", "m1", "Hm."), call("main", "c1", "task"))
		Expect(d.line("was made by call task c1")).To(ContainSubstring("│ B  was"))
	})
})
