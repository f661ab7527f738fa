package follow_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/follow"
)

func TestFollow(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Follow")
}

// marked is a dialect that marks both ends of turns, starts one with a user's
// message, and says that the user's turn starts.
var marked = spec.Features{Turns: spec.TurnsMarked, TurnStarts: true, UserTurn: true}

func with(f spec.Features, change func(*spec.Features)) spec.Features {
	change(&f)
	return f
}

// taken follows events with all their keys and says what the last one finds, and who
// announced its call.
func taken(f spec.Features, events ...spec.Event) (found follow.Found, by int32) {
	s := follow.New(&f)
	for i := range events {
		k := s.AllKeys(&events[i])
		found, by = s.Find(&events[i], &k)
		s.Take(&events[i], &k, int32(i))
	}
	return found, by
}

func event(k spec.Kind, change ...func(*spec.Event)) spec.Event {
	e := spec.Event{Kind: k, Session: "s"}
	for _, c := range change {
		c(&e)
	}
	return e
}

func turn(id string) func(*spec.Event)    { return func(e *spec.Event) { e.Turn = id } }
func message(id string) func(*spec.Event) { return func(e *spec.Event) { e.Message = id } }
func call(id string) func(*spec.Event)    { return func(e *spec.Event) { e.Call = id } }
func slot(id string) func(*spec.Event)    { return func(e *spec.Event) { e.Slot = id } }
func in(id string) func(*spec.Event)      { return func(e *spec.Event) { e.Session = id } }
func words(e *spec.Event)                 { e.Text = "a" }
func fatal(e *spec.Event)                 { e.Fatal = true }
func global(e *spec.Event)                { e.Session, e.Global = "", true }
func child(e *spec.Event)                 { e.Session, e.Parent, e.ParentCall = "k", spec.To("s"), spec.To("c") }
func user(e *spec.Event)                  { e.Messages = []spec.Snapshot{{Message: "u", Role: "user"}} }

var (
	begun  = event(spec.TurnStart, turn("1"))
	ended  = event(spec.TurnEnd, turn("1"))
	wrote  = event(spec.Text, message("m"), words)
	opened = event(spec.MessageOpen, message("m"))
	called = event(spec.CallOpen, message("m"), call("c"), slot("0"))
	done   = event(spec.CallDone, call("c"))
	prompt = event(spec.MessageFull, user)
)

const nothing = follow.Found(0)

var _ = Describe("What an event finds", func() {
	DescribeTable("holds",
		func(f spec.Features, holds, not follow.Found, events ...spec.Event) {
			found, _ := taken(f, events...)
			Expect(found&holds).To(Equal(holds), "holds")
			Expect(found&not).To(BeZero(), "does not hold")
		},
		Entry("nothing at first, and content is not late", marked, follow.SessionIdle|follow.TurnIdle|follow.MessageIdle, follow.Late|follow.TurnBegun|follow.InTurn|follow.MessageKnown, wrote),
		Entry("a turn without content", marked, follow.TurnOpen|follow.InTurn|follow.TurnBegun, follow.TurnFull|follow.TurnIdle, begun, wrote),
		Entry("a turn with content", marked, follow.InTurn|follow.TurnFull, follow.TurnWaits, begun, wrote, wrote),
		Entry("a turn that content opened, which nothing started", marked, follow.InTurn|follow.TurnIdle, follow.TurnOpen|follow.TurnBegun, wrote, wrote),
		Entry("that what is said behind a turn's end is late", marked, follow.Late|follow.TurnPast, follow.InTurn, begun, ended, wrote),
		Entry("but not where only ends are marked", with(marked, func(f *spec.Features) { f.TurnStarts = false }), follow.TurnPast, follow.Late, wrote, ended, wrote),
		Entry("nor where no turns are", with(marked, func(f *spec.Features) { f.Turns = spec.TurnsRun }), follow.TurnPast, follow.Late, wrote, event(spec.Error, fatal), wrote),
		Entry("that a message which is announced there is not", marked, follow.InTurn|follow.TurnIdle, follow.Late, begun, ended, opened, wrote),
		Entry("nor what stands behind a boundary", marked, follow.InTurn, follow.Late, begun, ended, event(spec.NoteEvent, func(e *spec.Event) { e.Note = spec.NoteBoundary }), wrote),
		Entry("and that a late result opens no turn", with(marked, func(f *spec.Features) { f.TurnStarts = false }), follow.TurnPast, follow.InTurn, wrote, called, ended, done, wrote),
		Entry("a turn that waits", marked, follow.InTurn|follow.TurnWaits, nothing, begun, event(spec.Wait), wrote),
		Entry("that content resumes it", marked, follow.InTurn, follow.TurnWaits, begun, event(spec.Wait), wrote, wrote),
		Entry("the turn that an end names alone", with(marked, func(f *spec.Features) { f.Turns = spec.TurnsOverlap }), follow.TurnOpen, nothing, begun, event(spec.TurnStart, turn("2")), ended),
		Entry("so that another one stays open", with(marked, func(f *spec.Features) { f.Turns = spec.TurnsOverlap }), follow.TurnOpen, nothing, begun, event(spec.TurnStart, turn("2")), ended, wrote),
		Entry("and is not open for another's end", with(marked, func(f *spec.Features) { f.Turns = spec.TurnsOverlap }), follow.TurnIdle|follow.InTurn, follow.TurnOpen, begun, event(spec.TurnEnd, turn("2"))),
		Entry("that a start ends the turn before it", marked, follow.CallIdle|follow.CallKnown, follow.CallOpen, begun, called, event(spec.TurnStart, turn("2")), done),
		Entry("that a start joins the turn of a user's message", marked, follow.MessageKnown|follow.TurnOpen, follow.MessageOver, prompt, begun, event(spec.MessageFull, user)),
		Entry("that a user's message alone is no turn that an edge was lost of", marked, follow.TurnIdle, follow.InTurn, prompt, begun),
		Entry("that a user's message ends a turn with content, where the dialect says so", with(marked, func(f *spec.Features) { f.UserMessageEdge = true }), follow.TurnIdle|follow.TurnPast, follow.InTurn, begun, wrote, prompt, begun),
		Entry("an open message", marked, follow.MessageKnown|follow.MessageOpened|follow.MessageOpen, follow.MessageOver|follow.MessageIdle, begun, opened, wrote),
		Entry("a message that ended", marked, follow.MessageKnown|follow.MessageOver|follow.MessageIdle, follow.MessageOpen, begun, opened, event(spec.MessageClose, message("m")), wrote),
		Entry("a message that its turn left", marked, follow.MessageOver, nothing, begun, opened, ended, wrote),
		Entry("a message of another session with the same id as new", marked, follow.MessageIdle, follow.MessageKnown, opened, event(spec.Text, message("m"), in("other"))),
		Entry("an announced call", marked, follow.CallKnown|follow.CallOpen|follow.ArgsOpen, follow.CallRuns|follow.CallDone, begun, called, done),
		Entry("a call that runs, whose arguments are over", marked, follow.CallOpen|follow.CallRuns, follow.ArgsOpen, begun, called, event(spec.CallStart, call("c")), done),
		Entry("a call with a result", marked, follow.CallKnown|follow.CallDone|follow.CallIdle, follow.CallOpen, begun, called, done, done),
		Entry("a call that its turn left", marked, follow.CallKnown|follow.CallIdle, follow.CallOpen|follow.CallDone, begun, called, ended, done),
		Entry("a call that begins again", marked, follow.CallOpen, follow.CallDone, begun, called, done, called, done),
		Entry("a call by its slot", marked, follow.CallKnown|follow.ArgsOpen, nothing, begun, called, event(spec.CallArgs, message("m"), slot("0"))),
		Entry("the call of a message, or of a session, for arguments that name none", marked, follow.CallKnown, nothing, begun, called, event(spec.CallArgs)),
		Entry("a call that only a stray fragment named", marked, follow.CallNamed|follow.CallIdle, follow.CallKnown, event(spec.CallArgs, call("c")), done),
		Entry("a call that its result announced", marked, follow.CallKnown|follow.CallDone, nothing, event(spec.CallDone, call("c"), func(e *spec.Event) { e.Name = "t" }), done),
		Entry("a call of any session where ids are the conversation's", with(marked, func(f *spec.Features) { f.GlobalCallIDs = true }), follow.CallOpen, nothing, begun, called, event(spec.CallDone, call("c"), in("other"))),
		Entry("an open session", marked, follow.SessionOpened|follow.SessionOpen, follow.SessionClosed|follow.SessionIdle, event(spec.SessionOpen, child), event(spec.Text, in("k"))),
		Entry("a closed one, and its turn over", marked, follow.SessionOpened|follow.SessionClosed|follow.SessionIdle|follow.Late, follow.SessionOpen|follow.InTurn, event(spec.SessionOpen, child), event(spec.TurnStart, in("k")), event(spec.SessionClose, in("k")), event(spec.Text, in("k"))),
		Entry("where it comes from", marked, follow.ParentKnown|follow.ParentCallKnown, nothing, begun, called, event(spec.SessionOpen, child)),
		Entry("that a run is open, but not for a sub-session's turn", marked, nothing, follow.RunOpen, event(spec.SessionOpen, child), event(spec.TurnStart, child), wrote),
		Entry("ids", marked, follow.IDSeen|follow.WaitSeen, nothing, event(spec.Wait, func(e *spec.Event) { e.ID, e.Wait = "1", "w" }), event(spec.Wait, func(e *spec.Event) { e.ID, e.Wait = "1", "w" })),
		Entry("and what is declared void", marked, follow.RetractsKnown, nothing, event(spec.Text, func(e *spec.Event) { e.ID = "1" }), event(spec.Retract, func(e *spec.Event) { e.Retracts = []string{"0", "1"} })),
		Entry("what a snapshot restates", marked, follow.MessageKnown|follow.CallKnown, nothing, begun, called, event(spec.MessageFull, func(e *spec.Event) {
			e.Messages = []spec.Snapshot{{Message: "m", Parts: []spec.SnapshotPart{{Kind: spec.CallPart, Call: "c"}}}}
		})),
		Entry("that a history ends what is open", marked, follow.TurnIdle, follow.InTurn|follow.Late, begun, wrote, event(spec.History), wrote),
		Entry("unless it is told in its place", with(marked, func(f *spec.Features) { f.HistoryInPlace = true }), follow.TurnOpen, nothing, begun, wrote, event(spec.History, func(e *spec.Event) { e.Complete = true }), wrote),
	)

	DescribeTable("is nothing open behind what ends everything",
		func(f spec.Features, e spec.Event, ends bool) {
			Expect(follow.EndsAll(&f, &e)).To(Equal(ends))
			found, _ := taken(f, begun, called, e, done)
			Expect(found.Has(follow.InTurn | follow.CallOpen)).To(Equal(!ends))
		},
		Entry("a cancel", marked, event(spec.Cancel, global), true),
		Entry("the user's turn", marked, event(spec.UserTurn, global), true),
		Entry("but not where that says nothing", with(marked, func(f *spec.Features) { f.UserTurn = false }), event(spec.UserTurn, global), false),
		Entry("a fatal error of nobody", marked, event(spec.Error, global, fatal), true),
		Entry("but not one of another session", marked, event(spec.Error, in("other"), fatal), false),
		Entry("nor one that is not fatal", marked, event(spec.Error, global), false),
	)

	It("says who announced a call", func() {
		_, by := taken(marked, begun, called, done)
		Expect(by).To(BeEquivalentTo(1))
		_, by = taken(marked, begun, done)
		Expect(by).To(BeEquivalentTo(-1))
	})
})
