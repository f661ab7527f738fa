package cli

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/internal/terminal"
)

// colorWhen are the values of --color.
var colorWhen = []string{"auto", "always", "never"}

// A look is whether output is coloured.
type look struct {
	color    string
	out, err *terminal.Painter
}

func newLook(out, err io.Writer) *look {
	return &look{out: terminal.NewPainter(out), err: terminal.NewPainter(err)}
}

// add adds the flag of all commands.
func (l *look) add(root *cobra.Command) {
	root.PersistentFlags().StringVar(&l.color, "color", "auto", "`when` to colour: auto (on a terminal, unless NO_COLOR is set), always or never")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if !slices.Contains(colorWhen, l.color) {
			return misuse(cmd, fmt.Errorf("--color %q: give auto, always or never", l.color))
		}
		l.out.Color(l.color)
		l.err.Color(l.color)
		return nil
	}
}
