package follow_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/follow"
)

// numbered numbers events that are known by their session and name.
func numbered(f spec.Features, events ...spec.Event) []spec.Event {
	numbers := follow.NewNumbering[[2]string](&f)
	for i := range events {
		e := &events[i]
		key := func(name string) [2]string {
			if name == "" {
				return [2]string{}
			}
			return [2]string{e.Session, name}
		}
		numbers.Event(e, [2]string{e.Session, "-"}, key(e.Turn), key(e.Message), func(i int) [2]string { return key(e.Messages[i].Message) })
	}
	return events
}

var _ = Describe("Numbers that a codec gives", func() {
	counts := spec.Features{Turns: spec.TurnsMarked, Numbered: true}

	It("follow the first mention in each session, turns from 0 and messages from 1", func() {
		events := numbered(counts,
			spec.Event{Session: "a", Turn: "x", Message: "m"}, spec.Event{Session: "b", Turn: "y", Message: "m"},
			spec.Event{Session: "a", Turn: "z", Message: "n"}, spec.Event{Session: "a", Turn: "x", Message: "m"})
		Expect([]string{events[0].Turn, events[1].Turn, events[2].Turn, events[3].Turn}).To(Equal([]string{"0", "0", "1", "0"}))
		Expect([]string{events[0].Message, events[1].Message, events[2].Message, events[3].Message}).To(Equal([]string{"1", "1", "2", "1"}))
	})

	It("are given to the messages of a snapshot as well, in a list of its own", func() {
		listed := []spec.Snapshot{{Message: "n"}, {}, {Message: "m"}}
		events := numbered(counts, spec.Event{Session: "a", Message: "m"}, spec.Event{Session: "a", Kind: spec.MessageFull, Messages: listed})
		Expect(events[1].Messages).To(HaveExactElements(HaveField("Message", "2"), HaveField("Message", ""), HaveField("Message", "1")))
		Expect(listed[0].Message).To(Equal("n"), "the list that was given is as it was")
	})

	It("are none where an event names no turn and no message", func() {
		Expect(numbered(counts, spec.Event{Session: "a"})[0]).To(Equal(spec.Event{Session: "a"}))
	})

	It("begin anew with each stream", func() {
		numbers := follow.NewNumbering[int](&counts)
		e := spec.Event{}
		numbers.Event(&e, 1, 0, 2, nil)
		numbers.Reset()
		_, known := numbers.Message(2)
		Expect(known).To(BeFalse())
		numbers.Event(&e, 1, 0, 3, nil)
		number, _ := numbers.Message(3)
		Expect(number).To(Equal("1"))
	})

	It("leave alone what the dialect names", func() {
		Expect(follow.NewNumbering[int](&spec.Features{TurnIDs: true})).To(BeNil())
		Expect(follow.NewNumbering[int](&spec.Features{Turns: spec.TurnsRun})).To(BeNil(), "a run has one turn")
		turns := follow.NewNumbering[int](&spec.Features{Turns: spec.TurnsMarked})
		e := spec.Event{Turn: "t", Message: "m"}
		turns.Event(&e, 1, 2, 3, nil)
		Expect(e).To(Equal(spec.Event{Turn: "0", Message: "m"}))
	})
})
