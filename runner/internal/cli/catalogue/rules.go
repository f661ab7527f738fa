package catalogue

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/pattern"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

func (c commands) rules() *cobra.Command {
	var dialect string
	cmd := &cobra.Command{
		Use:   "rules [ID|PATTERN]",
		Short: "List the rules, or explain one with its example",
		Long: `List the rules, or explain those whose id matches a pattern.

In a pattern one star matches any characters within one half of an id, two stars match everything.
With --dialect it lists those that the streams of a dialect put to the test.`,
		Example: `  quock rules
  quock rules attach/tool-first
  quock rules 'session/*'`,
		Args: console.Arguments(cobra.MaximumNArgs(1)),
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case dialect != "" && len(args) > 0:
				return console.Exit(console.Usage, errors.New("--dialect lists rules; give it no rule"))
			case dialect != "":
				return c.listDialectRules(dialect)
			case len(args) == 0:
				return c.listRules(spec.Rules())
			}
			return c.explainRules(args[0])
		},
		ValidArgsFunction: completeRules,
	}
	cmd.Flags().StringVar(&dialect, "dialect", "", "list the rules that streams of this `dialect` put to the test")
	return cmd
}

// listDialectRules lists the rules that streams of a dialect can show.
func (c commands) listDialectRules(dialect string) error {
	features, err := featuresOf([]string{dialect})
	if err != nil {
		return console.Exit(console.Usage, err)
	}
	return c.listRules(slices.DeleteFunc(spec.Rules(), func(r spec.Rule) bool {
		return !slices.ContainsFunc(features, func(f spec.Features) bool { return r.Applies(&f) })
	}))
}

func (c commands) listRules(rules []spec.Rule) error {
	family := ""
	for _, r := range rules {
		if r.Family != family {
			family = r.Family
			if _, err := fmt.Fprintf(c.Out, "\n%s\n", family); err != nil {
				return err
			}
		}
		mark := ""
		if r.Waits != "" {
			mark = " (not checked yet)"
		}
		if _, err := fmt.Fprintf(c.Out, "  %-32s %-6s %s%s\n", r.ID, r.Level, r.Sentence, mark); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(c.Out, "\n%d rules; quock rules ID explains one\n", len(rules))
	return err
}

func (c commands) explainRules(text string) error {
	p, err := pattern.Parse(text)
	if err != nil {
		return console.Exit(console.Usage, err)
	}
	found := 0
	for _, r := range spec.Rules() {
		if !p.Match(r.ID) {
			continue
		}
		if found++; found > 1 {
			fmt.Fprintln(c.Out)
		}
		if _, err := fmt.Fprint(c.Out, explain(&r), duties(&r)); err != nil {
			return err
		}
	}
	if found == 0 {
		return console.Exit(console.Usage, fmt.Errorf("no rule %q%s; quock rules lists them all", text, nearest(text)))
	}
	return nil
}

// explain returns everything that the registry has on a rule.
func explain(r *spec.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s, source %s)\n\n%s\n", r.ID, r.Level, r.Source, r.Sentence)
	section := func(title, text string) {
		if text != "" {
			fmt.Fprintf(&b, "\n%s:\n%s\n", title, console.Indent(text))
		}
	}
	section("more", r.Notes)
	section("why", r.Why)
	section("seen in", strings.Join(r.Cases, ", "))
	section("example, read as "+r.Dialect, r.Example)
	section("right", r.Right)
	section("wrong", r.Wrong)
	section("a candidate must observe", r.Observes.String())
	section("and one of", r.Either.String())
	section("and must not lack", strings.Join(r.Fields.Names(), " "))
	section("a dialect must have", strings.Join(r.Needs, ", "))
	section("not checked yet", r.Waits)
	return b.String()
}

// duties returns how far each dialect's format demands a rule for producers; ""
// for any other rule.
func duties(r *spec.Rule) string {
	if r.Family != "produce" {
		return ""
	}
	var b strings.Builder
	b.WriteString("\nhow far the formats demand it:\n")
	for _, codec := range dialects.All() {
		for _, d := range codec.Features("").Duties {
			if d.Rule == r.ID {
				fmt.Fprintf(&b, "  %-18s %s\n", strings.TrimSpace(codec.Name()+" "+d.Of), dutyText(&d, "  "))
			}
		}
	}
	return b.String()
}

// nearest suggests rules whose name or family is like the one asked for.
func nearest(text string) string {
	family, name, _ := strings.Cut(text, "/")
	var near []string
	for _, r := range spec.Rules() {
		_, other, _ := strings.Cut(r.ID, "/")
		if len(near) < 3 && (other == text || name != "" && (other == name || r.Family == family && strings.Contains(other, name))) {
			near = append(near, r.ID)
		}
	}
	if len(near) == 0 {
		return nearestRule(text)
	}
	return ", perhaps " + strings.Join(near, " or ")
}

// nearestRule suggests the rule whose id, or name, is spelled nearly so.
func nearestRule(text string) string {
	var ids, names []string
	for _, r := range spec.Rules() {
		_, name, _ := strings.Cut(r.ID, "/")
		ids, names = append(ids, r.ID), append(names, name)
	}
	if near := spec.Nearest(text, ids); near != "" && strings.Contains(text, "/") {
		return ", perhaps " + near
	}
	if near := spec.Nearest(text, names); near != "" {
		return ", perhaps " + ids[slices.Index(names, near)]
	}
	return ""
}

func completeRules(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	var ids []string
	for _, r := range spec.Rules() {
		if strings.HasPrefix(r.ID, typed) {
			ids = append(ids, cobra.CompletionWithDesc(r.ID, r.Sentence))
		}
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}
