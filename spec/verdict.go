package spec

import "fmt"

// Verdict is what became of one rule on one case. Only Pass is a pass.
type Verdict uint8

// The verdicts. The zero value is none of them: a case that nobody judged,
// which counts as HarnessError.
const (
	_               Verdict = iota
	Pass                    // what the rule asks is present and equal
	Fail                    // the transcript differs, and the rule is charged
	RejectedWrongly         // a stream that is not hostile was refused
	Crash                   // the candidate died, or said that it failed
	Timeout                 // no answer in time, also not alone in a fresh process
	ProtocolError           // the answer is not what the contract says
	NotClaimed              // the candidate does not claim the role or dialect
	NotObservable           // the rule is about parts that the candidate does not observe
	Untestable              // nothing can be told: the clean twin fails too, or the case is too long to send
	NotRun                  // never tried, for example after the restart cap
	HarnessError            // our own failure
	verdicts
)

var verdictNames = [verdicts]string{
	"none", "pass", "fail", "rejected-wrongly", "crash", "timeout", "protocol-error",
	"not-claimed", "not-observable", "untestable", "not-run", "harness-error",
}

// Verdicts returns all of them, in the order of their declaration.
func Verdicts() []Verdict {
	all := make([]Verdict, 0, verdicts-1)
	for v := Pass; v < verdicts; v++ {
		all = append(all, v)
	}
	return all
}

// Settled is the verdict to count: v itself, or HarnessError where v is none.
func (v Verdict) Settled() Verdict {
	if v == 0 || v >= verdicts {
		return HarnessError
	}
	return v
}

// Passed reports whether v is Pass.
func (v Verdict) Passed() bool { return v == Pass }

// Blames reports whether v says that the candidate did something wrong.
func (v Verdict) Blames() bool { return v >= Fail && v <= ProtocolError }

// Unanswered reports whether v says that the candidate gave no answer that could be
// judged: it ended, was silent, or broke the protocol. That breaks no rule.
func (v Verdict) Unanswered() bool { return v >= Crash && v <= ProtocolError }

// String is the verdict's one word, as reports and lists of known failures
// write it; "none" for the zero value.
func (v Verdict) String() string {
	if v >= verdicts {
		return fmt.Sprintf("verdict(%d)", uint8(v))
	}
	return verdictNames[v]
}

// MarshalText writes the verdict's word, "none" included, so that a report
// shows what was forgotten; a number that is no verdict is an error.
func (v Verdict) MarshalText() ([]byte, error) {
	if v >= verdicts {
		return nil, fmt.Errorf("spec: no verdict %d", uint8(v))
	}
	return []byte(verdictNames[v]), nil
}

// UnmarshalText reads a verdict's word; an unknown one is an error.
func (v *Verdict) UnmarshalText(b []byte) error {
	for i, name := range verdictNames {
		if name == string(b) {
			*v = Verdict(i)
			return nil
		}
	}
	return fmt.Errorf("spec: no verdict %q", b)
}
