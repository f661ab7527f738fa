package campaign

import (
	"slices"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/spec"
)

// triage finds the causes of the due failures. It keeps the smallest stream of
// each new one.
func (b *batch) triage() error {
	b.Map(len(b.due), func(_, n int) {
		if !b.stopped() {
			b.charge(b.due[n])
		}
	})
	for _, i := range b.due {
		if b.stopped() {
			return ErrStopped
		}
		if err := b.follow(i); err != nil {
			return err
		}
	}
	return nil
}

// charge retries a case and finds what is to blame. It does not retry timeouts.
func (b *batch) charge(i int) {
	o := &b.out[i]
	if o.attempt.Verdict == spec.Timeout {
		return
	}
	c := b.again(&o.token)
	if o.second = b.Reader.flaky(c, &o.attempt); o.second != nil {
		return
	}
	charged, fails := b.Reader.Attribute(c)
	if !fails || charged.Flaky {
		o.second = &Attempt{Verdict: spec.Pass}
		return
	}
	o.charged.Subject, o.charged.Signatures = b.Reader.attributed(&charged.Subject)
}

// again makes the case of a token.
func (e *Engine) again(t *perform.Token) *perform.Case { return t.Case(e.Features) }

// maxFollowed is how many of the other failures that reductions met are
// followed for one case, at most.
const maxFollowed = 8

// follow keeps the findings of a due failure.
func (b *batch) follow(i int) error {
	o := &b.out[i]
	switch {
	case o.second != nil:
		b.state.Wavered++
		return b.keepUnreduced(i, o.second)
	case len(o.charged.Signatures) == 0: // it timed out, or no smaller subject fails
		return b.keepUnreduced(i, nil)
	}
	queue := []shrink.Other{}
	for _, s := range o.charged.Signatures {
		if worthwhile(b.state.Charged.note(s, 1)) {
			queue = append(queue, shrink.Other{Signature: s, Subject: o.charged.Subject})
		}
	}
	most := len(queue) + maxFollowed
	for n := 0; n < len(queue); n++ { // the queue grows by the other failures that reductions meet
		others, err := b.reduce(i, queue[n].Signature, &queue[n].Subject)
		if err != nil {
			return err
		}
		for _, other := range others {
			if len(queue) < most && !b.Reader.aside(other.Signature) && !b.state.Charged.has(other.Signature) {
				b.state.Charged.note(other.Signature, 1)
				queue = append(queue, other)
			}
		}
	}
	return nil
}

// reduce makes a stream as small as possible while the candidate still fails on
// it with the signature. It returns the other failures that it met.
func (b *batch) reduce(i int, as shrink.Signature, from *shrink.Subject) ([]shrink.Other, error) {
	small := shrink.Reduce(from, as, shrink.Options{
		Judge: b.Reader.Judge, Stop: b.Stop, Width: b.Width,
		Map: func(n int, do func(int)) { b.Map(n, func(_, k int) { do(k) }) },
	})
	if b.stopped() {
		return nil, ErrStopped
	}
	small.Subject = b.Reader.exercised(&small.Subject)
	ways := b.Reader.ways(&small.Subject)
	if !slices.Contains(ways, as) {
		b.state.Wavered++
		return nil, b.keepUnreduced(i, &Attempt{Verdict: spec.Pass})
	}
	f := &Finding{
		Signature: as, Held: as, Subject: small.Subject, Free: small.Free, Runs: small.Runs, Stopped: small.Stopped,
	}
	b.Reader.diagnose(f, ways)
	f.Also = slices.DeleteFunc(ways, func(s shrink.Signature) bool { return s == f.Signature })
	return small.Others, b.file(i, f)
}

// file keeps a finding, unless its stream was found before.
func (b *batch) file(i int, f *Finding) error {
	b.state.Charged.note(f.Signature, 0)
	for _, s := range f.Also {
		b.state.Charged.note(s, 0)
	}
	form := formOf(&f.Subject)
	for k := range b.state.Findings {
		if known := &b.state.Findings[k]; known.Form == form || known.same(f) {
			known.Met++
			return nil
		}
	}
	return b.save(i, f, form)
}

// maxUnreduced is how many flaky cases, and how many timeouts, are kept
// unreduced at most.
const maxUnreduced = 8

// keepUnreduced keeps a case that cannot be reduced.
func (b *batch) keepUnreduced(i int, second *Attempt) error {
	o, same := &b.out[i], 0
	f := &Finding{Signature: o.attempt.Symptoms[0], Whole: true, First: &o.attempt, Second: second}
	c := b.again(&o.token)
	f.Subject = shrink.Subject{Stream: c.Stream, Faults: c.Faults}
	form := formOf(&f.Subject)
	for k := range b.state.Findings {
		known := &b.state.Findings[k]
		if known.Form == form {
			known.Met++
			return nil
		}
		if known.Whole && known.Flaky == (second != nil) {
			same++
		}
	}
	if same >= maxUnreduced {
		return nil
	}
	return b.save(i, f, form)
}

// save stores a finding and records it in the state.
func (b *batch) save(i int, f *Finding, form string) error {
	j, o := &b.jobs[i], &b.out[i]
	f.Case, f.Token, f.Events, f.Records = j.number, o.token, o.events, o.records
	name, sum, err := b.Store.Finding(f)
	if err != nil {
		return err
	}
	filed := Filed{
		Name: name, Sum: sum, Form: form, Signature: f.Signature, Also: f.Also,
		Events: len(f.Subject.Stream.Events), Records: f.Subject.Stream.Records(), Case: j.number, Met: 1,
		Flaky: f.Second != nil, Diagnosed: f.Diagnosed, Whole: f.Whole, Stopped: f.Stopped,
	}
	b.state.Findings = append(b.state.Findings, filed)
	b.pending = append(b.pending, filed)
	b.found = append(b.found, &findingLine{filed})
	b.yield[i] += yieldFinding
	b.progress()
	return nil
}
