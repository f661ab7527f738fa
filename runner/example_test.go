package runner_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/pattern"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec/probe"
)

// A latest is a reader with a mistake: of each message it keeps the last piece.
type latest struct{}

func (latest) Hello() probe.HelloReply {
	return probe.HelloReply{
		Probe: probe.Version, Name: "latest", Role: probe.Reducer,
		Dialects: []string{"neutral"}, Observes: []string{"messages"},
	}
}

func (latest) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	reply := &probe.RunReply{ID: req.ID}
	session := probe.Session{ID: "main"}
	at := map[int]bool{}
	for _, n := range req.Observe {
		at[n] = true
	}
	seen := func() probe.Transcript { return probe.Transcript{Sessions: []probe.Session{session}} }
	for i, record := range req.Events {
		var e struct{ Kind, Message, Text string }
		if err := json.Unmarshal(record, &e); err != nil {
			return nil, err
		}
		if e.Kind == "text" {
			session.Messages = []probe.Message{{ID: e.Message, Role: "assistant", Parts: []probe.MessagePart{{Kind: "text", Text: e.Text}}}}
		}
		if at[i+1] {
			reply.Observations = append(reply.Observations, seen())
		}
	}
	final := seen()
	reply.Final = &final
	return reply, nil
}

// A Go value is judged in this process: no command, no files.
func ExampleRun() {
	ctx := context.Background()
	starter := candidate.Value{New: func() probe.Candidate { return latest{} }}
	limits := candidate.NewLimits(0, 0)
	first, err := starter.Start(ctx, limits)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer first.Kill()

	corpus, err := runner.LoadCorpus()
	if err != nil {
		fmt.Println(err)
		return
	}
	rules, err := pattern.Parse("step/by-message-id")
	if err != nil {
		fmt.Println(err)
		return
	}
	plan, err := runner.NewPlan(runner.Selection{Seed: 1, Rules: &rules}, corpus, &first.Hello)
	if err != nil {
		fmt.Println(err)
		return
	}
	var cases []report.Case
	_, err = runner.Run(ctx, plan, starter, limits, runner.Options{Jobs: 1, Deaths: 1, Timeouts: 1}, func(c report.Case) error {
		cases = append(cases, c)
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
	for _, rule := range report.Rules(cases) {
		if rule.Verdict.Blames() {
			fmt.Println(rule.Rule, rule.Verdict)
		}
	}
	// Output: step/by-message-id fail
}
