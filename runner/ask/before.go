package ask

import (
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// Before is how a case was answered in another process, and that the oracles agreed on
// it. One whose answer the caller trusts is judged again without asking: in the light
// of deviations that were not known then.
type Before struct {
	// Case is the case, made anew. Who sets Driver.Before sets it.
	Case *plan.Case
	// Reply is what the first run of the case is answered with; nil for asking.
	Reply *probe.RunReply
	// Capabilities are the candidate's.
	Capabilities Capabilities

	stderr     string
	determined bool
	until      int
}

// Before returns what is needed to judge the trial's case again; nil for one that takes
// more than an answer: what a store keeps, what an adapter writes, bytes that were
// damaged, a refusal, a case that did not end with an answer.
func (t *Trial) Before(s Capabilities) *Before {
	if t.reply == nil || t.reply.Rejected != nil || t.Died || s.Store || s.Adapter || t.Case.Transport != nil ||
		t.Verdict != spec.Pass && t.Verdict != spec.Fail {
		return nil
	}
	return &Before{Reply: t.reply, Capabilities: s, stderr: t.Stderr, determined: !t.Undetermined, until: t.Until}
}

// of is what is known of a case, nil for nothing.
func (b *Before) of(c *plan.Case) *Before {
	if b == nil || b.Case != c {
		return nil
	}
	return b
}

// again judges the trial by the answer that is known of its case; false if none is.
func (j *Driver) again(t *Trial, want *Expectation) bool {
	b := j.Before.of(t.asked)
	if b == nil || b.Reply == nil {
		return false
	}
	t.reply, b.Reply = b.Reply, nil
	t.compare(want, t.reply, j.Capabilities.Live())
	t.unseen = t.unseen || want.Unseen
	if t.unobserved(); !t.Verdict.Passed() {
		t.Stderr = b.stderr
	}
	return true
}
