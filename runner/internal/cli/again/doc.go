// Package again has the commands that ask a candidate about one case once more: replay
// and shrink.
//
// Goals: every form in which a case is kept can be given; what differs is printed once,
// at the first position that shows it. Non-goals: to read a case (runner/internal/input),
// to judge it (runner.Try) or to make it small (runner.Shrink).
package again

import (
	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/internal/cli/console"
)

// commands are the commands of this package, with their input and output.
type commands struct{ console.Console }

// Commands returns the commands of this package, for the input and output c.
func Commands(c console.Console) []*cobra.Command {
	own := commands{c}
	return []*cobra.Command{own.replay(), own.shrink()}
}
