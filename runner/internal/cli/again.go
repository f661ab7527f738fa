package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/internal/input"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/words"
)

// againLong documents the argument FILE.
const againLong = `A FILE is a replay file of a run or a campaign, a distilled fixture, a written case, an entry of a
campaign's corpus, the token of a case, the name of a case as reports give it, such as
attach/backward.clean.agentc, or a recorded stream: a file, compressed or not, a folder with one
recording, or - for standard input. The dialect of a recorded stream is detected from the content, or
given with --dialect. The candidate is compared with what the model reads in the stream.`

// againFlags are the flags of commands that run one case again.
type againFlags struct {
	candidateFlags
	readingFlags
	writes string
}

func (f *againFlags) add(cmd *cobra.Command) {
	f.candidateFlags.add(cmd)
	flags := cmd.Flags()
	f.readingFlags.add(flags, "max-record", defaultAgain)
	flags.StringVar(&f.writes, "writes", "", "the `dialect` that an adapter writes, for a recorded stream or a token")
}

// defaultAgain is the most records of a recorded stream that is sent to a
// candidate. They make one request.
const defaultAgain = 200_000

// A meeting is a candidate, with the name that it gave itself, and the plan for the
// case that it gets.
type meeting struct {
	name    string
	starter candidate.Starter
	limits  *candidate.Limits
	plan    *plan.Plan
}

// meet starts the candidate to learn what it reads, and adapts the case to it.
func meet(ctx context.Context, m *input.Case, f *againFlags, args []string) (*meeting, error) {
	met := &meeting{starter: f.starter(args), limits: f.limits()}
	hello := probe.HelloReply{Name: strings.Join(args, " "), Role: probe.Adapter, Dialects: []string{m.Dialect}}
	if filter, ok := runner.FilterFor(m.Case, args); ok {
		met.starter, hello = filter, filter.Hello
	} else {
		first, err := met.starter.Start(ctx, met.limits)
		if err != nil {
			return nil, err
		}
		hello = first.Hello
		first.Kill()
	}
	planned, err := plan.For(m.Case, f.writes, &hello)
	if errors.Is(err, plan.ErrNothing) && !hello.Reads(m.Dialect) {
		return nil, exit(exitUsage, fmt.Errorf("the stream has dialect %s, and %s reads %s", m.Dialect, words.Line(hello.Name), words.Line(strings.Join(hello.Dialects, ", "))))
	}
	if err != nil {
		return nil, err
	}
	met.name, met.plan, m.Case = hello.Name, planned, planned.Suited(m.Case)
	return met, nil
}

// printCase prints what the candidate gets, and the rules that it failed before.
func printCase(to io.Writer, m *input.Case) {
	fmt.Fprintf(to, "%s, dialect %s, %d records\n", words.Line(m.About), m.Dialect, len(m.Case.Records))
	if m.Asked != nil {
		fmt.Fprintf(to, "asked in the relation %s: the stream, and the same one changed\n", m.Asked.Relation)
	}
	for i, before := range m.Before {
		fmt.Fprintf(to, "run before it in the same process, %d: case %s, %d records\n", i+1, before.Name, len(before.Records))
	}
	if d, ok := deviation.ByName(m.Deviation); ok && m.Deviation != "" {
		fmt.Fprintf(to, "deviation %s: %s\n", d.Name, d.Sentence)
	}
	sentences(to, "", m.Rules)
}

// sentences prints rules with their sentences.
func sentences(to io.Writer, before string, rules []string) {
	for _, id := range rules {
		if r, ok := spec.RuleByID(id); ok {
			fmt.Fprintf(to, "%s%s: %s\n", before, id, r.Sentence)
		}
	}
}
