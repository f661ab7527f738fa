package probe

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// A Contract holds the answers of one candidate against what it said in its
// handshake.
type Contract struct {
	hello    *HelloReply
	observed observed
	limits   Limits
	answer   *shape // of an answer with its transcripts
	// Unknown, if it is set, is called with keys that the contract does not know, as
	// far as the first answers have some.
	Unknown  func(UnknownKey)
	reported int // how many answers had some
	fast     fastReader
}

// mostInspected is how many answers with unknown keys are looked at.
const mostInspected = 64

// NewContract returns the contract with a candidate.
func NewContract(h *HelloReply, l Limits) *Contract {
	transcript := transcriptShape(h)
	answer := object("id").with("final", transcript)
	answer.with("observations", list(transcript)).with("reloaded", list(transcript))
	return &Contract{hello: h, observed: h.observed(), limits: l, answer: answer.knowing(reflect.TypeFor[RunReply]())}
}

// ParseRunReply reads the answer to a run and checks it: the id, the number of
// transcripts, the observed parts, the words. An answer with an error is
// complete with that.
func (c *Contract) ParseRunReply(line []byte, req *RunRequest) (*RunReply, *ProtocolError) {
	var reply RunReply
	var lacks, bad *ProtocolError
	usual := c.readFast(line, &reply) && reply.ID == req.ID
	if !usual {
		reply = RunReply{}
		lacks, bad = c.parse(line, &reply, req.ID, &reply.ID)
	}
	if bad == nil && reply.Error == "" {
		bad = c.checkRun(req, &reply, lacks)
	}
	if bad != nil {
		return nil, bad
	}
	if !usual || c.fast.empties {
		reply.normal()
	}
	return &reply, nil
}

// ParseLoadReply reads the answer to a load and checks it in the same way.
func (c *Contract) ParseLoadReply(line []byte, req *LoadRequest) (*LoadReply, *ProtocolError) {
	var reply LoadReply
	lacks, bad := c.parse(line, &reply, req.ID, &reply.ID)
	switch {
	case bad != nil:
		return nil, bad
	case reply.Error != "":
		return &reply, nil
	case reply.Final == nil:
		return nil, missing("final", "report the transcript that was loaded")
	case lacks != nil:
		return nil, lacks
	}
	if bad := c.words(reply.Final, "final"); bad != nil {
		return nil, bad
	}
	normal(reply.Final)
	return &reply, nil
}

// parse reads an answer and checks its id. What its transcripts lack is for the
// caller: an answer with an error may lack anything.
func (c *Contract) parse(line []byte, reply any, want int64, got *int64) (lacks, bad *ProtocolError) {
	if bad := decodeAnswer(line, reply, c.limits); bad != nil {
		return nil, bad
	}
	lacks, strange := c.answer.missing(line)
	if strange && c.Unknown != nil && c.reported < mostInspected {
		c.reported++
		for _, key := range UnknownKeys(line, reply) {
			key.Path = withinTranscript(key.Path)
			c.Unknown(key)
		}
	}
	switch {
	case lacks != nil && lacks.Path == "id":
		lacks.Fix = "echo the id of the request"
		return nil, lacks
	case *got != want:
		return nil, &ProtocolError{
			Reason: WrongID, Path: "id", What: fmt.Sprintf("is %d, the request's is %d", *got, want),
			Fix: "echo the id of the request, and answer each request once",
		}
	}
	return lacks, nil
}

// withinTranscript is a path without the transcript in which it is: all of an
// answer's have the same keys.
func withinTranscript(path string) string {
	for _, transcript := range []string{"final.", "observations[].", "reloaded[]."} {
		if rest, ok := strings.CutPrefix(path, transcript); ok {
			return rest
		}
	}
	return path
}

func (c *Contract) checkRun(req *RunRequest, reply *RunReply, lacks *ProtocolError) *ProtocolError {
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
	if lacks != nil {
		return lacks
	}
	return c.checkWords(reply)
}

func (r *Rejected) check(req *RunRequest) *ProtocolError {
	if n := req.Records(); r.At < 0 || r.At > n+1 {
		return wrong("rejected.at", fmt.Sprintf("is %d", r.At),
			fmt.Sprintf("name a record of the request, from 1 to %d, or %d for its end, or 0 for all of it", n, n+1))
	}
	if !slices.Contains(Reasons(), r.Reason) {
		return notOneOf("rejected.reason", r.Reason, Reasons())
	}
	return nil
}

// checkOutput reads an absent output as an empty one: the adapter wrote nothing.
// A transcript in its place is a mistake.
func checkOutput(reply *RunReply) *ProtocolError {
	if reply.Output == nil && reply.Rejected == nil && reply.Final != nil {
		return missing("output", "give what the adapter wrote, in events or in chunks")
	}
	if reply.Output == nil {
		reply.Output = &Output{}
	}
	if len(reply.Output.Events) > 0 && len(reply.Output.Chunks) > 0 {
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

func (c *Contract) checkWords(reply *RunReply) *ProtocolError {
	for i := range reply.Observations {
		if bad := c.transcriptWords(&reply.Observations[i]); bad != nil {
			return at("observations", i, bad)
		}
	}
	for i := range reply.Reloaded {
		if bad := c.transcriptWords(&reply.Reloaded[i]); bad != nil {
			return at("reloaded", i, bad)
		}
	}
	return c.words(reply.Final, "final")
}
