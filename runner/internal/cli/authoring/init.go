package authoring

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/scaffold"
	"github.com/quock-dev/quock/runner/internal/terminal"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// roles are those that there are skeletons of.
var roles = []string{string(probe.Reducer), string(probe.Store), string(probe.Adapter)}

// initFlags are what a skeleton is made from.
type initFlags struct{ lang, dialect, role string }

func (c commands) initialise() *cobra.Command {
	f := &initFlags{}
	cmd := &cobra.Command{
		Use:   "init [flags] [FOLDER]",
		Short: "Write a first candidate that passes smoke, and what CI needs",
		Long: `Write a first candidate that passes smoke as it stands, into FOLDER (default: the working folder): a
reader of a dialect with a branch for each type of record, and the contract's sentence above it; the
helper that speaks the protocol; quock.toml; a list of known failures without entries; and a workflow
for GitHub. In Go it is a test, which needs no helper and no quock.toml. Nothing is overwritten. The last
line printed is the command that passes.

The reader does the plain case only. Branches that do nothing yet are marked "to do" in it, and
"quock run" names each rule that it breaks.

With --role store the stream is also kept in a folder and loaded again. With --role adapter it is written
as aisdk:v5, from langgraph and deepagents. Any program that filters a stream is an adapter without this:
see "quock run --in D --out D --filter -- COMMAND". In Go there is a reducer only.

On a terminal quock asks for what no flag says.`,
		Example: `  quock init --lang js --dialect aisdk:v5
  quock init --lang python --dialect langgraph conformance
  quock init --lang ts --dialect langgraph:js --role adapter`,
		Args: console.Arguments(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.makeSkeleton(cmd, f, append(args, ".")[0])
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.lang, "lang", "", "the `language`: "+strings.Join(scaffold.Languages(), ", "))
	flags.StringVar(&f.dialect, "dialect", "", "the `dialect` to read, with or without a variant; quock dialects lists them")
	flags.StringVar(&f.role, "role", string(probe.Reducer), "the `role` of the candidate: "+strings.Join(roles, ", "))
	complete := func(values []string) cobra.CompletionFunc {
		return cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
	}
	for flag, values := range map[string][]string{"lang": scaffold.Languages(), "dialect": scaffold.Dialects(), "role": roles} {
		if err := cmd.RegisterFlagCompletionFunc(flag, complete(values)); err != nil {
			panic(err) // there is no such flag
		}
	}
	return cmd
}

func (c commands) makeSkeleton(cmd *cobra.Command, f *initFlags, folder string) error {
	if err := c.complete(f); err != nil {
		return console.Misuse(cmd, err)
	}
	if err := f.check(); err != nil {
		return console.Exit(console.Usage, err)
	}
	s, err := scaffold.Make(scaffold.Choice{Language: f.lang, Dialect: f.dialect, Role: probe.Role(f.role), OldNode: f.lang == "ts" && oldNode(cmd.Context()), Package: scaffold.TestPackage(folder)})
	if err == nil {
		err = s.Write(folder)
	}
	if err != nil {
		return console.Exit(console.Usage, err)
	}
	return c.printSkeleton(s, folder)
}

// complete asks for what no flag says. Where nobody can be asked that is an error.
func (c commands) complete(f *initFlags) error {
	wanted := []struct {
		value  *string
		flag   string
		values []string
	}{
		{&f.lang, "lang", scaffold.Languages()},
		{&f.dialect, "dialect", scaffold.Dialects()},
	}
	answers := bufio.NewScanner(c.In)
	var missing []string
	for _, w := range wanted {
		switch {
		case *w.value != "":
		case terminal.Interactive(c.In):
			if err := c.ask(answers, w.flag, w.values, w.value); err != nil {
				return err
			}
		default:
			missing = append(missing, fmt.Sprintf("--%s is missing: %s", w.flag, strings.Join(w.values, ", ")))
		}
	}
	if len(missing) > 0 {
		return errors.New(strings.Join(missing, "\n"))
	}
	return nil
}

// ask asks until the answer is one of the values.
func (c commands) ask(answers *bufio.Scanner, what string, values []string, value *string) error {
	for {
		fmt.Fprintf(c.Err, "%s (%s)? ", what, strings.Join(values, ", "))
		if !answers.Scan() {
			return fmt.Errorf("--%s is missing: %w", what, errors.Join(answers.Err(), io.ErrUnexpectedEOF))
		}
		*value = strings.TrimSpace(answers.Text())
		err := console.OneOf(what, *value, values)
		if err == nil {
			return nil
		}
		fmt.Fprintln(c.Err, err)
	}
}

// check reports a value that is none of those that there are.
func (f *initFlags) check() error {
	if err := console.OneOf("lang", f.lang, scaffold.Languages()); err != nil {
		return err
	}
	if err := console.OneOf("role", f.role, roles); err != nil {
		return err
	}
	if codec, variant, err := dialects.Lookup(f.dialect); err == nil {
		if err := dialects.Generates(codec, variant); err != nil {
			return fmt.Errorf("there is no candidate to write: %w", err)
		}
	}
	return console.OneOf("dialect", f.dialect, scaffold.Dialects())
}

// oldNode reports whether there is a Node that does not run TypeScript itself, as it
// does from 22.18 on.
func oldNode(ctx context.Context) bool {
	version, err := exec.CommandContext(ctx, "node", "--version").Output()
	var major, minor int
	if _, failed := fmt.Sscanf(string(version), "v%d.%d", &major, &minor); err != nil || failed != nil {
		return false
	}
	return major < 22 || major == 22 && minor < 18
}

func (c commands) printSkeleton(s *scaffold.Skeleton, folder string) error {
	for _, f := range s.Files {
		fmt.Fprintf(c.Out, "wrote %s\n", f.Name)
	}
	fmt.Fprintf(c.Out, "\n%s reads the plain case of %s.", s.Candidate, s.Dialect)
	if s.Records > 0 {
		fmt.Fprintf(c.Out, " Of the contract's %d groups of records %d are still to do in it.", s.Records, s.ToDo)
	}
	fmt.Fprintln(c.Out)
	fmt.Fprintln(c.Out, "What else is not right yet:")
	for _, command := range s.Judge {
		fmt.Fprintf(c.Out, "  %s\n", command)
	}
	fmt.Fprintln(c.Out, "This passes:")
	if folder != "." {
		fmt.Fprintf(c.Out, "cd %s\n", folder)
	}
	if s.Before != "" {
		fmt.Fprintln(c.Out, s.Before)
	}
	_, err := fmt.Fprintln(c.Out, s.Smoke)
	return err
}
