package runner

import "time"

// A Phase is what a run does with its cases.
type Phase string

// The phases of a run, in their order.
const (
	Judging     Phase = "judging"
	Retrying    Phase = "retrying"
	Diagnosing  Phase = "diagnosing"
	Attributing Phase = "attributing"
)

// Progress says how far a run has come, and which case was done last. It depends on the
// clock and on the order in which candidates answer: nothing that is repeatable may be
// made of it.
type Progress struct {
	Phase Phase
	// Done of Of cases went through the phase; Of is the most that it can be, and 0
	// while the answers are searched for deviations.
	Done, Of int
	// Failed is how many cases fail so far.
	Failed int
	// Number and Name are the case's, Took how long it took in this phase; none where
	// a phase begins.
	Number int
	Name   string
	Took   time.Duration
}

// enter begins a phase with so many cases. It returns what is called with each outcome.
func (r *run) enter(phase Phase, of int) func(*outcome) {
	if r.options.Progress == nil {
		return nil
	}
	p := Progress{Phase: phase, Of: of, Failed: r.failed}
	r.options.Progress(p)
	return func(out *outcome) {
		if phase == Judging && (out.failing || out.record.Verdict.Blames()) {
			r.failed++
		}
		p.Done, p.Failed = p.Done+1, r.failed
		p.Number, p.Name, p.Took = out.planned.Number, out.planned.Name, out.took
		r.options.Progress(p)
	}
}
