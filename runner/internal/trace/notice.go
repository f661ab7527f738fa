package trace

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// The levels of notices: an error fails the verdict, a warning is what a reader of the
// stream has to report, a note fails nothing.
const (
	ErrorLevel   = "error"
	WarningLevel = "warning"
	NoteLevel    = "note"
)

// A Notice is one thing that a reading says of a line, for programs.
type Notice struct {
	Level string
	// Rule is the rule's id, or names what was found: trace/unreadable, trace/unknown,
	// trace/open, trace/outcome, anomaly/KIND.
	Rule string
	// Line is where; 0 is the end, or the whole stream.
	Line int
	// Text says what was found, in a line that is safe to show.
	Text string
}

// Notices are what is wrong with the stream, then what is only odd: the first of them, and
// how many more there are. A reading that did not pass has an error.
func (r *Reading) Notices() (all []Notice, more int) {
	more = r.Bad - len(r.Problems) + r.Strange - len(r.Unknown)
	note := func(level, rule string, line int, text string) {
		if len(all) == kept {
			more++
			return
		}
		all = append(all, Notice{level, rule, line, words.Line(words.Clip(text, widest))})
	}
	for _, reason := range r.reasons() {
		note(ErrorLevel, "trace/outcome", 0, reason)
	}
	for i := range r.Breaches {
		b := &r.Breaches[i]
		level := NoteLevel
		if b.Fails() {
			level = ErrorLevel
		}
		note(level, b.Rule, r.Line(b.At), about(b, whole))
	}
	for i := range r.Problems {
		p := &r.Problems[i]
		note(ErrorLevel, "trace/unreadable", p.Line, p.Reason+": "+p.Detail+way(p))
	}
	where := r.Transcript.Where()
	for i := range r.Transcript.Anomalies {
		a := &r.Transcript.Anomalies[i]
		note(WarningLevel, "anomaly/"+string(a.Kind), r.Line(where(a)), fmt.Sprintf("in session %q: %s", a.Session, a.Detail))
	}
	for _, a := range r.Transcript.Active {
		note(NoteLevel, "trace/open", r.Line(a.At), fmt.Sprintf("call %s %s in session %q: %s", a.Call, a.Name, a.Session, a.Phase))
	}
	for i := range r.Unknown {
		note(NoteLevel, "trace/unknown", r.Unknown[i].Line, "a record of unknown kind: "+r.Unknown[i].Raw)
	}
	return all, more
}

// reasons are the verdict's reasons that no notice with a line gives.
func (r *Reading) reasons() (all []string) {
	v := r.Verdict()
	for _, reason := range v.Reasons {
		if _, rule := spec.RuleByID(reason); !rule && !strings.HasSuffix(reason, unreadable) {
			all = append(all, reason)
		}
	}
	return all
}
