package probe

import (
	"fmt"
	"slices"
)

// A Contract holds the answers of one candidate against what it said in its
// handshake.
type Contract struct {
	hello  *HelloReply
	limits Limits
	shape  *shape // of one transcript
}

// NewContract returns the contract with a candidate.
func NewContract(h *HelloReply, l Limits) *Contract {
	return &Contract{hello: h, limits: l, shape: transcriptShape(h.Observes)}
}

// ParseRunReply reads the answer to a run and checks it: the id, the number of
// transcripts, the observed parts, the words. An answer with an error is
// complete with that.
func (c *Contract) ParseRunReply(line []byte, req *RunRequest) (*RunReply, *ProtocolError) {
	var reply RunReply
	if bad := c.parse(line, &reply, req.ID, &reply.ID); bad != nil {
		return nil, bad
	}
	if reply.Error != "" {
		return &reply, nil
	}
	if bad := c.checkRun(line, req, &reply); bad != nil {
		return nil, bad
	}
	return &reply, nil
}

// ParseLoadReply reads the answer to a load and checks it in the same way.
func (c *Contract) ParseLoadReply(line []byte, req *LoadRequest) (*LoadReply, *ProtocolError) {
	var reply LoadReply
	if bad := c.parse(line, &reply, req.ID, &reply.ID); bad != nil {
		return nil, bad
	}
	if reply.Error != "" {
		return &reply, nil
	}
	if reply.Final == nil {
		return nil, missing("final", "report the transcript that was loaded")
	}
	if bad := c.checkTranscripts(line, &RunReply{Final: reply.Final}); bad != nil {
		return nil, bad
	}
	return &reply, nil
}

func (c *Contract) parse(line []byte, reply any, want int64, got *int64) *ProtocolError {
	if bad := isObject(line); bad != nil {
		return bad
	}
	if bad := decode(line, reply, c.limits); bad != nil {
		return bad
	}
	if bad := object("id").missing(line); bad != nil {
		bad.Fix = "echo the id of the request"
		return bad
	}
	if *got != want {
		return &ProtocolError{
			Reason: WrongID, Path: "id", What: fmt.Sprintf("is %d, the request's is %d", *got, want),
			Fix: "echo the id of the request, and answer each request once",
		}
	}
	return nil
}

func (c *Contract) checkRun(line []byte, req *RunRequest, reply *RunReply) *ProtocolError {
	if reply.Rejected != nil {
		if bad := reply.Rejected.check(req); bad != nil {
			return bad
		}
	}
	if c.hello.Role == Adapter {
		return checkOutput(reply)
	}
	if bad := checkCounts(req, reply); bad != nil {
		return bad
	}
	return c.checkTranscripts(line, reply)
}

func (r *Rejected) check(req *RunRequest) *ProtocolError {
	if r.At < 0 || r.At > req.Records() {
		return wrong("rejected.at", fmt.Sprintf("is %d", r.At),
			fmt.Sprintf("name a record of the request, from 1 to %d, or 0 for all of it", req.Records()))
	}
	if !slices.Contains(Reasons(), r.Reason) {
		return notOneOf("rejected.reason", r.Reason, Reasons())
	}
	return nil
}

func checkOutput(reply *RunReply) *ProtocolError {
	if reply.Output == nil && reply.Rejected == nil {
		return missing("output", "give what the adapter wrote, in events or in chunks")
	}
	if reply.Output != nil && len(reply.Output.Events) > 0 && len(reply.Output.Chunks) > 0 {
		return wrong("output", "has events and chunks", "give one of the two")
	}
	return nil
}

func checkCounts(req *RunRequest, reply *RunReply) *ProtocolError {
	if reply.Final == nil {
		return missing("final", "report the transcript after the end of input")
	}
	if bad := count("observations", len(reply.Observations), "observe", due(req.Observe, reply)); bad != nil {
		return bad
	}
	return count("reloaded", len(reply.Reloaded), "reload", due(req.Reload, reply))
}

// due is how many of the positions have a transcript: all, or with a rejection
// those before it.
func due(positions []int, reply *RunReply) int {
	if reply.Rejected == nil {
		return len(positions)
	}
	n, _ := slices.BinarySearch(positions, max(reply.Rejected.At, 0))
	return n
}

func count(path string, got int, asked string, want int) *ProtocolError {
	if got == want {
		return nil
	}
	return wrong(path, fmt.Sprintf("has %d transcripts for %d positions", got, want),
		"give one transcript for each position of "+asked+", in order")
}

func (c *Contract) checkTranscripts(line []byte, reply *RunReply) *ProtocolError {
	all := object().with("final", c.shape)
	all.with("observations", list(c.shape)).with("reloaded", list(c.shape))
	if bad := all.missing(line); bad != nil {
		return bad
	}
	for i := range reply.Observations {
		if bad := c.words(&reply.Observations[i], "observations["+number(i)+"]"); bad != nil {
			return bad
		}
	}
	for i := range reply.Reloaded {
		if bad := c.words(&reply.Reloaded[i], "reloaded["+number(i)+"]"); bad != nil {
			return bad
		}
	}
	return c.words(reply.Final, "final")
}
