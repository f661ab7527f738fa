package cli

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/internal/hunt"
	"github.com/quock-dev/quock/spec/words"
)

// fuzzStatus tells how a campaign stands.
func (c console) fuzzStatus() *cobra.Command {
	return &cobra.Command{
		Use:   "status DIR",
		Short: "Show how a campaign stands",
		Long: `Show how a campaign stands, by its folder, while it runs or afterwards: cases, rate, coverage, findings,
deviations, workers, and units that were given out again. "quock fuzz --metrics 127.0.0.1:9090" serves
the same numbers for Prometheus.`,
		Example: "  quock fuzz status .quock/fuzz-agentc-1",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := watcher(args[0]).Status(cmd.Context())
			if err != nil {
				return exitOfHunt(err)
			}
			stands(c.out, s)
			return nil
		},
	}
}

// watcher finds who knows how a campaign stands.
func watcher(where string) hunt.Watcher { return hunt.WatchedFolder(where) }

// stands prints how a campaign stands.
func stands(out io.Writer, s *hunt.Status) {
	fmt.Fprintf(out, "seed %d, dialect %s, level %s\n", s.Params.Seed, s.Params.Dialect, s.Params.Level)
	cases := fmt.Sprintf("%d cases", s.Tried)
	if s.Of > 0 && s.Of < unlimited {
		cases = fmt.Sprintf("%d of %d cases", s.Tried, s.Of)
	}
	fmt.Fprintf(out, "%s in %s: %s\n", cases, words.Counted(s.Rounds, "round"), verdictWords(s.Verdicts))
	if s.Running {
		fmt.Fprintf(out, "at work, %.1f cases a second\n", s.Rate)
	} else {
		fmt.Fprintf(out, "nobody works on it\n")
	}
	fmt.Fprintf(out, "covered: %d events in their states, %d classes of events in order; %d cases in the corpus\n", s.Edges, s.Orders, s.Corpus)
	fmt.Fprintf(out, "found: %s", words.Counted(s.Findings, "stream"))
	if len(s.Deviations) > 0 {
		fmt.Fprintf(out, "; deviations: %s", words.Line(strings.Join(s.Deviations, ", ")))
	}
	fmt.Fprintln(out)
	if s.Running {
		fmt.Fprintf(out, "units: %d done, %d given out again, %d given up\n", s.Units, s.Redelivered, s.Poisoned)
	}
	for _, w := range s.Workers {
		fmt.Fprintf(out, "  %s: %s, seen %s\n", words.Line(w.Name), words.Counted(w.Units, "unit"), w.Seen.UTC().Format(time.RFC3339))
	}
}
