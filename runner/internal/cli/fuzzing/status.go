package fuzzing

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/internal/campaigning"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/fleet"
	"github.com/quock-dev/quock/runner/internal/sharing"
	"github.com/quock-dev/quock/spec/words"
)

// fuzzStatus tells how a campaign stands.
func (c commands) fuzzStatus() *cobra.Command {
	f := &serverFlags{}
	cmd := &cobra.Command{
		Use:   "status DIR|URL",
		Short: "Show how a campaign stands",
		Long: `Show how a campaign stands, by its folder or by the NATS server that has it, while it runs or
afterwards: cases, rate, coverage, findings, deviations, workers, and units that were given out again.
"quock fuzz --metrics 127.0.0.1:9090" serves the same numbers for Prometheus.`,
		Example: `  quock fuzz status .quock/fuzz-agentc-1
  quock fuzz status nats://127.0.0.1:4222`,
		Args: console.Arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			w, end, err := c.watcher(cmd.Context(), f, args[0])
			if err != nil {
				return exitOfCampaign(err)
			}
			defer end()
			s, err := w.Status(cmd.Context())
			if err != nil {
				return exitOfCampaign(err)
			}
			stands(c.Out, s)
			return nil
		},
	}
	f.add(cmd.Flags())
	return cmd
}

// watcher finds who knows how a campaign stands.
func (c commands) watcher(ctx context.Context, f *serverFlags, where string) (w campaigning.Watcher, end func(), err error) {
	if !strings.Contains(where, "://") {
		return campaigning.WatchedFolder(where), func() {}, nil
	}
	f.nats = where
	dial, err := c.dialing(f)
	if err != nil {
		return nil, nil, console.Exit(console.Usage, err)
	}
	dial.Timing.Patience = 10 * time.Second // somebody looks on
	conn, err := fleet.Dial(ctx, dial)
	if err != nil {
		return nil, nil, console.Exit(console.Usage, err)
	}
	var joined *fleet.Campaign
	if err = f.choose(ctx, conn); err == nil && f.campaign == "" {
		err = fmt.Errorf("%s: %w", fleet.Bare(where), fleet.ErrNone)
	} else if err == nil {
		joined, err = conn.Join(ctx, f.campaign)
	}
	if err != nil {
		conn.Close()
		return nil, nil, err
	}
	return sharing.WatchedCampaign{Campaign: joined}, conn.Close, nil
}

// stands prints how a campaign stands.
func stands(out io.Writer, s *campaigning.Status) {
	fmt.Fprintf(out, "seed %d, dialect %s, level %s\n", s.Params.Seed, s.Params.Dialect, s.Params.Level)
	cases := words.Counted(int(s.Tried), "case")
	if s.Of > 0 && s.Of < unlimited {
		cases = fmt.Sprintf("%d of %d cases", s.Tried, s.Of)
	}
	if folded := s.Folded(); s.Running && s.Tried > folded {
		cases += fmt.Sprintf(", %d of them in a round that goes on; %d", s.Tried-folded, folded)
	}
	fmt.Fprintf(out, "%s in %s: %s\n", cases, words.Counted(s.Rounds, "round"), verdictWords(s.Verdicts))
	if s.Running {
		fmt.Fprintf(out, "at work, %.1f cases a second\n", s.Rate)
		if s.Step.Of > 0 {
			fmt.Fprintf(out, "%s: %d of %s done\n", words.Line(s.Step.What), s.Step.Done, words.Counted(s.Step.Of, "unit"))
		}
	} else {
		fmt.Fprintf(out, "nobody works on it\n")
	}
	fmt.Fprintf(out, "covered: %d events in their states, %d classes of events in order; %d cases in the corpus\n", s.Edges, s.Orders, s.Corpus)
	fmt.Fprintf(out, "found: %s", words.Counted(s.Findings, "stream"))
	if len(s.Deviations) > 0 {
		fmt.Fprintf(out, "; deviations: %s", words.Line(strings.Join(s.Deviations, ", ")))
	}
	fmt.Fprintln(out)
	if s.Running || s.Units > 0 {
		fmt.Fprintf(out, "units: %d done, %d given out again, %d given up\n", s.Units, s.Redelivered, s.Poisoned)
	}
	for _, w := range s.Workers {
		fmt.Fprintf(out, "  %s: %s, seen %s", words.Line(w.Name), words.Counted(w.Units, "unit"), w.Seen.UTC().Format(time.RFC3339))
		if w.Open > 0 {
			fmt.Fprintf(out, ", at %d more, the first for %s", w.Open, w.Longest.Round(time.Second))
		}
		fmt.Fprintln(out)
	}
}
