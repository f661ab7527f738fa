package ask

import (
	"slices"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// reload drops the memory at the observed positions and at the last one.
func (k *storeTest) reload() error {
	at := slices.Clone(k.trial.Case.Observe)
	if n := len(k.trial.Case.Records); len(at) == 0 || at[len(at)-1] < n {
		at = append(at, n)
	}
	if err := k.drop(at); err != nil || !k.trial.Verdict.Passed() {
		return err
	}
	return k.unquiet()
}

// alone is the largest number of reloads after which a store need not go on.
const alone = 8

// unquiet drops the memory where something is not written yet (see quiet): once a
// run, because the store cannot go on from there. What is not written yet does not
// count.
func (k *storeTest) unquiet() error {
	all := plan.Span(0, len(k.trial.Case.Records)+1, plan.MostReduced)
	quiet := k.quiet(all)
	all = slices.DeleteFunc(all, func(at int) bool { return slices.Contains(quiet, at) })
	for i := 0; i < len(all); i += max(1, len(all)/alone) {
		at := all[i : i+1]
		reply, err := k.run(func(req *probe.RunRequest) { req.Reload = at })
		if reply == nil {
			return err
		}
		wants, _ := ModelAt(k.trial.Case.Stream, k.Capabilities.Policies, at)
		if k.see(at[0], k.finished(&wants[0]), k.finished(&reply.Reloaded[0]), nil); !k.trial.Verdict.Passed() {
			return nil
		}
	}
	return nil
}

// often is the largest number of drops in one run.
const often = 32

// poll drops the memory after each record, at most often times.
func (k *storeTest) poll() error {
	at := slices.Concat(plan.Span(0, len(k.trial.Case.Records)+1, often), k.trial.Case.Observe)
	slices.Sort(at)
	return k.drop(slices.Compact(at))
}

// drop drops the memory at some positions. If a load is wrong, the memory is dropped
// again at that position alone. If the load is right then, the earlier drops caused
// the failure. If only one surface is tested, the other one counts as right.
func (k *storeTest) drop(at []int) error {
	t := k.trial
	at = k.quiet(at)
	before := *t
	before.Observed = slices.Clip(before.Observed)
	if err := k.reloadAt(at); err != nil || t.Verdict != spec.Fail {
		return err
	}
	if wrong := t.Observed[t.First()].Position; wrong != spec.AtEnd {
		*t = before
		t.Surface = check.Reloaded
		if err := k.reloadAt([]int{wrong}); err != nil || !t.Verdict.Passed() && t.Verdict != spec.Fail {
			return err
		}
		if first := t.First(); first >= 0 && t.Observed[first].Position == wrong {
			t.Case = t.Case.Observing(wrong)
			return nil
		}
	}
	*t = before
	if t.Surface = check.Polled; !k.looksAt(check.Polled) {
		return nil
	}
	return k.reloadAt(at)
}

// reloadAt drops the memory at the positions. It compares each load, and the final
// transcript.
func (k *storeTest) reloadAt(at []int) error {
	reply, err := k.run(func(req *probe.RunRequest) { req.Reload = at })
	if reply == nil {
		return err
	}
	wants, final := ModelAt(k.trial.Case.Stream, k.Capabilities.Policies, at)
	for i, position := range at {
		var loaded *spec.Transcript
		if i == 0 {
			loaded = &reply.Reloaded[i]
		}
		k.see(position, &wants[i], &reply.Reloaded[i], loaded)
	}
	k.see(spec.AtEnd, &final, reply.Final, nil)
	return nil
}

// owed is the part of a transcript that a store must have kept at a position. A
// store that keeps finished messages need not keep one that is open at a reload, or
// whose turn still waits at the end. A store that keeps results with their own record
// need not keep a result without one. A sub-session that failed is over when the
// input ends. A store that takes sub-sessions from records need not keep one that no
// record embeds.
func (k *storeTest) owed(position int, t *spec.Transcript) *spec.Transcript {
	if k.beside() {
		t = k.finished(t)
	}
	if position == spec.AtEnd {
		position, t = len(k.trial.Case.Records), k.over(k.finished(t))
	}
	if k.Capabilities.Policies.Bodies == "record" {
		t = embedded(k.trial.Case.Records[:position]).in(t)
	}
	if t == nil || !k.recorded() {
		return t
	}
	late, _ := lateResults(k.trial.Case.Stream.Events, position)
	return late.takenFrom(t)
}

// beside reports whether a reload opens a second store, so that the one that writes
// keeps its memory.
func (k *storeTest) beside() bool { return k.Capabilities.Policies.Reload == "reader" }

// over is a transcript at the end of input in which sub-sessions that failed run no
// more. Where the dialect's history says how sessions end, their status stands.
func (k *storeTest) over(t *spec.Transcript) *spec.Transcript {
	omits := k.trial.Case.Stream.Features.HistoryOmits
	if t == nil || !slices.Contains(omits, spec.OmitEnds) {
		return t
	}
	other := *t
	other.Sessions = slices.Clone(t.Sessions)
	for i := range other.Sessions {
		s := &other.Sessions[i]
		if n := len(s.Turns); n > 0 && s.Turns[n-1].Status == spec.Failed {
			s.Status = spec.Failed
		}
	}
	return &other
}

// quiet are the positions at which a store may drop its memory and go on: all, or
// those at which no message is open, or no result waits for its own record. They do
// not matter to a store that a second one is opened beside.
func (k *storeTest) quiet(at []int) []int {
	if k.beside() {
		return at
	}
	if k.recorded() {
		return slices.DeleteFunc(slices.Clone(at), func(position int) bool {
			_, coming := lateResults(k.trial.Case.Stream.Events, position)
			return coming
		})
	}
	if k.Capabilities.Policies.StoreAt != "message" {
		return at
	}
	wants, _ := ModelAt(k.trial.Case.Stream, k.Capabilities.Policies, at)
	var quiet []int
	for i := range wants {
		if _, open := finished(&wants[i]); !open {
			quiet = append(quiet, at[i])
		}
	}
	return quiet
}

// finished is the transcript without open messages, if the store does not keep
// those.
func (k *storeTest) finished(t *spec.Transcript) *spec.Transcript {
	if t == nil || k.Capabilities.Policies.StoreAt != "message" {
		return t
	}
	without, _ := finished(t)
	return without
}

// finished is the transcript without open messages, and whether there are any.
func finished(t *spec.Transcript) (without *spec.Transcript, any bool) {
	other := *t
	other.Sessions = slices.Clone(t.Sessions)
	for i := range other.Sessions {
		s := &other.Sessions[i]
		all := len(s.Messages)
		s.Messages = slices.DeleteFunc(slices.Clone(s.Messages), func(m spec.Message) bool {
			if m.Turn >= len(s.Turns) {
				return !m.Complete
			}
			status := s.Turns[m.Turn].Status
			return !m.Complete && (status == spec.Open || status == spec.Waiting)
		})
		any = any || len(s.Messages) < all
	}
	return &other, any
}
