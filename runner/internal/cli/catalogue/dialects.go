package catalogue

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/internal/cli/completion"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

func (c commands) dialects() *cobra.Command {
	return &cobra.Command{
		Use:   "dialects [NAME...]",
		Short: "List the dialects, or show the features of some",
		Long: `List the dialects, or show the features of some.

A bare name means all variants of a dialect. quock asks a rule only of a dialect that can show what
the rule is about; "quock rules RULE" lists the features that it needs, in the words of this table.
Below the table, each rule for producers is listed with how far the dialect's format demands it and
a paraphrase of the sentence that does. Breaking a demanded rule fails a trace; breaking a usual one
is a note; where the format is silent, breaking it has no effect.`,
		Example: "  quock dialects\n  quock dialects langgraph claudecode:partial",
		Args:    console.Arguments(cobra.ArbitraryArgs),

		ValidArgsFunction: completion.From(dialects.Names),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.listDialects()
			}
			return c.compareDialects(args)
		},
	}
}

// listDialects prints a line for each variant.
func (c commands) listDialects() error {
	table := tabwriter.NewWriter(c.Out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(table, "dialect\tframing\towner of a call\tturns\tsub-sessions\tstreams")
	for _, codec := range dialects.All() {
		for _, v := range variantsOf(codec) {
			f := codec.Features(v)
			generated := "generated"
			if f.ReadOnly {
				generated = "read only"
			}
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", f.Dialect, codec.Framing(v), f.Owner, f.Turns, cmp.Or(f.Children, "speak"), generated)
		}
	}
	return table.Flush()
}

// variantsOf returns the variants of a codec; "" if it has none.
func variantsOf(c wire.Codec) []string {
	if variants := c.Variants(); len(variants) > 0 {
		return variants
	}
	return []string{""}
}

// compareDialects prints the features of the named dialects side by side, then
// what a stream of each cannot represent.
func (c commands) compareDialects(names []string) error {
	columns, err := featuresOf(names)
	if err != nil {
		return console.Exit(console.Usage, err)
	}
	table := tabwriter.NewWriter(c.Out, 0, 8, 2, ' ', 0)
	fields := reflect.TypeFor[spec.Features]()
	for i := range fields.NumField() {
		if fields.Field(i).Type.Kind() == reflect.Slice {
			continue
		}
		name, _, _ := strings.Cut(fields.Field(i).Tag.Get("json"), ",")
		row := []string{strings.ReplaceAll(name, "_", " ")}
		for j := range columns {
			row = append(row, cell(reflect.ValueOf(columns[j]).Field(i)))
		}
		fmt.Fprintln(table, strings.Join(row, "\t"))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, f := range columns {
		if len(f.NotRepresentable) > 0 {
			fmt.Fprintf(c.Out, "\nno stream of %s has: %s\n", f.Dialect, strings.Join(f.NotRepresentable, ", "))
		}
	}
	for _, name := range names {
		if err := c.dialectDuties(name); err != nil {
			return err
		}
	}
	return nil
}

// dialectDuties prints what a dialect's format demands of producers. It is the
// same for all variants.
func (c commands) dialectDuties(name string) error {
	codec, variant, err := dialects.Lookup(name)
	if err != nil {
		return console.Exit(console.Usage, err)
	}
	fmt.Fprintf(c.Out, "\nwhat %s asks of its producers:\n", codec.Name())
	for _, d := range codec.Features(variant).Duties {
		fmt.Fprintf(c.Out, "  %-28s %s\n", strings.TrimSpace(d.Rule+" "+d.Of), dutyText(&d, "  "))
	}
	return nil
}

// dutyText returns the force of a duty and, on a second line, its sentence.
func dutyText(d *spec.Duty, margin string) string {
	return fmt.Sprintf("%s\n%s  %s (%s)", d.Force, margin, d.Says, d.Source)
}

// featuresOf returns the features of the named dialects; a bare name means all
// variants.
func featuresOf(names []string) ([]spec.Features, error) {
	var all []spec.Features
	for _, name := range names {
		codec, variant, err := dialects.Lookup(name)
		if err != nil {
			return nil, err
		}
		variants := []string{variant}
		if !strings.Contains(name, ":") {
			variants = variantsOf(codec)
		}
		for _, v := range variants {
			all = append(all, codec.Features(v))
		}
	}
	return all, nil
}

// cell returns a feature as the text of a table cell.
func cell(v reflect.Value) string {
	switch value := v.Interface().(type) {
	case bool:
		if value {
			return "yes"
		}
		return "-"
	case spec.Delegation:
		if value.Tool == "" {
			return "-"
		}
		return value.Tool
	case fmt.Stringer:
		return value.String()
	}
	text, _ := json.Marshal(v.Interface()) // plain words
	return strings.Trim(string(text), `"`)
}
