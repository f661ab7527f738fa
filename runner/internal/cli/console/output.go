package console

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/internal/github"
	"github.com/quock-dev/quock/runner/internal/terminal"
	"github.com/quock-dev/quock/spec/words"
)

// colorWhen are the values of --color.
var colorWhen = []string{"auto", "always", "never"}

// A look is whether output is coloured, and what stands between a command and its
// terminal.
type look struct {
	color    string
	out, err *output
}

// An output makes text safe, keeps it from being a command of a CI, and colours it.
type output struct {
	*words.Writer
	guard   *github.Guard
	painter *terminal.Painter
}

func newOutput(to io.Writer) *output {
	o := &output{painter: terminal.NewPainter(to)}
	o.guard = github.NewGuard(o.painter)
	o.Writer = words.NewWriter(o.guard)
	return o
}

// Flush writes what is held back.
func (o *output) Flush() error {
	return errors.Join(o.Writer.Flush(), o.guard.Flush(), o.painter.Flush())
}

// AddColor adds the flag --color, which all commands have, to the root command.
func (c Console) AddColor(root *cobra.Command) {
	l := c.look
	root.PersistentFlags().StringVar(&l.color, "color", "auto", "`when` to colour: auto (on a terminal, unless NO_COLOR is set), always or never")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if !slices.Contains(colorWhen, l.color) {
			return Misuse(cmd, fmt.Errorf("--color %q: give auto, always or never", l.color))
		}
		l.out.painter.Color(l.color)
		l.err.painter.Color(l.color)
		return nil
	}
}

// Color is the value of the flag --color.
func (c Console) Color() string { return c.look.color }
