package matrix

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// legend explains the columns.
const legend = `median and p90: cases until a transcript differed, over %d seeds, each with at most %d cases
of the dialects that the rule applies to. 10 to 10000: tasks that were killed within as many.
by rule: median until the check of its own rule saw it. departed: times that its decision was
not the honest one, of those that it was asked. written: on a hand-written case alone.
`

// Text prints the table for a terminal.
func (t *Table) Text(w io.Writer) error {
	fmt.Fprintf(w, "%d wrong models, %d seeds, strategy %s\n\n", len(t.Rows), t.Seeds, t.Strategy)
	if err := columns(w, t.models()); err != nil {
		return fmt.Errorf("print the wrong models: %w", err)
	}
	fmt.Fprintln(w)
	if err := columns(w, t.rules()); err != nil {
		return fmt.Errorf("print the rules: %w", err)
	}
	_, err := fmt.Fprintf(w, "\n"+legend, t.Seeds, t.Cases)
	return err
}

func columns(w io.Writer, lines [][]string) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, line := range lines {
		fmt.Fprintln(table, strings.Join(line, "\t"))
	}
	return table.Flush()
}

// Markdown prints the table for the documentation.
func (t *Table) Markdown(w io.Writer) error {
	fmt.Fprintf(w, "# The kill matrix\n\nWritten by `quock mutants --seeds %d --cases %d --format markdown`: %d wrong models, strategy %s.\n\n", t.Seeds, t.Cases, len(t.Rows), t.Strategy)
	fmt.Fprintf(w, legend+"\n## Wrong models\n\n", t.Seeds, t.Cases)
	grid(w, t.models())
	fmt.Fprint(w, "\n## Rules\n\nWhat each rule catches: wrong models of its own; those of other rules that its check saw as well; and\nother things that are wrong, each with a run that proves it.\n\n")
	grid(w, t.rules())
	_, err := fmt.Fprint(w, "\n## Which checks saw which\n\n")
	for i := range t.Rows {
		r := &t.Rows[i]
		_, err = fmt.Fprintf(w, "- `%s`: %s\n", r.Mutant.Path(), strings.Join(r.Seen(), ", "))
	}
	return err
}

func grid(w io.Writer, lines [][]string) {
	for i, line := range lines {
		fmt.Fprintln(w, "| "+strings.Join(line, " | ")+" |")
		if i == 0 {
			fmt.Fprintln(w, "|"+strings.Repeat("---|", len(line)))
		}
	}
}
