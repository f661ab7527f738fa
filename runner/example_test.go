package runner_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/quock-dev/quock/fixtures/candidates/broken/bug"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/pattern"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
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

	corpus, err := plan.LoadCorpus()
	if err != nil {
		fmt.Println(err)
		return
	}
	rules, err := pattern.Parse("step/by-message-id")
	if err != nil {
		fmt.Println(err)
		return
	}
	plan, err := plan.New(plan.Selection{Seed: 1, Rules: &rules}, corpus, &first.Hello)
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

// attachNext is a reader of a package that this one knows nothing of. Its mistake: a
// call waits for the next message.
func attachNext() probe.Candidate {
	b, err := bug.ByName("agentc-attach-next")
	if err != nil {
		panic(err)
	}
	return b.Candidate()
}

// The footer of a run has the diagnosis: the deviations with which the reference
// answers as the value does, and the decisions at which it departs from these.
func ExampleRun_diagnosis() {
	ctx, starter, limits := context.Background(), candidate.Value{New: attachNext}, candidate.NewLimits(0, 0)
	hello := attachNext().Hello()
	plan, err := plan.New(plan.Selection{Seed: 1, Cases: 40}, &plan.Corpus{}, &hello)
	if err != nil {
		fmt.Println(err)
		return
	}
	footer, err := runner.Run(ctx, plan, starter, limits, runner.Options{Jobs: 1, Deaths: 1, Timeouts: 1}, func(report.Case) error { return nil })
	if err != nil || footer.Diagnosis == nil {
		fmt.Println("no case fails", err)
		return
	}
	for _, d := range footer.Diagnosis.Deviations {
		fmt.Printf("%s: %s It breaks %v.\n", d.Name, d.Sentence, d.Rules)
	}
	for _, c := range footer.Diagnosis.Clusters {
		fmt.Println("departs at:", c.Decisions[0].What)
	}
	// Output: always-next: A call waits for the next message. It breaks [attach/backward].
}

// One stream is judged at once: which rules the value breaks on it, and with which
// deviations the reference reads it as the value does.
func ExampleTry() {
	records := [][]byte{
		[]byte(`{"type":"interaction","session_id":"s1","role":"assistant","parent_session_id":null,"user_session_id":"s1","started":true,"id":"e1"}`),
		[]byte(`{"type":"text_delta","session_id":"s1","role":"assistant","parent_session_id":null,"user_session_id":"s1","content":"a","format":"markdown"}`),
		[]byte(`{"type":"tool_call","session_id":"s1","role":"assistant","parent_session_id":null,"user_session_id":"s1","active":false,"vendor":"anthropic","tool_calls":[{"id":"c1","type":"tool_use","name":"t","input":""}],"tool_results":[]}`),
	}
	c, err := plan.OfRecords("backward", "agentc", records, spec.EOF)
	if err != nil {
		fmt.Println(err)
		return
	}
	trial, err := runner.Try(context.Background(), candidate.Value{New: attachNext}, candidate.NewLimits(0, 0), c)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(trial.Verdict, trial.Blamed)
	fmt.Println(trial.ReadsAs)
	// Output:
	// fail [attach/backward]
	// reads as the reference does, but for always-next: A call waits for the next message.
}
