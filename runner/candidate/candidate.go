package candidate

import (
	"context"
	"time"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// A Candidate is one started implementation under test that has answered hello. It
// serves one run at a time.
type Candidate struct {
	// Hello is its answer to the handshake; Observes and Policies are taken from it,
	// with defaults.
	Hello    probe.HelloReply
	Observes spec.Parts
	Policies spec.Policies

	conn conn
}

// A conn is the connection to a candidate.
type conn interface {
	// run sends one run and waits for the answer, within the limit.
	run(req *probe.RunRequest, limit time.Duration) Answer
	// said returns the candidate's stderr of the last run.
	stderrText() string
	// close ends the candidate, politely if it has time, and returns when nothing of
	// it is left.
	close(politely bool)
}

// A Starter starts candidates that are all alike. The end of the context ends all
// their runs, but not the candidates. The error is a *HandshakeError if the candidate
// is to blame.
type Starter interface {
	Start(ctx context.Context, limits *Limits) (*Candidate, error)
}

func introduced(hello *probe.HelloReply, c conn) *Candidate {
	return &Candidate{Hello: *hello, Observes: hello.Parts(), Policies: hello.Chosen(), conn: c}
}

// Run sends one run and waits for the answer, at most limit. The caller must not use
// an id again. After a fault that is Dead, only Close and Kill may be called.
func (c *Candidate) Run(req *probe.RunRequest, limit time.Duration) Answer {
	req.Op = probe.OpRun
	return c.conn.run(req, limit)
}

// Stderr returns the candidate's stderr of the last run, or its last bytes if it was
// long.
func (c *Candidate) Stderr() string { return c.conn.stderrText() }

// Close ends the candidate, politely first, and returns when nothing of it is
// left.
func (c *Candidate) Close() { c.conn.close(true) }

// Kill ends the candidate at once and returns when nothing of it is left.
func (c *Candidate) Kill() { c.conn.close(false) }
