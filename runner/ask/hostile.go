package ask

import (
	"fmt"
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/words"
)

// Cases of level hostile. The model alone gives the expectation of a damaged stream,
// since no construction exists for it. A candidate may refuse the stream where it is
// damaged, if a fault excuses that. Everything else is judged as for any generated
// case, and the faults' rules are charged.

// excused reports whether a candidate may refuse the record: an edit gives it the
// reason, and the record is not one of those before the first that the damage
// changes.
func (t *Trial) excused(r *probe.Rejected) bool {
	c := t.Case
	return c.Damaged() && slices.Contains(c.Performed.Edits.Excuses(), string(r.Reason)) && r.At > c.Intact()
}

// mostMessage is the most characters kept of a candidate's message.
const mostMessage = 2000

// refuse takes in a refusal that is not allowed.
func (t *Trial) refuse(r *probe.Rejected) {
	what := "of a stream that is not hostile"
	if t.Case.Damaged() {
		what = "which nothing that was done to the stream excuses"
	}
	text := fmt.Sprintf("it refused record %d %s: %s", r.At, what, r.Reason)
	if r.At > len(t.Case.Records) {
		text = fmt.Sprintf("it refused, at the end of input, what it had read %s: %s", what, r.Reason)
	}
	if r.Message != "" {
		text += ": " + words.Clip(r.Message, mostMessage)
	}
	t.Verdict, t.Refused, t.Detail = spec.RejectedWrongly, r.At, text
}
