// Package completion completes the values of flags and arguments in a shell.
//
// Goals: a flag of one name completes the same values in each command. Non-goals: what only
// one command completes, which stands with it.
package completion

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// completable are the values that a shell can complete, by the name of the flag.
var completable = map[string]func() []string{
	"dialect": dialects.Names, "in": dialects.Names, "out": dialects.Names,
	"rules": ruleNames, "rule": ruleNames, "without": ruleNames,
	"mutants": mutantNames, "kind": KindNames, "decision": DecisionNames,
	"level": fixed("clean", "degraded", "hostile"), "strategy": fixed("mixed", "even", "swarm", "soft"), "color": fixed("auto", "always", "never"),
}

// Add makes the flags of all commands complete what they are about. A flag of
// one of these names that is about a file completes files.
func Add(root *cobra.Command) {
	_ = root.RegisterFlagCompletionFunc("color", From(completable["color"]))
	for _, cmd := range root.Commands() {
		for name, values := range completable {
			if flag := cmd.Flags().Lookup(name); flag != nil && !strings.Contains(flag.Usage, "`file`") {
				_ = cmd.RegisterFlagCompletionFunc(name, From(values)) // it has no other yet
			}
		}
	}
}

func fixed(names ...string) func() []string { return func() []string { return names } }

// Cases completes the names of cases that the program carries; the shell
// completes files. Behind the first argument is the candidate's command.
func Cases(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	near, _ := From(fixtures.Names)(cmd, args, typed)
	return near, cobra.ShellCompDirectiveDefault
}

// From completes names. A candidate's command, behind them, is left to the
// shell.
func From(names func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) (near []string, _ cobra.ShellCompDirective) {
		for _, name := range names() {
			if strings.HasPrefix(name, typed) {
				near = append(near, name)
			}
		}
		return near, cobra.ShellCompDirectiveNoFileComp
	}
}

// ruleNames are the ids of the rules, and a pattern for each family.
func ruleNames() []string {
	var names []string
	for _, family := range spec.Families() {
		names = append(names, family+"/*")
	}
	for _, r := range spec.Rules() {
		names = append(names, r.ID)
	}
	return names
}

// DecisionNames are the decisions of the reference that a deviation replaces.
func DecisionNames() []string {
	var names []string
	for _, d := range deviation.All() {
		if name := d.Changes(); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func mutantNames() []string {
	var names []string
	for _, m := range deviation.Models() {
		names = append(names, m.Path())
	}
	return names
}

// KindNames are the kinds of deviations.
func KindNames() (names []string) {
	for _, k := range deviation.Kinds() {
		names = append(names, string(k))
	}
	return names
}
