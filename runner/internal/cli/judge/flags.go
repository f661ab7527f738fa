package judge

import (
	"fmt"
	"runtime"

	"github.com/spf13/pflag"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/cli/options"
)

// runFlags are the flags of run.
type runFlags struct {
	options.CaseFlags
	ciFlags
	log, junit, html  string
	known, writeKnown string
	fixtures          []string
	replayDir         string
	deaths, replays   int
	quiet             bool
}

// addOwn gives the command the flags that no other command has.
func (f *runFlags) addOwn(flags *pflag.FlagSet) {
	flags.StringVar(&f.log, "log", "", "write the log as JSON lines to this `file`; - is standard output")
	flags.StringVar(&f.junit, "junit", "", "write JUnit XML to this `file`")
	options.AddHTML(flags, &f.html, "also write the report")
	flags.StringVar(&f.known, "known-failures", "", "compare the failures with the list in this `file`")
	flags.StringVar(&f.writeKnown, "write-known", "", "write all failures to this `file`, for --known-failures; one that is there must have no entries")
	flags.StringVar(&f.Rules, "rules", "", "run only cases that test a rule matching this `pattern`, such as 'attach/*'")
	flags.StringVar(&f.Level, "level", perform.Degraded.String(), "the highest `level` of generated cases: clean, degraded (records are lost, late or doubled) or hostile (records are damaged); lower levels run as well")
	flags.StringVar(&f.Seed, "seed", "1", "the `number` that decides every generated case; random draws one")
	flags.IntVar(&f.Cases, "cases", runner.DefaultCases, fmt.Sprintf("how many cases to generate, besides the hand-written ones (default for a filter: %d)", options.DefaultFilterCases))
	flags.DurationVar(&f.Budget, "time", 0, "start no further case after this `duration`")
	flags.IntVar(&f.Jobs, "jobs", runtime.NumCPU(), "how many candidates work at once")
	flags.StringSliceVar(&f.Dialects, "dialect", nil, "run this `dialect`, with or without a variant; may be repeated (default: all that the candidate reads)")
	flags.StringArrayVar(&f.fixtures, "fixtures", nil, "also run the distilled fixtures of this `folder`, as distilled/NAME; may be repeated")
	options.AddReplayDir(flags, &f.replayDir, "replay files")
	flags.IntVar(&f.replays, "replays", 10, "the most replay files for each rule, besides its best one; 0 for every failure")
	flags.IntVar(&f.deaths, "max-deaths", runner.DefaultDeaths, "how many deaths of the candidate end the run")
	flags.IntVar(&f.MaxTimeouts, "max-timeouts", runner.DefaultTimeouts, "how many timeouts end the run")
	console.Bound(flags, 0, "cases", "time", "replays", "max-deaths", "max-timeouts")
	console.Bound(flags, 1, "jobs")
}
