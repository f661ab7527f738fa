package runner

import (
	"context"
	"fmt"
	"slices"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/provider"
)

// live are the parts that a store, as any other candidate, is compared in while
// it reads. A history has rules of its own.
func (s subject) live() spec.Parts {
	if s.store {
		return s.observes &^ spec.PartsOf(spec.ObserveHistory)
	}
	return s.observes
}

// kept are the parts that what came out of a store is compared in.
func (s subject) kept(surface check.Surface) spec.Parts {
	parts := spec.StoredParts(s.observes)
	if surface == check.LoadedAgain {
		parts |= s.observes & spec.PartsOf(spec.ObserveHistory)
	}
	return parts
}

// form is that of the store's history, "" where it reports none.
func (s subject) form() provider.Form {
	if !s.observes.Has(spec.ObserveHistory) {
		return ""
	}
	return provider.Form(s.policies.HistoryForm)
}

// A keeper asks a store for what it keeps of one case.
type keeper struct {
	*judge
	ctx   context.Context
	trial *Trial
	want  *Expectation
	store int64 // how much the whole run left in the store, in bytes
}

// ways are how a store is asked, one after the other until something is wrong.
var ways = []struct {
	surface check.Surface
	ask     func(*keeper) error
}{
	{check.Reloaded, (*keeper).reload},
	{check.Polled, (*keeper).poll},
	{check.Loaded, (*keeper).load},
	{check.Killed, (*keeper).kill},
}

// keep puts a case that a store reads right to it again: it drops its memory at
// the observed positions and behind the last record, and then behind each
// record; it leaves the stream in a folder that it, and a process after it,
// loads; it is killed while it writes there. The error is as try's.
func (j *judge) keep(ctx context.Context, t *Trial, want *Expectation) error {
	k := &keeper{judge: j, ctx: ctx, trial: t, want: want}
	for _, way := range ways {
		if !j.looksAt(way.surface) {
			continue
		}
		t.Surface = way.surface
		if err := way.ask(k); err != nil || !t.Verdict.Passed() {
			return err
		}
	}
	t.Surface = check.Live
	return nil
}

// looksAt reports whether a way of asking is to be taken.
func (j *judge) looksAt(s check.Surface) bool {
	return j.only == nil || *j.only == s || *j.only == check.LoadedAgain && s == check.Loaded
}

// run asks a run, in which reading that differs is nothing new, and returns its
// reply; nil says that the trial is decided.
func (k *keeper) run(change func(*probe.RunRequest)) (*probe.RunReply, error) {
	req, err := k.request(k.trial.Case)
	if err != nil {
		return nil, err
	}
	req.Observe = nil
	change(req)
	answer, err := k.seat.Run(k.ctx, req)
	if err != nil || k.failed(answer) {
		return nil, err
	}
	if r := answer.Reply.Rejected; r != nil {
		k.trial.Verdict, k.trial.Detail = spec.RejectedWrongly, refusal(r)
		return nil, nil
	}
	return answer.Reply, nil
}

// failed takes in a fault.
func (k *keeper) failed(a candidate.Answer) bool {
	f := a.Fault
	if f == nil {
		return false
	}
	t := k.trial
	t.Verdict, t.Died, t.Stderr = f.Verdict, f.Dead, f.Stderr
	t.Detail = fmt.Sprintf("%s: %s", t.Surface, f.Detail)
	return true
}

// reload has the memory dropped at the observed positions and at the last one.
func (k *keeper) reload() error {
	at := slices.Clone(k.trial.Case.Observe)
	if n := len(k.trial.Case.Records); len(at) == 0 || at[len(at)-1] < n {
		at = append(at, n)
	}
	return k.reloadAt(at)
}

// reloadAt has the memory dropped at the positions and compares what was loaded
// there, and what came out in the end.
func (k *keeper) reloadAt(at []int) error {
	reply, err := k.run(func(req *probe.RunRequest) { req.Reload = at })
	if reply == nil {
		return err
	}
	wants, final := modelAt(k.trial.Case.Stream, k.subject.policies, at)
	for i, position := range at {
		k.see(position, &wants[i], &reply.Reloaded[i])
	}
	k.see(atEnd, &final, reply.Final)
	return nil
}

// often is how many times the memory is dropped in one run, at most.
const often = 32

// poll has the memory dropped behind each record, as far as often goes. Where that goes wrong a single
// reload at the same place tells whether it is the reload, not its being often.
func (k *keeper) poll() error {
	c, sights := k.trial.Case, len(k.trial.Sights)
	if err := k.reloadAt(span(0, len(c.Records)+1, often)); err != nil || k.trial.Verdict != spec.Fail {
		return err
	}
	at := k.trial.Sights[k.trial.first()].Position
	if at == atEnd {
		return nil
	}
	polled := *k.trial
	k.trial.Sights, k.trial.Surface, k.trial.Verdict = k.trial.Sights[:sights:sights], check.Reloaded, spec.Pass
	err := k.reloadAt([]int{at})
	if k.trial.Verdict == spec.Pass {
		*k.trial = polled
	}
	return err
}

// see takes in what came out of the store beside what was to come.
func (k *keeper) see(position int, want, got *spec.Transcript) {
	t := k.trial
	f := &t.Case.Stream.Features
	w, g := spec.Stored(f, want, got)
	e := &check.Evidence{
		Features: *f, Observes: k.subject.kept(t.Surface), Form: k.subject.form(),
		Want: &w, Got: &g, Position: position, Surface: t.Surface,
	}
	s := Sight{Position: position, Surface: t.Surface, Want: &w, Got: &g, evidence: e}
	for _, b := range check.Stored(e) {
		s.Differences, s.rules = append(s.Differences, b.Difference), append(s.rules, b.Rule)
	}
	if len(s.Differences) > 0 && t.Verdict == spec.Pass {
		t.Verdict, t.Detail = spec.Fail, seenWhere[t.Surface]
	}
	t.Sights = append(t.Sights, s)
}

// seenWhere says how what differs came out of the store.
var seenWhere = map[check.Surface]string{
	check.Reloaded:    "what the store loads there, after its memory was dropped",
	check.Polled:      "what the store loads there if it is asked after every record, and not if it is asked only there",
	check.Loaded:      "what the store loads when the run is over",
	check.LoadedAgain: "what the store loads the second time, beside what it loaded the first time",
	check.Killed:      "what the store loads after it was killed in the middle of the run, beside the nearest of what a prefix means",
}

// unasked are the rules about stores that the trial can speak of, though its
// case does not bear them: every case of a store is one of theirs.
func (w *witness) unasked() []string {
	var ids []string
	for _, c := range check.All() {
		if c.OfStores() && !slices.Contains(w.trial.Case.rules(), c.Rule) && observable(c.Rule, w.lineup.observes) && w.touches(c) {
			ids = append(ids, c.Rule)
		}
	}
	return ids
}

// touches reports whether anything that the check looks at holds what its rule
// speaks of.
func (w *witness) touches(c check.Check) bool {
	return slices.ContainsFunc(w.evidence, func(e *check.Evidence) bool {
		e.Hazard = spec.Hazard{}
		return c.LooksAt(e.Surface) && c.Judge(e).Touched
	})
}

// hazards are those that bear the rule. Where none does the case itself is one:
// it is put to a store.
func (w *witness) hazards(id string) []spec.Hazard {
	var all []spec.Hazard
	for _, h := range w.trial.Case.Hazards {
		if h.Rule == id {
			all = append(all, h)
		}
	}
	if len(all) == 0 {
		all = []spec.Hazard{{Rule: id}}
	}
	return all
}
