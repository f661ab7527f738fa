package again

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
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/cli/options"
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

// Flags are the flags of commands that run one case again.
type Flags struct {
	options.CandidateFlags
	options.ReadingFlags
	writes string
}

func (f *Flags) add(cmd *cobra.Command) {
	f.CandidateFlags.Add(cmd)
	flags := cmd.Flags()
	f.ReadingFlags.Add(flags, "max-record", defaultAgain)
	flags.StringVar(&f.writes, "writes", "", "the `dialect` that an adapter writes, for a recorded stream or a token")
}

// defaultAgain is the most records of a recorded stream that is sent to a
// candidate. They make one request.
const defaultAgain = 200_000

// A Meeting is a candidate, with the name that it gave itself, and the plan for the
// case that it gets.
type Meeting struct {
	name    string
	Starter candidate.Starter
	Limits  *candidate.Limits
	Plan    *plan.Plan
}

// Meet starts the candidate to learn what it reads, and adapts the case to it.
func Meet(ctx context.Context, m *input.Case, f *Flags, args []string) (*Meeting, error) {
	met := &Meeting{Starter: f.Command(args), Limits: f.Limits()}
	hello := probe.HelloReply{Name: strings.Join(args, " "), Role: probe.Adapter, Dialects: []string{m.Dialect}}
	if filter, ok := runner.FilterFor(m.Case, args); ok {
		met.Starter, hello = filter, filter.Hello
	} else {
		first, err := met.Starter.Start(ctx, met.Limits)
		if err != nil {
			return nil, err
		}
		hello = first.Hello
		first.Kill()
	}
	planned, err := plan.For(m.Case, f.writes, &hello)
	if errors.Is(err, plan.ErrNothing) && !hello.Reads(m.Dialect) {
		return nil, console.Exit(console.Usage, fmt.Errorf("the stream has dialect %s, and %s reads %s", m.Dialect, words.Line(hello.Name), words.Line(strings.Join(hello.Dialects, ", "))))
	}
	if err != nil {
		return nil, err
	}
	met.name, met.Plan, m.Case = hello.Name, planned, planned.Suited(m.Case)
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
	Sentences(to, "", m.Rules)
}

// Sentences prints rules with their sentences.
func Sentences(to io.Writer, before string, rules []string) {
	for _, id := range rules {
		if r, ok := spec.RuleByID(id); ok {
			fmt.Fprintf(to, "%s%s: %s\n", before, id, r.Sentence)
		}
	}
}
