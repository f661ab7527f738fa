// Package fuzzing has the command fuzz and, below it, fuzz status.
//
// Goals: a campaign looks the same whether one process works on it or many; the findings
// are printed under what explains them. Non-goals: to run a campaign
// (runner/internal/campaigning) or to share it (runner/internal/sharing).
package fuzzing

import (
	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/internal/cli/console"
)

// commands are the commands of this package, with their input and output.
type commands struct{ console.Console }

// Commands returns the commands of this package, for the input and output c.
func Commands(c console.Console) []*cobra.Command {
	own := commands{c}
	return []*cobra.Command{own.fuzz()}
}
