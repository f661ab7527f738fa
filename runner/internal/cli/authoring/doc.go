// Package authoring has the commands for the author of a candidate: init, guide and smoke.
//
// Goals: each ends with the command to go on with. Non-goals: what a skeleton holds
// (runner/internal/scaffold), what the contract says (spec/probe/contract), which steps
// smoke takes (runner.Smoke).
package authoring

import (
	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/internal/cli/console"
)

// commands are the commands of this package, with their input and output.
type commands struct{ console.Console }

// Commands returns the commands of this package, for the input and output c.
func Commands(c console.Console) []*cobra.Command {
	own := commands{c}
	return []*cobra.Command{own.initialise(), own.guide(), own.smoke()}
}
