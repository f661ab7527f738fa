package trace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quock-dev/quock/model/check/produce"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// A Verdict is the verdict on a reading.
type Verdict struct {
	// Passed means that the run succeeded, that the whole stream could be read, and
	// that the producer breaks no MUST that its format demands. In a dialect without
	// terminal events, a run succeeds if nothing is open and its process did not fail.
	// A model's response succeeds that leaves calls to a client whose requests are not
	// in the stream.
	Passed bool
	// None means that too little of the stream is understood for a verdict.
	None bool
	// Outcome is how the run ended, in words.
	Outcome string
	// Reasons say why it did not pass.
	Reasons []string
	// Remarks are contradictions that decide nothing.
	Remarks []string
}

// Verdict judges the stream together with its process. A terminal event decides
// alone, whatever the exit code (account/terminal-by-structure). Without one the
// stream is incomplete, and the process only shows how it broke off. In a dialect
// without terminal events, a failed process means a failed run.
func (r *Reading) Verdict() Verdict {
	v := Verdict{Outcome: r.outcome(), None: 10*r.Strange > r.Records}
	if v.None {
		v.Reasons = append(v.Reasons, fmt.Sprintf("not understood, %d of %s are of a kind that %s does not have", r.Strange, words.Counted(r.Records, "record"), r.Dialect))
	}
	if r.Records == 0 {
		v.Reasons = append(v.Reasons, "its stream is empty")
	} else if !r.well() {
		short, _, _ := strings.Cut(v.Outcome, ":")
		v.Reasons = append(v.Reasons, short)
	}
	v.Reasons = append(v.Reasons, r.earlier(spec.Failed, spec.Cancelled)...)
	v.Reasons = append(v.Reasons, r.wrongs()...)
	v.Passed = len(v.Reasons) == 0
	v.Remarks = r.remarks()
	return v
}

func (r *Reading) process() *Process {
	if r.Recording == nil {
		return nil
	}
	return r.Recording.Process
}

// well reports whether the run itself succeeded.
func (r *Reading) well() bool {
	switch r.Transcript.Outcome {
	case spec.OutcomeCompleted:
		return true
	case spec.OutcomeUnknown:
		return !r.process().failed()
	case spec.OutcomeIncomplete:
		return r.unended && !r.process().failed()
	case spec.OutcomeInterrupted:
		return r.handsOver() && !r.process().failed()
	}
	return false
}

// handsOver reports whether a stream of a model's calls is whole though it waits. Its
// format leaves the answers to a request of the client, and it holds no request.
func (r *Reading) handsOver() bool {
	asked := slices.ContainsFunc(r.Transcript.Sessions, func(s spec.Session) bool {
		return slices.ContainsFunc(s.Messages, func(m spec.Message) bool { return m.Role == "user" })
	})
	return !asked && r.Features.ModelCalls && r.Features.Duty("produce/closed", spec.OfCall).Force == spec.Silent
}

// earlier describes how many runs (turns of a root session) before the last one
// ended in a given way. A run that waited was answered by the next one. A run
// without an end is wrong if the format demands an end (produce/closed); else it is
// only a remark.
func (r *Reading) earlier(statuses ...spec.Status) []string {
	lines, runs := map[spec.Status][]int{}, 0
	for i := range r.Transcript.Sessions {
		s := &r.Transcript.Sessions[i]
		if s.Parent != nil || produce.Unannounced(&r.Features, s) {
			continue
		}
		for j := range s.Turns {
			if runs++; i > 0 || j < len(s.Turns)-1 {
				lines[s.Turns[j].Status] = append(lines[s.Turns[j].Status], s.Turns[j].At)
			}
		}
	}
	var all []string
	for _, bad := range statuses {
		if n := len(lines[bad]); n > 0 {
			all = append(all, fmt.Sprintf("%d of %d turns %s, the first at %s", n, runs, bad, r.place(lines[bad][0])))
		}
	}
	return all
}

// outcomes are the words for the outcome of the stream alone.
var outcomes = map[spec.Outcome]string{
	spec.OutcomeCompleted:   "successful",
	spec.OutcomeFailed:      "failed",
	spec.OutcomeCancelled:   "cancelled",
	spec.OutcomeInterrupted: "interrupted: it waits for an answer",
	spec.OutcomeIncomplete:  "incomplete: its end was not seen",
	spec.OutcomeUnknown:     "unknown: nothing is open, and this dialect does not say how a run ends",
	spec.OutcomeOpen:        "open",
}

func (r *Reading) outcome() string {
	p := r.process()
	switch {
	case r.Records == 0:
		return "incomplete: nothing was recorded"
	case r.unended && !p.failed():
		return "unknown: only a message is open, and this dialect need not say how messages and runs end"
	case r.Transcript.Outcome == spec.OutcomeIncomplete && r.Transcript.StopReason() != "" && !p.failed():
		return "incomplete: " + shown(words.Line(r.Transcript.StopReason()))
	case !p.known():
	case r.Transcript.Outcome == spec.OutcomeIncomplete:
		return r.brokenOff(p)
	case r.Transcript.Outcome == spec.OutcomeUnknown && p.failed():
		return fmt.Sprintf("broken off: %s, and this dialect does not say how a run ends", p)
	}
	return outcomes[r.Transcript.Outcome]
}

// brokenOff describes how a stream without a terminal event ended.
func (r *Reading) brokenOff(p *Process) string {
	bare, _, _ := strings.Cut(r.Dialect, ":")
	code, interrupts := interrupted[bare]
	switch signal := p.killed(); {
	case signal == "SIGINT":
		return "interrupted: " + p.String() + ", before the stream's end"
	case signal != "":
		return "killed: " + p.String() + ", before the stream's end"
	case interrupts && p.Code != nil && *p.Code == code:
		return fmt.Sprintf("interrupted: no terminal event and exit code %d, which is how %s ends after an interrupt", code, bare)
	case p.failed():
		return "broken off: " + p.String() + ", before the stream's end"
	}
	return "incomplete: its end was not seen, although the process ended with exit code 0"
}

// unreadable ends the reason of a stream with places that cannot be read.
const unreadable = " that cannot be read"

// wrongs returns what fails the verdict whatever the outcome.
func (r *Reading) wrongs() []string {
	var all []string
	if r.Bad > 0 {
		all = append(all, words.Counted(r.Bad, "place")+unreadable)
	}
	if p := r.process(); p.known() && !p.failed() && r.Transcript.Outcome == spec.OutcomeIncomplete && !r.unended {
		all = append(all, "missing/every-prefix, an incomplete stream is no success")
	}
	var rules []string
	for i := range r.Breaches {
		if b := &r.Breaches[i]; b.Fails() && !slices.Contains(rules, b.Rule) {
			rules = append(rules, b.Rule)
		}
	}
	return append(all, rules...)
}

// remarks returns where the recording contradicts the stream, and which of its files
// could not be used.
func (r *Reading) remarks() []string {
	all := r.earlier(spec.Incomplete)
	p := r.process()
	switch {
	case !p.known():
	case r.Transcript.Outcome == spec.OutcomeCompleted && p.failed():
		all = append(all, fmt.Sprintf("the terminal event says success and the process says %s; the event decides (account/terminal-by-structure)", p))
	case slices.Contains([]spec.Outcome{spec.OutcomeFailed, spec.OutcomeCancelled}, r.Transcript.Outcome) && !p.failed() && r.Features.Terminal:
		all = append(all, fmt.Sprintf("the terminal event says %s and the process says %s; the event decides (account/terminal-by-structure)", r.Transcript.Outcome, p))
	}
	if r.Recording != nil {
		all = append(all, r.Recording.Unused...)
	}
	return all
}
