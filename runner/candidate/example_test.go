package candidate_test

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/spec/probe"
)

// A silent reader reports nothing, and panics at its first record.
type silent struct{}

func (silent) Feed([]byte) error            { panic("not yet written") }
func (silent) Finish(probe.End) error       { return nil }
func (silent) Transcript() probe.Transcript { return probe.Transcript{} }

// A Go value is asked like a program. What it does wrong is a fault, and no panic.
func ExampleValue() {
	hello := probe.HelloReply{Name: "silent", Dialects: []string{"neutral"}, Observes: []string{"quota"}}
	starter := candidate.Value{New: func() probe.Candidate {
		return probe.NewCandidate(hello, func(string) probe.StreamReader { return silent{} })
	}}
	c, err := starter.Start(context.Background(), candidate.NewLimits(0, 0))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Kill()
	empty := c.Run(&probe.RunRequest{Op: probe.OpRun, ID: 1, Dialect: "neutral"}, time.Minute)
	fmt.Println(empty.Fault == nil, empty.Reply.Final.Quota.Limited)
	answer := c.Run(&probe.RunRequest{Op: probe.OpRun, ID: 2, Dialect: "neutral", Events: []json.RawMessage{json.RawMessage(`{"kind":"note"}`)}}, time.Minute)
	fmt.Println(answer.Fault.Verdict)
	// Output:
	// true false
	// crash
}
