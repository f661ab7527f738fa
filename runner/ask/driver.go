package ask

import (
	"context"
	"encoding/json"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// A Driver puts cases to one candidate and compares the answers. It serves one caller.
type Driver struct {
	Worker       *candidate.Worker
	Capabilities Capabilities
	// Known are the rules that the candidate breaks on streams without faults, once
	// they are known.
	Known BaseRules
	// Number is the case's number. tries counts its runs, in whatever form.
	Number, Tries int64
	// Only is the one surface on which a store is observed; nil means all.
	Only *check.Surface
	// Before is how one case was answered before; nil for none.
	Before *Before
}

// nextID is the id of a request. The first run of a case has the case's number, so
// that authors of candidates can recognise it. Each further run has an id of its own.
func (j *Driver) nextID() int64 {
	id := j.Number + j.Tries<<32
	j.Tries++
	return id
}

// put runs the case and compares the answer.
func (j *Driver) put(ctx context.Context, c *plan.Case) (*Trial, error) {
	if c.Adapts != nil {
		return j.adapt(ctx, c)
	}
	asked := c
	c = j.Capabilities.Apart(c)
	t := &Trial{Case: j.Capabilities.seen(c), Policies: j.Capabilities.Policies, asked: asked}
	t.unseen = len(t.Case.Observe) < len(c.Observe)
	t.Known = j.Known
	req, want, err := j.ready(t)
	if err != nil {
		t.Verdict, t.Detail = spec.HarnessError, err.Error()
		return t, nil
	}
	t.Undetermined, t.Until = c.Performed != nil && !want.Determined, want.Until
	if j.again(t, want) {
		return t, nil
	}
	answer, err := j.Worker.Run(ctx, req)
	if err != nil {
		return nil, err
	}
	if f := answer.Fault; f != nil {
		t.Verdict, t.Detail, t.Died, t.Stderr = f.Verdict, f.Detail, f.Dead, f.Stderr
		return t, nil
	}
	if r := answer.Reply.Rejected; r != nil && t.Sent != nil {
		r.At = t.Sent.refusedAt(r.At)
	}
	t.reply = answer.Reply
	t.compare(want, answer.Reply, j.Capabilities.Live())
	if err := t.heed(t.Sent, j.Capabilities, answer.Reply); err != nil {
		t.Verdict, t.Detail = spec.HarnessError, err.Error()
		return t, nil
	}
	t.unseen = t.unseen || want.Unseen
	t.unobserved()
	if t.Verdict.Passed() && j.Capabilities.Store && !t.Deviates() {
		if t.Until > 0 || !j.Capabilities.SeesAll(t.Case) { // it may be asked behind any record
			t.unseen = true
			return t, nil
		}
		err = j.keep(ctx, t, want)
	}
	if !t.Verdict.Passed() && !t.Died {
		t.Stderr = j.Worker.Stderr()
	}
	return t, err
}

// Try sends the case to the candidate and checks what the candidate does after its
// answer. If the answer was right, a fault after it counts for this case. The error
// is a failure of quock itself, or a *candidate.HandshakeError if the candidate cannot
// be started any more.
func (j *Driver) Try(ctx context.Context, c *plan.Case) (*Trial, error) {
	t, err := j.put(ctx, c)
	if err != nil {
		return t, err
	}
	f, err := j.Worker.Behind(ctx)
	if f != nil && t.Verdict.Passed() {
		t.Verdict, t.Detail, t.Stderr, t.Died, t.Observed = f.Verdict, f.Detail, f.Stderr, true, nil
	}
	return t, err
}

// ready prepares the request of a case, and the expectation for the part of it that
// arrives.
func (j *Driver) ready(t *Trial) (*probe.RunRequest, *Expectation, error) {
	sent, err := j.Sending(t.Case)
	if err != nil {
		return nil, nil, err
	}
	seen := sent.Arrived(t.Case)
	t.Sent, t.Requested = sent, seen.Observe
	want, err := j.Capabilities.expect(seen, j.Before.of(t.asked))
	if err != nil {
		return nil, nil, err
	}
	return j.run(seen, sent), want, nil
}

// Request writes the case as a run request, in the form that the candidate takes.
func (j *Driver) Request(c *plan.Case) (*probe.RunRequest, error) {
	sent, err := j.Sending(c)
	if err != nil {
		return nil, err
	}
	return j.run(sent.Arrived(c), sent), nil
}

// run is the request for the part of a case that arrives: records, or bytes.
func (j *Driver) run(c *plan.Case, sent *Sending) *probe.RunRequest {
	req := &probe.RunRequest{ID: j.nextID(), Dialect: c.Dialect, Observe: c.Observe}
	if c.Stream.End == spec.Cut {
		req.End = probe.Cut
	}
	if c.Adapts != nil {
		req.Out = c.Adapts.Out
	}
	if sent != nil {
		req.Chunks, req.Observe = sent.chunks(), sent.behind(c.Observe)
		return req
	}
	req.Events = make([]json.RawMessage, 0, len(c.Records)) // a list also where it is empty
	for _, record := range c.Records {
		req.Events = append(req.Events, json.RawMessage(record))
	}
	return req
}
