package runner

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// A Trial is one run of one case.
type Trial struct {
	Case *plan.Case
	// Verdict is Pass if everything that the candidate observes is equal.
	Verdict spec.Verdict
	// Observed are the observations by position, the end of input last; none if the
	// candidate gave no transcripts.
	Observed []Observed
	// Detail explains a verdict other than Pass and Fail.
	Detail string
	Stderr string
	// Died means that the candidate must be started again.
	Died bool
	// Undetermined means that construction does not fix the case's outcome.
	Undetermined bool
	// unseen means that part of the case did not count, because the candidate reads
	// only some stream modes. until is Expectation.Until.
	unseen bool
	until  int
	// Surface is where it failed, if it did.
	Surface check.Surface
	// Blamed are the rules that Try attributes without any reduction, and ReadsAs says
	// in a line with which deviations the reference answers this stream as the candidate
	// does; "" if none do.
	Blamed  []string
	ReadsAs string

	known faults
	// alike are the rules of the wrong models that read a distilled case exactly as
	// the candidate does.
	alike []string
	// policies are the candidate's.
	policies spec.Policies
	// observed are the requested positions. sent says how the bytes were sent; nil
	// means as records.
	observed []int
	sent     *sending
}

// An Observed is an observation beside the expected one.
type Observed struct {
	Position    int // spec.AtEnd for the end of input
	Surface     check.Surface
	Want, Got   *spec.Transcript
	Differences []spec.Difference
	// Deviates says that the answer is what the reference with deviations answers,
	// and not what it answers without. Want is then the former.
	Deviates bool

	// base are the differences with their base rules, once they are needed.
	base []check.Assignment

	// evidence and written are the comparison of an adapter's output, and its text.
	evidence *check.Evidence
	written  []byte
}

// first is the index of the first observation with a difference, -1 if there is
// none.
func (t *Trial) first() int {
	return slices.IndexFunc(t.Observed, func(s Observed) bool { return len(s.Differences) > 0 })
}

// A judge runs cases on one candidate. It serves one caller.
type judge struct {
	worker  *candidate.Worker
	subject subject
	// known are the rules that the candidate breaks on streams without faults, once
	// they are known.
	known faults
	// usual finds out, for a distilled case, what the candidate gets wrong on every
	// stream of a dialect. It may be nil.
	usual func(dialect string) (faults, error)
	// number is the case's number. tries counts its runs, in whatever form.
	number, tries int64
	// named are the deviations of the diagnosis, with those that are guesses.
	named []deviation.Deviation
	// failed is how the case failed when it was judged; nil while it is judged.
	failed *outcome
	// only is the one surface on which a store is observed; nil means all.
	only *check.Surface
}

// nextID is the id of a request. The first run of a case has the case's number, so
// that authors of candidates can recognise it. Each further run has an id of its own.
func (j *judge) nextID() int64 {
	id := j.number + j.tries<<32
	j.tries++
	return id
}

// A subject is the part of the handshake that judging needs.
type subject struct {
	observes spec.Parts
	policies spec.Policies
	bytes    bool     // takes the raw stream
	modes    []string // nil for all of them
	adapter  bool     // answers with a stream
	store    bool     // can be asked for what it keeps
	// deviations are set aside: an answer that the reference gives with them is as
	// expected, and so is one that it gives without.
	deviations []deviation.Deviation
}

func subjectOf(c *candidate.Candidate) subject {
	return subject{
		observes: c.Observes, policies: c.Policies, modes: modesOf(c.Hello.Modes),
		bytes: c.Hello.Intake == probe.IntakeBytes, adapter: c.Hello.Role == probe.Adapter, store: c.Hello.Role == probe.Store,
	}
}

// put runs the case and compares the answer.
func (j *judge) put(ctx context.Context, c *plan.Case) (*Trial, error) {
	if c.Adapts != nil {
		return j.adapt(ctx, c)
	}
	t := &Trial{Case: j.subject.seen(c), policies: j.subject.policies}
	t.unseen = len(t.Case.Observe) < len(c.Observe)
	t.known = j.known
	req, want, err := j.ready(t)
	if err != nil {
		t.Verdict, t.Detail = spec.HarnessError, err.Error()
		return t, nil
	}
	t.Undetermined, t.until = c.Performed != nil && !want.Determined, want.Until
	answer, err := j.worker.Run(ctx, req)
	if err != nil {
		return nil, err
	}
	if f := answer.Fault; f != nil {
		t.Verdict, t.Detail, t.Died, t.Stderr = f.Verdict, f.Detail, f.Dead, f.Stderr
		return t, nil
	}
	if r := answer.Reply.Rejected; r != nil && t.sent != nil {
		r.At = t.sent.refusedAt(r.At)
	}
	t.compare(want, answer.Reply, j.subject.live())
	if err := t.heed(t.sent, j.subject, answer.Reply); err != nil {
		t.Verdict, t.Detail = spec.HarnessError, err.Error()
		return t, nil
	}
	t.unseen = t.unseen || want.Unseen
	t.unobserved()
	if t.Verdict.Passed() && j.subject.store && !t.deviates() {
		if t.until > 0 || !j.subject.seesAll(t.Case) { // it may be asked behind any record
			t.unseen = true
			return t, nil
		}
		err = j.keep(ctx, t, want)
	}
	if !t.Verdict.Passed() && !t.Died {
		t.Stderr = j.worker.Stderr()
	}
	return t, err
}

// Try runs one case once on a fresh candidate, and ends the candidate. The error is a
// failure of quock itself, or a *candidate.HandshakeError.
func Try(ctx context.Context, s candidate.Starter, l *candidate.Limits, c *plan.Case) (*Trial, error) {
	worker := candidate.NewWorker(s, l)
	defer worker.Close()
	j, err := newJudge(ctx, worker, 1)
	if err != nil {
		return nil, err
	}
	if j.subject.adapter != (c.Adapts != nil) {
		return nil, &candidate.HandshakeError{Err: errors.New("the case is for another role than the candidate's")}
	}
	t, err := j.retry(ctx, c)
	if err != nil || !t.Verdict.Blames() || c.Asked != nil {
		return t, err
	}
	j.matchMutants(t)
	findings := t.findings(j.subject.of(t).observes)
	if c.Transport != nil {
		findings = []spec.Finding{t.transportFinding()}
	}
	for _, f := range findings {
		if f.Rule != "" {
			t.Blamed = append(t.Blamed, f.Rule)
		}
	}
	t.ReadsAs = t.readsAs(j.subject, t.Blamed...)
	return t, nil
}

// ready prepares the request of a case, and the expectation for the part of it that
// arrives.
func (j *judge) ready(t *Trial) (*probe.RunRequest, *Expectation, error) {
	sent, err := j.sending(t.Case)
	if err != nil {
		return nil, nil, err
	}
	seen := sent.arrived(t.Case)
	t.sent, t.observed = sent, seen.Observe
	want, err := j.subject.expect(seen)
	if err != nil {
		return nil, nil, err
	}
	return j.run(seen, sent), want, nil
}

// request writes the case as a run request, in the form that the candidate takes.
func (j *judge) request(c *plan.Case) (*probe.RunRequest, error) {
	sent, err := j.sending(c)
	if err != nil {
		return nil, err
	}
	return j.run(sent.arrived(c), sent), nil
}

// run is the request for the part of a case that arrives: records, or bytes.
func (j *judge) run(c *plan.Case, sent *sending) *probe.RunRequest {
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

// compare fills in the observations and the verdict. Deviations that are set aside
// explain a whole case or nothing in it: answers that are partly those of the reference
// with them and partly those without are compared with the latter.
func (t *Trial) compare(e *Expectation, got *probe.RunReply, observes spec.Parts) {
	if r := got.Rejected; r != nil && !t.illegal(r) && !t.sent.mayRefuse(r) && !t.excused(r) {
		t.Verdict, t.Detail = spec.RejectedWrongly, t.refusal(r)
		return
	}
	t.Verdict = spec.Pass
	compare, apart := spec.Compare{Observes: observes}, false
	add := func(position, i int, want, got *spec.Transcript) {
		if !e.judges(position) {
			return
		}
		s := Observed{Position: position, Want: want, Got: got, Differences: compare.Transcripts(want, got)}
		switch {
		case len(e.Deviating) == 0:
		case len(s.Differences) > 0:
			s.nearer(&e.Deviating[i], compare)
		default:
			apart = apart || compare.Differ(&e.Deviating[i], got)
		}
		if len(s.Differences) > 0 {
			t.Verdict = spec.Fail
		}
		t.Observed = append(t.Observed, s)
	}
	for i, position := range t.observed[:len(got.Observations)] {
		add(position, i, &e.Observations[i], &got.Observations[i])
	}
	if got.Rejected == nil && !e.Unseen {
		add(spec.AtEnd, len(e.Deviating)-1, &e.Final, got.Final)
	}
	if apart && t.Verdict == spec.Pass && t.deviates() {
		*t = *t.against(nil, observes)
	}
}

// nearer takes what the reference with deviations answers as expected, if the answer
// is nearer to that.
func (s *Observed) nearer(deviating *spec.Transcript, compare spec.Compare) {
	if left := compare.Transcripts(deviating, s.Got); len(left) <= len(s.Differences) {
		s.Want, s.Differences, s.Deviates = deviating, left, len(left) == 0
	}
}

// deviates reports whether the candidate answers anywhere as the reference does with
// the deviations, and not as it does without.
func (t *Trial) deviates() bool {
	return slices.ContainsFunc(t.Observed, func(s Observed) bool { return s.Deviates })
}

// illegal reports whether the format's own text calls the record fatal, or lets a
// reader reject it. A reader that refuses the stream there, or at the end of input,
// is right (produce/legal). What came before the record is compared as usual.
func (t *Trial) illegal(r *probe.Rejected) bool {
	return slices.ContainsFunc(t.Case.Violations(), func(v spec.Violation) bool {
		return v.Refused && (v.Record == r.At || r.At > len(t.Case.Records))
	})
}
