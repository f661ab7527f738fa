package probe

import (
	"errors"
	"fmt"
	"io"
)

// A Candidate is an implementation under test, in Go.
type Candidate interface {
	// Hello says what the candidate is.
	Hello() HelloReply
	// Run serves one case, from nothing. Its error becomes the answer's error;
	// a panic is left alone and ends the process.
	Run(*RunRequest) (*RunReply, error)
}

// A Loader is a Candidate whose state outlives the process.
type Loader interface {
	Candidate
	// Load returns what the store holds.
	Load(*LoadRequest) (*LoadReply, error)
}

// A ReplyWriter is a Candidate that has its own way of writing answers: Spell is
// given each answer to a run as a line, and returns the line to write.
type ReplyWriter interface {
	Candidate
	Spell(line []byte) []byte
}

// ErrNoReply means that a Candidate returned nil for its answer, and no error.
var ErrNoReply = errors.New("neither an answer nor an error was returned")

// AppendReply appends the line with which a candidate answers a run to dst. An
// answer over the limits is a *ProtocolError, and dst is as it was.
func AppendReply(dst []byte, c Candidate, reply *RunReply, l Limits) ([]byte, error) {
	line, err := AppendLine(dst, reply, l)
	if s, ok := c.(ReplyWriter); ok && err == nil {
		return append(line[:len(dst)], s.Spell(line[len(dst):])...), nil
	}
	return line, err
}

// Serve answers the requests of r on w until quit or the end of input. It
// returns an error only where it cannot read or write; what a request asks
// wrongly is answered with an error.
func Serve(r io.Reader, w io.Writer, c Candidate) error {
	in, limits := NewReader(r, DefaultLimits()), DefaultLimits()
	var out []byte
	for {
		line, err := in.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		var bad *ProtocolError
		if err != nil && !errors.As(err, &bad) {
			return fmt.Errorf("serve: %w", err)
		}
		answer, quit := serveLine(line, bad, limits, c)
		if quit {
			return nil
		}
		if out, err = appendAnswer(out[:0], c, answer, limits); err != nil {
			return fmt.Errorf("serve: %w", err)
		}
		if _, err := w.Write(out); err != nil {
			return fmt.Errorf("serve: %w", err)
		}
	}
}

func serveLine(line []byte, bad *ProtocolError, l Limits, c Candidate) (answer any, quit bool) {
	var req *Request
	if bad == nil {
		req, bad = ParseRequest(line, l)
	}
	switch {
	case bad != nil:
		return &RunReply{Error: bad.Error()}, false
	case req.Quit:
		return nil, true
	case req.Hello != nil:
		return c.Hello(), false
	case req.Load != nil:
		return serveLoad(req.Load, c), false
	}
	return serveRun(req.Run, c), false
}

func serveRun(req *RunRequest, c Candidate) *RunReply {
	reply, err := c.Run(req)
	if err == nil && reply == nil {
		err = ErrNoReply
	}
	if err != nil {
		return &RunReply{ID: req.ID, Error: err.Error()}
	}
	reply.ID = req.ID
	return reply
}

func serveLoad(req *LoadRequest, c Candidate) *LoadReply {
	loader, ok := c.(Loader)
	if !ok {
		return &LoadReply{ID: req.ID, Error: "the candidate keeps no store"}
	}
	reply, err := loader.Load(req)
	if err == nil && reply == nil {
		err = ErrNoReply
	}
	if err != nil {
		return &LoadReply{ID: req.ID, Error: err.Error()}
	}
	reply.ID = req.ID
	return reply
}

// appendAnswer writes an answer; one that breaks the limits becomes an error.
func appendAnswer(dst []byte, c Candidate, answer any, l Limits) ([]byte, error) {
	var err error
	if reply, ok := answer.(*RunReply); ok {
		dst, err = AppendReply(dst, c, reply, l)
	} else {
		dst, err = AppendLine(dst, answer, l)
	}
	var bad *ProtocolError
	if !errors.As(err, &bad) {
		return dst, err
	}
	failure := RunReply{Error: bad.Error()}
	switch a := answer.(type) {
	case *RunReply:
		failure.ID = a.ID
	case *LoadReply:
		failure.ID = a.ID
	}
	return AppendLine(dst, &failure, l)
}
