package candidate

import (
	"context"
	"time"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// A Candidate is one implementation under test that has been started and has
// introduced itself. It serves one run at a time.
type Candidate struct {
	// Hello is its answer to the handshake, Observes and Policies what that
	// says, with defaults.
	Hello    probe.HelloReply
	Observes spec.Parts
	Policies spec.Policies

	conn conn
}

// A conn is how a candidate is reached.
type conn interface {
	// run asks one run, within the limit.
	run(req *probe.RunRequest, limit time.Duration) Answer
	// said is what the candidate wrote to stderr during the last run.
	said() string
	// close ends the candidate, politely if it may take a moment, and returns
	// when nothing of it is left.
	close(politely bool)
}

// A Starter starts candidates that are all alike. The end of the context ends
// every run of theirs, not the candidates. The error is a *HandshakeError where
// the candidate is to blame.
type Starter interface {
	Start(ctx context.Context, limits *Limits) (*Candidate, error)
}

func introduced(hello *probe.HelloReply, c conn) *Candidate {
	return &Candidate{Hello: *hello, Observes: hello.Parts(), Policies: hello.Chosen(), conn: c}
}

// Run asks one run and waits for the answer, at most limit. The caller sees to
// it that no id is used again. After an answer whose fault is Dead nothing but
// Close and Kill may be called.
func (c *Candidate) Run(req *probe.RunRequest, limit time.Duration) Answer {
	req.Op = probe.OpRun
	return c.conn.run(req, limit)
}

// Stderr is what the candidate wrote to its stderr during the last run, its
// last bytes if it was much.
func (c *Candidate) Stderr() string { return c.conn.said() }

// Close ends the candidate, politely first, and returns when nothing of it is
// left.
func (c *Candidate) Close() { c.conn.close(true) }

// Kill ends the candidate at once and returns when nothing of it is left.
func (c *Candidate) Kill() { c.conn.close(false) }
