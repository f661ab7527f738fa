package spec

import "fmt"

// Verdict is the result of one rule on one case. Only Pass is a pass.
type Verdict uint8

// The verdicts. The zero value means that nobody judged the case. It counts as
// HarnessError.
const (
	_               Verdict = iota
	Pass                    // what the rule asks for is present and equal
	Fail                    // the transcript differs, and the rule is blamed
	RejectedWrongly         // the candidate refused a stream that is not hostile
	Crash                   // the candidate died, or reported a failure
	Timeout                 // no answer in time, not even alone in a fresh process
	ProtocolError           // the answer breaks the protocol
	NotClaimed              // the candidate does not declare the role or dialect
	NotObservable           // the rule is about parts that the candidate does not observe
	Untestable              // no judgement is possible: the clean twin fails too, or the case is too long to send
	NotRun                  // never tried, for example after the restart cap
	HarnessError            // a failure of the harness
	Flaky                   // it failed, and passed when it was asked again; whoever asks for retries accepts that
	verdicts
)

var verdictNames = [verdicts]string{
	"none", "pass", "fail", "rejected-wrongly", "crash", "timeout", "protocol-error",
	"not-claimed", "not-observable", "untestable", "not-run", "harness-error", "flaky",
}

// Verdicts returns all of them, in the order of their declaration.
func Verdicts() []Verdict {
	all := make([]Verdict, 0, verdicts-1)
	for v := Pass; v < verdicts; v++ {
		all = append(all, v)
	}
	return all
}

// OrHarnessError returns the verdict to count: v itself, or HarnessError for the zero
// value.
func (v Verdict) OrHarnessError() Verdict {
	if v == 0 || v >= verdicts {
		return HarnessError
	}
	return v
}

// Passed reports whether v is Pass.
func (v Verdict) Passed() bool { return v == Pass }

// Blames reports whether v blames the candidate.
func (v Verdict) Blames() bool { return v >= Fail && v <= ProtocolError }

// Unanswered reports whether v says that the candidate gave no answer to judge:
// it died, was silent, or broke the protocol. That breaks no rule.
func (v Verdict) Unanswered() bool { return v >= Crash && v <= ProtocolError }

// String returns the verdict's word in reports and lists of known failures;
// "none" for the zero value.
func (v Verdict) String() string {
	if v >= verdicts {
		return fmt.Sprintf("verdict(%d)", uint8(v))
	}
	return verdictNames[v]
}

// MarshalText writes the verdict's word, including "none", so that a report
// shows a forgotten verdict. A number that is no verdict is an error.
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
