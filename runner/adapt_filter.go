package runner

import (
	"context"
	"fmt"
	"strings"

	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// NewFilter starts a plain filter that reads the dialects and writes another.
func NewFilter(args, in []string, out string, a spec.Adapting) candidate.Filter {
	return candidate.Filter{Args: args, Hello: probe.HelloReply{
		Name: strings.Join(args, " "), Dialects: in, Outputs: []string{out}, Policies: a.Policies(), Lacks: a.Lacks.Names(), Modes: a.Modes,
	}}
}

// FilterFor starts the filter of a case that was put to one; false if it was put
// to a candidate that speaks the protocol.
func FilterFor(c *plan.Case, args []string) (candidate.Filter, bool) {
	if c.Adapts == nil || !c.Adapts.Filter {
		return candidate.Filter{}, false
	}
	return NewFilter(args, []string{c.Dialect}, c.Adapts.Out, c.Adapts.Adapting), true
}

// FilterWrites is the variant of a dialect that a filter writes. A bare name of
// a dialect with several is settled by what the filter makes of one small
// stream; where that tells nothing it is the dialect's default.
func FilterWrites(ctx context.Context, f candidate.Filter, l *candidate.Limits) (string, error) {
	out := f.Hello.Outputs[0]
	expanded, err := plan.Expand(out)
	if err != nil {
		return "", err
	}
	if len(expanded) == 1 {
		return expanded[0].Name, nil
	}
	text, err := sample(ctx, f, l)
	if err != nil {
		return "", err
	}
	return ask.DetectOutput(out, text)
}

func sample(ctx context.Context, f candidate.Filter, l *candidate.Limits) ([]byte, error) {
	in, err := plan.Expand(f.Hello.Dialects[0])
	if err != nil {
		return nil, err
	}
	small, err := smallCase(in[0], func(*plan.Case) bool { return true })
	if err != nil {
		return nil, err
	}
	worker := candidate.NewWorker(f, l)
	defer worker.Close()
	j, err := attribute.New(ctx, worker, 1)
	if err != nil {
		return nil, err
	}
	req, err := j.Request(small)
	if err != nil {
		return nil, fmt.Errorf("looking what the filter writes: %w", err)
	}
	answer, err := worker.Run(ctx, req)
	if err != nil || answer.Fault != nil { // what goes wrong will show in each case
		return nil, err
	}
	return ask.Join(answer.Reply.Output.Chunks), nil
}
