// Package judge has the commands that judge a candidate by many cases: run, and merge,
// which reports the shards of a run as one.
//
// Goals: the report holds everything that was judged before a failure, and a file that
// cannot be written does not end the run. Non-goals: to choose, ask or judge cases
// (runner and the packages below it).
package judge

import (
	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/internal/cli/console"
)

// commands are the commands of this package, with their input and output.
type commands struct{ console.Console }

// Commands returns the commands of this package, for the input and output c.
func Commands(c console.Console) []*cobra.Command {
	own := commands{c}
	return []*cobra.Command{own.run(), own.merge()}
}
