// Package traces has the commands about recorded streams: check, show, distill, and page,
// which serves the same for a browser.
//
// Goals: one bad trace among many is named and does not end the others. Non-goals: to
// read, draw or distill a stream itself (runner/internal/trace, lanes and distilling).
package traces

import (
	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/internal/cli/console"
)

// commands are the commands of this package, with their input and output.
type commands struct{ console.Console }

// Commands returns the commands of this package, for the input and output c.
func Commands(c console.Console) []*cobra.Command {
	own := commands{c}
	return []*cobra.Command{own.check(), own.show(), own.distill(), own.page()}
}
