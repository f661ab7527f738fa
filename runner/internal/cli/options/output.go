package options

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// AddHTML adds --html to a command; what says what the page shows.
func AddHTML(flags *pflag.FlagSet, to *string, what string) {
	flags.StringVar(to, "html", "", what+" as one HTML `file`, which needs no network; - is standard output")
}

// AddQuiet adds the flag of a command that shows its progress.
func AddQuiet(cmd *cobra.Command, quiet *bool) {
	cmd.Flags().BoolVarP(quiet, "quiet", "q", false, "show no progress")
}
