// Package adapted compares what an adapter wrote with what it read, in what both
// dialects express.
//
// Goals: one place that says what two dialects share; nothing is asked that the
// output's dialect cannot say; the output's own faults, apart from the input's.
// Non-goals: which rule a difference breaks (package check).
package adapted

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// Shared says what of a transcript two dialects both express, so that an
// adapter from the one to the other can be asked for it. It is the one place
// that says so; Restrict carries it out. The procedure, by the features of both:
//
//   - sessions: side by side where the output has sub-sessions, matched by id,
//     between two dialects by the link to their call; of silent ones only that
//     they are there. An output with one session has place for the root; the
//     policy children says whether the messages of the others are left out
//     ("dropped") or stand among the root's, each session's in their order, and
//     across sessions as far as the input gives one ("flattened"). A parent always; call and agent of a child where both say.
//   - messages: those that say anything, in order; the user's where both carry
//     them; ids where both have them on the wire and one message alone has it, of
//     the user's unless one of the two has prompts instead, which have none, and
//     stand at the beginning of their turn;
//     where one of the two names no messages, neighbours are one message.
//   - parts: texts, and thoughts where both have them, and calls, in order;
//     neighbouring texts of a form are one unless both give them slots, and all
//     of a message are one where either says that their place means nothing.
//   - calls: on their message where the same side decides their owner, else by id
//     alone. Id (where one call alone has it), name, arguments (byte for byte
//     where both carry text, else as values; text that is no JSON only where the
//     output has fragments; none and {} are alike), result (as a value; as text
//     where the output only has that; as a member where the output's has members),
//     whether it is an error where both say.
//     An unanswered call is unanswered, whether it prepares, runs, waits or is
//     abandoned; it may get a result that is marked as an error.
//   - turns where both mark them and their end, and nothing but the root's stands
//     in them; usage, stop reasons, complete,
//     waiting, cancelled, denied, quota where both have it; usage and stop reason
//     of a message that ended, the latter by meaning ("end_turn" is "stop").
//   - speakers where both name them, or in metadata at the path that the policy
//     label gives. Metadata of parts and calls where both have it, also below one
//     key of its own; of messages within a dialect.
//   - outcome: a run that finished, failed, was cancelled or waits, as far as
//     the output can say it. One that ended in the middle must not have
//     finished, which adapt/well-formed asks.
//   - nothing of what is reported of a damaged stream (anomalies, orphans,
//     unattributed text), and nothing of what is active.
type Shared struct {
	In, Out  spec.Features
	Adapting spec.Adapting

	// Same: both are variants of one dialect, and of one of its protocols.
	Same bool
	// One: the output has one session.
	One bool
	// Turns: both have turns, with the contents of their ends. Outcomes: both
	// represent how a run ended.
	Turns bool
	// MessageIDs: both wires have message ids. Boundaries: both separate
	// messages.
	MessageIDs, Boundaries bool
	// Owners: the same side decides which message a call is part of.
	Owners bool
	// Label: agents are named in the output's metadata.
	Label bool
}

// Between returns what two dialects share, according to their features and the
// adapter's declaration.
func Between(in, out spec.Features, a spec.Adapting) Shared {
	marked := func(f *spec.Features) bool { return f.Turns != spec.TurnsRun && f.Terminal }
	s := Shared{
		In: in, Out: out, Adapting: a,
		Same:       bare(in.Dialect) == bare(out.Dialect) && in.Apart == out.Apart,
		One:        out.Children == spec.ChildrenNone,
		MessageIDs: in.MessageIDs && out.MessageIDs && !in.Numbered && !out.Numbered,
		Boundaries: in.MessageIDs && out.MessageIDs,
		Owners:     in.Owner == out.Owner,
		Label:      a.Label != "" && in.Speakers && out.Metadata && !out.Speakers,
	}
	s.Turns = marked(&in) && marked(&out) && !(s.flattens() && in.Children == spec.ChildrenSpeak)
	return s
}

// flattens reports whether the messages of sub-sessions stand among the root's.
func (s *Shared) flattens() bool { return s.One && s.Adapting.Children == spec.ChildrenFlattened }

func bare(dialect string) string {
	name, _, _ := strings.Cut(dialect, ":")
	return name
}

// both reports whether both dialects declare a feature.
func (s *Shared) both(has func(*spec.Features) bool) bool { return has(&s.In) && has(&s.Out) }

func thoughts(f *spec.Features) bool     { return f.Thoughts }
func userMessages(f *spec.Features) bool { return f.UserMessages }
func textSlots(f *spec.Features) bool    { return f.TextSlots }
func argsText(f *spec.Features) bool     { return f.ArgsText }
func errorResults(f *spec.Features) bool { return f.ErrorResults }
func messageEnd(f *spec.Features) bool   { return f.MessageEnd }
func messageUsage(f *spec.Features) bool { return f.MessageUsage }
func turnUsage(f *spec.Features) bool    { return f.TurnUsage }
func stopReasons(f *spec.Features) bool  { return f.StopReasons }
func turnStops(f *spec.Features) bool    { return f.TurnStops }
func speakers(f *spec.Features) bool     { return f.Speakers }
func hasMetadata(f *spec.Features) bool  { return f.Metadata }
func cancels(f *spec.Features) bool      { return f.Cancels }
func childLink(f *spec.Features) bool    { return f.ChildLink }
func hasQuota(f *spec.Features) bool     { return f.Quota }
func delegates(f *spec.Features) bool    { return f.Delegation.Tool != "" }

// waits: a session can wait, not only a call.
func waits(f *spec.Features) bool {
	return f.Waits && !slices.Contains(f.NotRepresentable, "interrupted")
}

// Observes returns the compared parts of a transcript.
func (s *Shared) Observes() spec.Parts {
	parts := spec.PartsOf(spec.ObserveOutcome, spec.ObserveMessages, spec.ObserveCalls)
	add := func(ok bool, p spec.Observable) {
		if ok {
			parts |= spec.Parts(p)
		}
	}
	add(!s.One, spec.ObserveSessions)
	add(s.Turns, spec.ObserveTurns)
	add(!s.One && s.both(delegates) && s.both(childLink), spec.ObserveAgents)
	add(s.both(hasQuota), spec.ObserveQuota)
	return parts.Lacking(s.Adapting.Lacks)
}

// Words lists in words what is compared beside text, calls, arguments and
// results, and what is not compared.
func (s *Shared) Words() (compared, not []string) {
	has := func(f spec.Field) bool { return s.Adapting.Lacks&f == 0 }
	for _, w := range []struct {
		ok   bool
		word string
	}{
		{!s.One, "sessions"}, {s.Turns, "turns"}, {s.both(userMessages), "user messages"},
		{s.both(thoughts), "thoughts"}, {s.MessageIDs && has(spec.FieldIDs), "message ids"}, {s.both(argsText) && has(spec.FieldArgumentText), "bytes of arguments"},
		{s.both(errorResults), "failed results"}, {s.both(messageUsage) && has(spec.FieldUsage), "usage of messages"},
		{s.both(stopReasons) && has(spec.FieldStopReasons), "stop reasons"}, {s.both(speakers) || s.Label, "agents"},
		{s.both(hasMetadata), "metadata"}, {s.both(waits), "waiting"}, {s.both(cancels) && has(spec.FieldCancelled), "cancellation"},
		{s.both(hasQuota), "quota"},
	} {
		if w.ok {
			compared = append(compared, w.word)
		} else {
			not = append(not, w.word)
		}
	}
	return compared, not
}
