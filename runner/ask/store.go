package ask

import (
	"context"
	"fmt"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// A storeTest tests what a store keeps of one case.
type storeTest struct {
	*Driver
	ctx   context.Context
	trial *Trial
	want  *Expectation
	store int64 // how much the whole run left in the store, in bytes
}

// keep tests the persistence of a store on a case that it reads right:
//
//  1. The store writes the stream to a folder and is killed. Another process loads the
//     folder twice, and a third one once more.
//  2. In one run it drops its memory at the observed positions and after the last
//     record; in another run after each record. If a load is wrong, the memory is
//     dropped at that position alone, to distinguish a wrong load from an effect of
//     earlier drops.
//  3. It is killed while it writes to a folder, and another process loads the folder.
//
// The first failure is reported. For a failure after the run, keep reports the position
// where it first appears, if it can find it. The error is as try's.
func (j *Driver) keep(ctx context.Context, t *Trial, want *Expectation) error {
	k := &storeTest{Driver: j, ctx: ctx, trial: t, want: want}
	t.Owed = k.compared
	if err := k.way(check.Loaded, k.load); err != nil {
		return err
	}
	switch {
	case t.Verdict == spec.Fail && t.Surface == check.Loaded:
		return k.earlier()
	case !t.Verdict.Passed():
		return nil
	}
	for _, way := range []struct {
		surface check.Surface
		ask     func() error
	}{{check.Reloaded, k.reload}, {check.Polled, k.poll}, {check.Killed, k.kill}} {
		if err := k.way(way.surface, way.ask); err != nil || !t.Verdict.Passed() {
			return err
		}
	}
	t.Surface = check.Live
	return nil
}

// way runs one kind of test, unless another one is wanted.
func (k *storeTest) way(s check.Surface, ask func() error) error {
	if !k.looksAt(s) {
		return nil
	}
	k.trial.Surface = s
	return ask()
}

// earlier searches for a reload that shows a failure found after the run.
func (k *storeTest) earlier() error {
	if k.Only != nil {
		return nil
	}
	late, before := *k.trial, len(k.trial.Observed)-1
	k.trial.Observed = k.trial.Observed[:before:before]
	k.trial.Verdict, k.trial.Detail, k.trial.Surface = spec.Pass, "", check.Reloaded
	if err := k.reload(); err != nil || k.trial.Verdict == spec.Fail {
		return err
	}
	*k.trial = late
	return nil
}

// looksAt reports whether a surface is to be tested.
func (j *Driver) looksAt(s check.Surface) bool {
	return j.Only == nil || *j.Only == s || *j.Only == check.LoadedAgain && s == check.Loaded
}

// run runs the case and returns the reply; nil means that the trial is decided. Live
// differences were found before and do not count here.
func (k *storeTest) run(change func(*probe.RunRequest)) (*probe.RunReply, error) {
	req, err := k.Request(k.trial.Case)
	if err != nil {
		return nil, err
	}
	req.Observe = nil
	change(req)
	answer, err := k.Worker.Run(k.ctx, req)
	if err != nil || k.failed(answer) {
		return nil, err
	}
	if r := answer.Reply.Rejected; r != nil {
		k.trial.refuse(r)
		return nil, nil
	}
	return answer.Reply, nil
}

// failed records a failure.
func (k *storeTest) failed(a candidate.Answer) bool {
	f := a.Fault
	if f == nil {
		return false
	}
	t := k.trial
	t.Verdict, t.Died, t.Stderr = f.Verdict, f.Dead, f.Stderr
	t.Detail = fmt.Sprintf("%s: %s", t.Surface, f.Detail)
	return true
}

// compared returns what is compared of two transcripts that a store may return.
func (k *storeTest) compared(position int, want, got *spec.Transcript) (w, g spec.Transcript) {
	return spec.Stored(&k.trial.Case.Stream.Features, k.owed(position, want), k.owed(position, got))
}

// see compares what the store returned with what it had to return. loaded is the former
// where no load came before it in its run, nil elsewhere.
func (k *storeTest) see(position int, want, got, loaded *spec.Transcript) {
	t := k.trial
	w, g := k.compared(position, want, got)
	e := &check.Evidence{
		Features: t.Case.Stream.Features, Observes: k.Capabilities.kept(t.Surface), Form: k.Capabilities.form(),
		Want: &w, Got: &g, Position: position, Surface: t.Surface, Whole: k.owed(position, want),
	}
	s := Observed{Position: position, Surface: t.Surface, Want: &w, Got: &g, Evidence: e, Loaded: loaded}
	s.base = check.Stored(e)
	for _, b := range s.base {
		s.Differences = append(s.Differences, b.Difference)
	}
	if len(s.Differences) > 0 && t.Verdict == spec.Pass {
		t.Verdict, t.Detail = spec.Fail, seenWhere[t.Surface]
	}
	t.Observed = append(t.Observed, s)
}

// seenWhere says in which way the store returned the differing transcript.
var seenWhere = map[check.Surface]string{
	check.Reloaded:    "what the store loads there, after its memory was dropped",
	check.Polled:      "what the store loads there if it is asked after every record, and not if it is asked only there",
	check.Loaded:      "what the store loads when the run is over",
	check.LoadedAgain: "what the store loads the second time, beside what it loaded the first time",
	check.Killed:      "what the store loads after it was killed in the middle of the run, beside the nearest of what a prefix means",
}
