package cli

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/spec/probe"
)

// candidateFlags are the flags of every command that starts a candidate.
type candidateFlags struct {
	hello, floor time.Duration
	line         int
}

func (f *candidateFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.DurationVar(&f.hello, "hello-timeout", candidate.DefaultHello, "how long the candidate may take to answer hello")
	flags.DurationVar(&f.floor, "timeout", candidate.DefaultFloor, "the shortest time limit for an answer; it grows if the candidate's first answers are slow")
	flags.IntVar(&f.line, "max-line", probe.DefaultLimits().Line, "the longest line of the protocol, in `bytes`")
	flags.SetInterspersed(false) // flags after the command belong to the candidate
}

func (f *candidateFlags) starter(args []string) candidate.Command {
	lines := probe.DefaultLimits()
	lines.Line = f.line
	return candidate.Command{Args: args, Harness: runner.Harness, Lines: lines}
}

func (f *candidateFlags) limits() *candidate.Limits { return candidate.NewLimits(f.hello, f.floor) }
