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

// KeepsState is the habit of a finding where a stream is read differently after
// other runs. Such a finding names no rule.
const KeepsState = "state kept between runs"

// A Finding says that a candidate broke a rule on a stream, with what it takes
// to reproduce it.
type Finding struct {
	// Rule is the id of the rule that the finding is attributed to.
	Rule    string  `json:"rule"`
	Verdict Verdict `json:"verdict"`
	// Habit is a fault of the candidate that depends on no stream, so no rule
	// is blamed: KeepsState, or "" for none.
	Habit string `json:"habit,omitempty"`
	// Deviation is the name of the deviation that explains the answers of the
	// case, so that its rule is charged; "" if none does.
	Deviation string `json:"deviation,omitempty"`
	// Relation is the metamorphic relation that fails; "" if the finding comes
	// from an expectation.
	Relation string `json:"relation,omitempty"`
	// Case names the case. Dialect is the dialect and variant in which it was
	// sent.
	Case    string `json:"case"`
	Dialect string `json:"dialect"`
	// Seed is the seed of a generated case, 0 for a hand-written one.
	Seed uint64 `json:"seed,omitempty"`
	// Position is the record after which the first difference shows, counted
	// from 1: 0 is before the first, -1 after the end of input.
	Position int `json:"position"`
	// Differences are attributed to the rule. Consequences follow from them and
	// are not counted.
	Differences  []Difference `json:"differences,omitempty"`
	Consequences []Difference `json:"consequences,omitempty"`
	// Faults is the smallest known set that still fails.
	Faults []Fault `json:"hazards,omitempty"`
	// Replay is the token, or the file name, that reproduces the case.
	Replay string `json:"replay,omitempty"`
	// Detail explains a verdict other than Fail.
	Detail string `json:"detail,omitempty"`
}

// A Fault is an injected fault: a second batch, a reused slot, an open child.
// It names the one rule that must hold nevertheless.
type Fault struct {
	// ID is the fault's number in its case, from 1.
	ID int `json:"id"`
	// Name is the kind of fault ("second-batch"). Rule must hold despite it.
	Name string `json:"name"`
	Rule string `json:"rule"`
	// Session, Message and Call are the ids that the fault touches, as far as
	// they apply.
	Session Ref    `json:"session,omitzero"`
	Message string `json:"message,omitempty"`
	Call    string `json:"call,omitempty"`
	// Needs lists the faults that this one depends on.
	Needs []int `json:"needs,omitempty"`
}
