package trace

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// A Process is how the process that wrote a stream ended. The zero value and nil
// mean that this is not known.
type Process struct {
	// Code is the exit code, nil where a signal ended it or nobody noted it.
	Code *int
	// Signal is the signal's name, "SIGINT", where one ended it.
	Signal string
}

// signals are the names of signals that end processes, by number. A shell reports
// them as exit codes of 128 and more.
var signals = map[int]string{
	1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 6: "SIGABRT", 9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 15: "SIGTERM",
}

// interrupted are the exit codes with which a dialect's producer ends after an
// interrupt, without any terminal event (codex format reference, "How a stream
// can end").
var interrupted = map[string]int{"codex": 1}

// parseExit reads a recorder's note of an end: an object with code and signal, one
// of which may be null. It accepts other spellings of the two and ignores other
// keys.
func parseExit(text []byte) (*Process, error) {
	var noted map[string]json.RawMessage
	if err := json.Unmarshal(text, &noted); err != nil {
		return nil, fmt.Errorf("it is no JSON object: %w", err)
	}
	p := &Process{}
	for _, key := range []string{"code", "exitCode", "exit_code"} {
		var code *int
		if json.Unmarshal(noted[key], &code) == nil && code != nil {
			p.Code = code
			break
		}
	}
	for _, key := range []string{"signal", "signalCode"} {
		if json.Unmarshal(noted[key], &p.Signal) == nil && p.Signal != "" {
			break
		}
	}
	if p.Code == nil && p.Signal == "" {
		return p, fmt.Errorf("it has neither code nor signal")
	}
	return p, nil
}

func (p *Process) known() bool { return p != nil && (p.Code != nil || p.Signal != "") }

// killed returns the signal that ended the process; "" if none is known.
func (p *Process) killed() string {
	switch {
	case p == nil:
		return ""
	case p.Signal != "":
		return p.Signal
	case p.Code != nil && *p.Code > 128:
		return signals[*p.Code-128]
	}
	return ""
}

// failed reports whether the process ended with an error.
func (p *Process) failed() bool { return p.known() && (p.Signal != "" || *p.Code != 0) }

// String describes the end: "exit code 1", "ended by SIGKILL".
func (p *Process) String() string {
	switch {
	case !p.known():
		return "how it ended is not recorded"
	case p.Signal != "":
		return "ended by " + p.Signal
	case p.killed() != "":
		return fmt.Sprintf("exit code %d, which is %s", *p.Code, p.killed())
	}
	return "exit code " + strconv.Itoa(*p.Code)
}
