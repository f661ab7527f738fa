// Package runlog has the commands that read the logs of runs: report, diff and baseline.
//
// Goals: a log that cannot be read, or is another candidate's, is refused with what to do
// about it. Non-goals: to write a log, to compare (runner/report) or to judge a list of
// known failures (runner/baseline).
package runlog

import (
	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/internal/cli/console"
)

// commands are the commands of this package, with their input and output.
type commands struct{ console.Console }

// Commands returns the commands of this package, for the input and output c.
func Commands(c console.Console) []*cobra.Command {
	own := commands{c}
	return []*cobra.Command{own.report(), own.diff(), own.baseline()}
}
