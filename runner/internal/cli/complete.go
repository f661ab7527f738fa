package cli

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
	"mutants": mutantNames, "kind": kindNames, "decision": decisionNames,
	"level": fixed("clean", "degraded", "hostile"), "strategy": fixed("mixed", "even", "swarm", "soft"), "color": fixed("auto", "always", "never"),
}

// complete makes the flags of all commands complete what they are about. A flag of
// one of these names that is about a file completes files.
func complete(root *cobra.Command) {
	_ = root.RegisterFlagCompletionFunc("color", completeFrom(completable["color"]))
	for _, cmd := range root.Commands() {
		for name, values := range completable {
			if flag := cmd.Flags().Lookup(name); flag != nil && !strings.Contains(flag.Usage, "`file`") {
				_ = cmd.RegisterFlagCompletionFunc(name, completeFrom(values)) // it has no other yet
			}
		}
	}
}

func fixed(names ...string) func() []string { return func() []string { return names } }

// completeCases completes the names of cases that the program carries; the shell
// completes files. Behind the first argument is the candidate's command.
func completeCases(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	near, _ := completeFrom(fixtures.Names)(cmd, args, typed)
	return near, cobra.ShellCompDirectiveDefault
}

// completeFrom completes names. A candidate's command, behind them, is left to the
// shell.
func completeFrom(names func() []string) cobra.CompletionFunc {
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

func decisionNames() []string {
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
