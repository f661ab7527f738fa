package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec/probe"
)

func (c console) version() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the versions of the harness, the probe contract and the log",
		Example: "  quock version",
		Args:    arguments(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(c.out, "%s (probe %d, log %d)\n", runner.Harness, probe.Version, report.Version)
			return err
		},
	}
}
