package fuzzing

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner/baseline"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/internal/campaigning"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/cli/options"
	"github.com/quock-dev/quock/runner/internal/fleet"
	"github.com/quock-dev/quock/runner/internal/sharing"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// The defaults of a campaign: a minute with a candidate that answers three hundred
// cases a second.
const (
	defaultCases    = 20000
	defaultTimeouts = 10
)

// fuzzFlags are the flags of fuzz, as they were given.
type fuzzFlags struct {
	options.CaseFlags
	sharedFlags
	dir, metrics string
	round        uint64
	quiet        bool
}

func (c commands) fuzz() *cobra.Command {
	f := &fuzzFlags{}
	cmd := &cobra.Command{
		Use:   "fuzz [flags] -- COMMAND [ARGS]",
		Short: "Fuzz a candidate in a campaign that can be resumed",
		Long: `Fuzz a candidate in one dialect, in a campaign that can be resumed.

A case that makes the reference model do something new is kept and mutated into further cases. For
each way in which the candidate fails, the campaign's folder gets the smallest failing stream, as a
file that "quock replay" runs. The same command resumes an interrupted campaign and loses no
finding; with more --cases it extends a finished one. The same seed and cases give the same files,
for any number of jobs, except with --time, timeouts or a flaky candidate.

After 256 cases, again after eight times as many, and at the end, the candidate is diagnosed: the
findings are grouped under the deviations with which the reference answers as the candidate does
("quock deviations" explains them), and under the decisions at which it departs from these. A case
that the certain deviations explain entirely is counted under them from then on, and is no finding.

Several processes share a campaign with --serve and --nats. One that joins takes dialect, seed, cases
and level from the campaign, does its units, and, with --dir, writes the same folder. Where the
server has no campaign, --dir with --cases or --time begins one.

Exit codes: 1 there are findings; 0 there are none; 130 interrupted.`,
		Example: `  quock fuzz --dialect agentc -- node my-reducer.mjs
  quock fuzz --dialect langgraph:python --time 10m --dir campaign -- ./reducer
  quock fuzz --serve 127.0.0.1:4222 --cases 1000000 -- ./reducer
  quock fuzz --nats nats://127.0.0.1:4222 -- ./reducer`,
		Args: options.CandidateArgs(0),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.AdapterFlags.Check(cmd); err != nil {
				return err
			}
			if cmd.Flags().Changed("shard") {
				return console.Misuse(cmd, errors.New("a campaign has no shards any more: let several machines work on one with --nats"))
			}
			if f.Budget > 0 && !cmd.Flags().Changed("cases") {
				f.Cases = unlimited
			}
			if err := f.sharedFlags.check(cmd); err != nil {
				return err
			}
			if f.nats != "" || f.serve != "" {
				return c.share(cmd, f, args)
			}
			return c.runCampaign(cmd.Context(), f, args)
		},
	}
	f.add(cmd)
	cmd.AddCommand(c.fuzzStatus())
	return cmd
}

// add gives the command its flags.
func (f *fuzzFlags) add(cmd *cobra.Command) {
	f.CandidateFlags.Add(cmd)
	f.AdapterFlags.Add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.dir, "dir", "", "the campaign's `folder` (default .quock/fuzz-DIALECT-SEED)")
	flags.Uint64Var(&f.round, "round", 0, "how many `cases` a round has at most: results count from the next round on, and workers wait for one another at its end; 0 for 1024")
	flags.StringVar(&f.metrics, "metrics", "", "serve the campaign's status for Prometheus at this loopback `address`, such as 127.0.0.1:9090")
	flags.StringVar(&f.Level, "level", perform.Degraded.String(), "the highest `level` of cases: clean, degraded, or hostile as well")
	flags.StringVar(&f.Seed, "seed", "1", "the `number` that decides the campaign; random draws one")
	flags.IntVar(&f.Cases, "cases", defaultCases, "how many cases to try; unlimited if only --time is given")
	flags.DurationVar(&f.Budget, "time", 0, "stop after this `duration`")
	flags.String("shard", "", "")
	_ = flags.MarkHidden("shard") // it is there
	flags.IntVar(&f.Jobs, "jobs", runtime.NumCPU(), "how many candidates work at once")
	flags.StringSliceVar(&f.Dialects, "dialect", nil, "the `dialect`, with its variant if there are several (default: the one that the candidate reads)")
	flags.IntVar(&f.MaxTimeouts, "max-timeouts", defaultTimeouts, "how many timeouts end the campaign; 0 for no limit")
	console.Bound(flags, 0, "cases", "time", "max-timeouts")
	console.Bound(flags, 1, "jobs")
	f.sharedFlags.add(cmd)
	options.AddQuiet(cmd, &f.quiet)
}

// A search is one campaign from the command line.
type search struct {
	commands
	flags    *fuzzFlags
	args     []string
	plan     *plan.Plan
	folder   *campaigning.Folder
	params   campaign.Params
	policies spec.Policies
	// program is what the candidate is without its command.
	program  string
	progress *progressView
}

func (c commands) runCampaign(ctx context.Context, f *fuzzFlags, args []string) (err error) {
	s := &search{commands: c, flags: f, args: args}
	limits := f.Limits()
	starter, err := s.prepare(ctx, limits)
	if err != nil {
		return err
	}
	dir := f.dir
	if dir == "" {
		dir = campaigning.Name(&s.params)
	}
	if s.folder, err = campaigning.Open(dir); err != nil {
		return console.Exit(console.Usage, err)
	}
	defer func() { err = errors.Join(err, s.folder.Close()) }()
	fmt.Fprintf(c.Out, "seed %d, dialect %s, level %s\nfolder %s\n",
		s.params.Seed, s.params.Dialect, s.params.Level, words.Line(dir))
	s.progress = newProgressView(c, s.folder, f.quiet)
	out, err := campaigning.Run(ctx, s.folder, s.plan, starter, limits, campaigning.Options{
		Params: s.params, Policies: s.policies, Cases: uint64(f.Cases), Jobs: f.Jobs, Budget: f.Budget, Timeouts: f.MaxTimeouts, Metrics: f.metrics, Progress: s.progress.show,
	})
	s.progress.bar.End()
	if out == nil {
		return exitOfCampaign(err)
	}
	if concluded := s.conclude(ctx, out); err == nil {
		return concluded
	}
	return err
}

// prepare starts the candidate and makes the plan.
func (s *search) prepare(ctx context.Context, limits *candidate.Limits) (candidate.Starter, error) {
	selection, err := s.flags.Selection()
	if err != nil {
		return nil, console.Exit(console.Usage, err)
	}
	starter, err := s.flags.Starter(ctx, s.args, limits)
	if err != nil {
		return nil, err
	}
	first, err := starter.Start(ctx, limits)
	if err != nil {
		return nil, err
	}
	first.Kill()
	if s.plan, err = plan.New(selection, &plan.Corpus{}, &first.Hello); err != nil {
		return nil, err
	}
	features, err := s.plan.Features()
	if err != nil {
		return nil, fmt.Errorf("%w, with --dialect", err)
	}
	s.params.Seed, s.params.Dialect, s.params.Level = selection.Seed, features.Dialect, selection.Level
	s.policies, s.params.Round = first.Policies, s.flags.round
	s.params.Candidate, s.program = identity(s.args, first, s.plan), identity(nil, first, s.plan)
	return starter, nil
}

// identity describes the candidate, as far as the result depends on it.
func identity(args []string, c *candidate.Candidate, p *plan.Plan) string {
	who := c.Hello.Name + " " + c.Hello.Version
	if len(args) > 0 {
		who += " (" + strings.Join(args, " ") + ")"
	}
	who += fmt.Sprintf(", which observes %s", strings.Join(c.Observes.Names(), ", "))
	if c.Policies != (spec.Policies{}) {
		who += fmt.Sprintf(" under %+v", c.Policies)
	}
	if p.Adapts != nil {
		who += fmt.Sprintf(" and writes %+v", *p.Adapts)
	}
	return who
}

// exitOfCampaign returns the error of a campaign that could not be started or resumed.
func exitOfCampaign(err error) error {
	for _, refused := range []error{campaign.ErrParameters, campaign.ErrVersion, campaign.ErrChanged, campaign.ErrEntry, campaigning.ErrNoCampaign, sharing.ErrTerms, fleet.ErrName, fleet.ErrNone, fleet.ErrUnreachable, fleet.ErrFull, sharing.ErrNoStatus, campaigning.ErrBusy, campaigning.ErrExpose} {
		if errors.Is(err, refused) {
			return console.Exit(console.Usage, err)
		}
	}
	return err
}

// conclude prints the result of the campaign and returns its exit code.
func (s *search) conclude(ctx context.Context, out *campaigning.Outcome) error {
	features, err := s.plan.Features()
	if err != nil {
		return err
	}
	v := campaignView{commands: s.commands, report: out.Report, findings: s.folder.Path(""), args: s.args, unreported: out.Unreported}
	if out.BugReport != "" {
		v.bugReport = s.folder.Path(out.BugReport)
	}
	v.print(&features, s.ended(ctx, out))
	return console.Exit(codeOfCampaign(ctx, out), nil)
}

// ended returns why the campaign ended early; "" if it did not.
func (s *search) ended(ctx context.Context, out *campaigning.Outcome) string {
	again := "; the same command goes on from there"
	switch {
	case ctx.Err() != nil:
		return "interrupted" + again
	case out.End == campaign.Timeouts:
		return "ended: the candidate did not answer in time too often; see the flag --max-timeouts" + again
	case out.End == campaign.Stopped && s.flags.Budget > 0:
		return fmt.Sprintf("ended after %s", s.flags.Budget.Round(time.Millisecond)) + again
	case out.End == campaign.Stopped:
		return "ended before it was done" + again
	}
	return ""
}

// codeOfCampaign returns the exit code of a campaign.
func codeOfCampaign(ctx context.Context, out *campaigning.Outcome) int {
	code := codeOfReport(out.Report)
	switch {
	case ctx.Err() != nil:
		return console.Interrupted
	case code == console.Fine && (out.End == campaign.Timeouts || out.Report.Tried == 0):
		return console.Incomplete
	}
	return code
}

// codeOfReport returns the exit code for the findings.
func codeOfReport(r *campaign.Report) int {
	if r.Problem != "" {
		return console.Incomplete
	}
	for i := range r.Findings {
		if r.Findings[i].Flaky || baseline.Binding(r.Findings[i].Rule) {
			return console.Failed
		}
	}
	return console.Fine
}
