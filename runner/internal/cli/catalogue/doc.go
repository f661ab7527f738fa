// Package catalogue has the commands that list what quock knows, whatever the candidate:
// rules, dialects, deviations, the bug catalogue with its proofs (zoo), the wrong models
// (mutants) and the version.
//
// Goals: each list names how to see one entry whole, and a name that is spelled wrong gets
// the nearest one. Non-goals: the lists themselves.
package catalogue

import (
	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/internal/cli/console"
)

// commands are the commands of this package, with their input and output.
type commands struct{ console.Console }

// Commands returns the commands of this package, for the input and output c.
func Commands(c console.Console) []*cobra.Command {
	own := commands{c}
	return []*cobra.Command{own.rules(), own.dialects(), own.deviations(), own.bugs(), own.mutants(), own.version()}
}
