package catalogue

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner/internal/cli/completion"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/pattern"
	"github.com/quock-dev/quock/spec"
)

// deviationFlags select deviations.
type deviationFlags struct {
	rule, kind, decision string
	json                 bool
}

func (c commands) deviations() *cobra.Command {
	f := &deviationFlags{}
	cmd := &cobra.Command{
		Use:   "deviations [NAME]",
		Short: "List the named ways to differ from the reference, or explain one",
		Long: `List the deviations: named ways in which a program may differ from the reference. With a name,
explain one: its rules, the public bugs that it is modelled on, and the shortest written case on
which it shows.

A deviation of kind decision reads otherwise: most of these are wrong models, which replace one
decision of the reference. A view shows otherwise what was read right. A habit is about the probe
contract, output about adapters, storage about stores, and bytes about records and framing. A
deviation breaks rules, or a policy or a lacked field allows it.

The names of quock mutants (attach/always-next) are accepted too, and programs ("broken agentc-plan").`,
		Example: `  quock deviations
  quock deviations --rule 'attach/*'
  quock deviations always-next`,
		Args: console.Arguments(cobra.MaximumNArgs(1)),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				return c.explainDeviation(args[0], f.json)
			}
			all, err := f.chosen()
			if err != nil {
				return console.Exit(console.Usage, err)
			}
			return c.listDeviations(all, f.json)
		},
		ValidArgsFunction: completeDeviations,
	}
	flags := cmd.Flags()
	flags.StringVar(&f.rule, "rule", "", "list those that break a `rule` that matches this pattern")
	flags.StringVar(&f.kind, "kind", "", "list those of this `kind`: "+strings.Join(completion.KindNames(), ", "))
	flags.StringVar(&f.decision, "decision", "", "list those that replace this `decision` of the reference, such as AttachTo")
	flags.BoolVar(&f.json, "json", false, "print JSON: a list, or one object")
	return cmd
}

// chosen returns the deviations that the flags select.
func (f *deviationFlags) chosen() ([]deviation.Deviation, error) {
	if f.kind != "" && !slices.Contains(completion.KindNames(), f.kind) {
		return nil, console.OneOf("kind", f.kind, completion.KindNames())
	}
	if f.decision != "" && !slices.ContainsFunc(completion.DecisionNames(), func(name string) bool { return strings.EqualFold(name, f.decision) }) {
		return nil, console.OneOf("decision", f.decision, completion.DecisionNames())
	}
	match := func(string) bool { return true }
	if f.rule != "" {
		p, err := pattern.Parse(f.rule)
		if err != nil {
			return nil, fmt.Errorf("--rule: %w", err)
		}
		match = p.Match
	}
	all := slices.DeleteFunc(deviation.All(), func(d deviation.Deviation) bool {
		return f.rule != "" && !slices.ContainsFunc(d.Rules, match) ||
			f.kind != "" && string(d.Kind) != f.kind || f.decision != "" && !strings.EqualFold(d.Changes(), f.decision)
	})
	if len(all) == 0 {
		return nil, fmt.Errorf("no deviation is all that%s", nearest(f.rule))
	}
	return all, nil
}

// A describedDeviation is a deviation in JSON.
type describedDeviation struct {
	Name     string           `json:"name"`
	Kind     string           `json:"kind"`
	Sentence string           `json:"sentence"`
	Rules    []string         `json:"rules,omitempty"`
	Choice   string           `json:"choice,omitempty"`
	Bugs     []string         `json:"bugs,omitempty"`
	Decision string           `json:"decision,omitempty"`
	Programs []string         `json:"programs,omitempty"`
	Mutant   string           `json:"mutant,omitempty"`
	Shows    *shownDifference `json:"shows,omitempty"`
}

func describeDeviation(d *deviation.Deviation) describedDeviation {
	described := describedDeviation{
		Name: d.Name, Kind: string(d.Kind), Sentence: d.Sentence, Rules: d.Rules, Choice: d.Choice, Bugs: d.Bugs,
		Decision: d.Changes(), Programs: d.Programs,
	}
	if d.Replaces() {
		described.Mutant = d.Path()
	}
	return described
}

func (c commands) listDeviations(all []deviation.Deviation, asJSON bool) error {
	if asJSON {
		list := make([]describedDeviation, len(all))
		for i := range all {
			list[i] = describeDeviation(&all[i])
		}
		return c.printJSON(list)
	}
	kind := deviation.Kind("")
	for i := range all {
		d := &all[i]
		if d.Kind != kind {
			kind = d.Kind
			fmt.Fprintf(c.Out, "\n%s\n", kind)
		}
		if _, err := fmt.Fprintf(c.Out, "  %-30s %-32s %s\n", d.Name, against(d), d.Sentence); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(c.Out, "\n%d deviations; quock deviations NAME explains one\n", len(all))
	return err
}

// against returns the rule that a deviation breaks, or the choice that allows
// it.
func against(d *deviation.Deviation) string {
	switch {
	case d.Choice != "":
		return "(" + d.Choice + ")"
	case d.Rule() == "":
		return "(the probe contract)"
	}
	return d.Rule()
}

func (c commands) printJSON(value any) error {
	e := json.NewEncoder(c.Out)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(value)
}

// nearestDeviation suggests deviations whose names contain part of the one that
// was asked for.
func nearestDeviation(text string) string {
	var near, names []string
	for _, d := range deviation.All() {
		names = append(names, d.Name)
	}
	if near := spec.Nearest(text, names); near != "" {
		return ", perhaps " + near
	}
	for _, part := range append([]string{text}, strings.Split(text, "-")...) {
		for _, d := range deviation.All() {
			if len(part) > 3 && len(near) < 3 && strings.Contains(d.Name, part) && !slices.Contains(near, d.Name) {
				near = append(near, d.Name)
			}
		}
	}
	if len(near) == 0 {
		return ""
	}
	return ", perhaps " + strings.Join(near, " or ")
}

func completeDeviations(_ *cobra.Command, args []string, typed string) (names []string, _ cobra.ShellCompDirective) {
	for _, d := range deviation.All() {
		if len(args) == 0 && strings.HasPrefix(d.Name, typed) {
			names = append(names, cobra.CompletionWithDesc(d.Name, d.Sentence))
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
