package console

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/quock-dev/quock/spec"
)

// A usageError is an error in the command line, with a hint.
type usageError struct {
	err  error
	hint string
}

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// Misuse is the error of a command line that cannot be meant, with the example to follow.
func Misuse(cmd *cobra.Command, err error) error {
	hint := "try: " + cmd.CommandPath() + " --help"
	if example, _, _ := strings.Cut(strings.TrimSpace(cmd.Example), "\n"); example != "" {
		hint = "for example: " + example
	}
	return &usageError{err, hint}
}

// Arguments makes the error of a check of arguments a usage error.
func Arguments(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return Misuse(cmd, err)
		}
		return nil
	}
}

// NearestFlag adds to an error about an unknown flag the flag that was probably meant.
func NearestFlag(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := spec.Nearest(unknown.GetSpecifiedName(), names); near != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, near)
	}
	return err
}
