package cli

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

func (c console) dialects() *cobra.Command {
	return &cobra.Command{
		Use:   "dialects",
		Short: "List the dialects with what each marks and leaves open",
		Long: `List the dialects with what each marks and leaves open.

A bare name means all variants of a dialect. A rule is asked only of a dialect that can show what
the rule is about.`,
		Example: "  quock dialects",
		Args:    arguments(cobra.NoArgs),
		RunE:    func(*cobra.Command, []string) error { return c.printDialects() },
	}
}

func (c console) printDialects() error {
	var columns []spec.Features
	for _, codec := range dialects.All() {
		variants := codec.Variants()
		if len(variants) == 0 {
			variants = []string{""}
		}
		for _, v := range variants {
			columns = append(columns, codec.Features(v))
		}
	}
	table := tabwriter.NewWriter(c.out, 0, 8, 2, ' ', 0)
	fields := reflect.TypeFor[spec.Features]()
	for i := range fields.NumField() {
		name, _, _ := strings.Cut(fields.Field(i).Tag.Get("json"), ",")
		row := []string{strings.ReplaceAll(name, "_", " ")}
		for j := range columns {
			row = append(row, cell(reflect.ValueOf(columns[j]).Field(i)))
		}
		if _, err := fmt.Fprintln(table, strings.Join(row, "\t")); err != nil {
			return err
		}
	}
	return table.Flush()
}

// cell is a feature in a word.
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
