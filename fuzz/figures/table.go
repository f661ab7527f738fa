package figures

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Write prints the table, as Markdown, then what machine it was and what is
// missing.
func Write(w io.Writer, figures []Figure, run *Run) error {
	var b strings.Builder
	b.WriteString("| figure | baseline | aim | reached |\n|---|---|---|---|\n")
	var missed, absent []string
	for _, f := range figures {
		name, baseline := f.Name, f.Baseline
		for _, m := range f.Measures {
			reached, met, ran := result(&f, &m, run)
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", name, baseline, labelled(m.What, m.Aim.String()), reached)
			name, baseline = "", ""
			switch {
			case !ran && !slices.Contains(absent, f.Name):
				absent = append(absent, f.Name)
			case !ran:
			case !met:
				missed = append(missed, full(&f, &m))
			}
		}
	}
	b.WriteString("\n")
	machine(&b, run)
	sentence(&b, "Aims missed", missed)
	sentence(&b, "Not run", absent)
	_, err := io.WriteString(w, b.String())
	return err
}

// result is what a measure reached, whether that is within its aim, and whether
// it was run at all.
func result(f *Figure, m *Measure, run *Run) (text string, met, ran bool) {
	v, times := run.Value(f.Bench, m.Unit)
	if times == 0 {
		return "not run", false, false
	}
	text = number(v)
	if times > 1 {
		text += fmt.Sprintf(" (median of %d)", times)
	}
	if !m.Aim.Met(v) {
		return "**" + text + "**, missed", false, true
	}
	return text, true, true
}

// labelled is what a number is and what bounds it, either of which may be "".
func labelled(what, bound string) string { return strings.TrimSpace(what + " " + bound) }

func full(f *Figure, m *Measure) string {
	if m.What == "" {
		return f.Name
	}
	return f.Name + ": " + m.What
}

// machine says what the figures were measured on; most are ratios, but they are
// ratios of one machine.
func machine(b *strings.Builder, run *Run) {
	if run.CPUs == 0 {
		b.WriteString("No benchmark was run.\n")
		return
	}
	fmt.Fprintf(b, "Machine: %d CPUs; %s.\n", run.CPUs, strings.Join(run.Machine, "; "))
}

func sentence(b *strings.Builder, what string, of []string) {
	if len(of) > 0 {
		fmt.Fprintf(b, "%s: %s.\n", what, strings.Join(of, "; "))
	}
}

// number writes three digits that count, and no exponent.
func number(v float64) string {
	if v >= 100 || v == float64(int64(v)) {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}
