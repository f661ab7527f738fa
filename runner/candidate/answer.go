package candidate

import (
	"fmt"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/words"
)

// An Answer is the result of one run or load: a reply, or a fault.
type Answer struct {
	Reply  *probe.RunReply
	Loaded *probe.LoadReply
	Fault  *Fault
}

// A Fault is what a candidate did wrong, apart from its transcripts. It is a value;
// Go errors are failures of quock itself.
type Fault struct {
	// Verdict is Crash, Timeout, ProtocolError or, for a request over the line
	// limit, which was not sent, Untestable.
	Verdict spec.Verdict
	Detail  string
	// Stderr is what the candidate wrote to its stderr during the run.
	Stderr string
	// Dead means that the candidate is gone and must be started again.
	Dead bool
}

func fault(v spec.Verdict, dead bool, format string, args ...any) Answer {
	return Answer{Fault: &Fault{Verdict: v, Dead: dead, Detail: words.Clip(fmt.Sprintf(format, args...), most)}}
}

// most is the most characters kept of a fault's detail, which may repeat a text of
// the candidate.
const most = 4000

// A HandshakeError means that a candidate did not start, or that its answer to hello
// breaks the contract.
type HandshakeError struct {
	// Command is the command; empty for a value in this process.
	Command []string
	Err     error
	Stderr  string
}

// Error says what went wrong and what to change.
func (e *HandshakeError) Error() string {
	text := words.Clip(e.Err.Error(), most)
	if len(e.Command) > 0 {
		text = fmt.Sprintf("candidate %q: %s", e.Command, text)
	}
	if e.Stderr != "" {
		text += "\nits stderr:\n" + indent(e.Stderr)
	}
	return text
}

// Unwrap returns the cause.
func (e *HandshakeError) Unwrap() error { return e.Err }
