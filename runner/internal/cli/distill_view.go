package cli

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/distill"
)

// secretsTold are the secrets of a trace in words: kinds, counts and lines.
func secretsTold(all []runner.SecretKind) string {
	if len(all) == 0 {
		return "none found in it"
	}
	var b strings.Builder
	b.WriteString("found in it, by kind and line; none is told or kept")
	for _, k := range all {
		more := ""
		if k.N > len(k.Lines) {
			more = ", …"
		}
		fmt.Fprintf(&b, "\n  %d %s: %s%s", k.N, k.Kind, listed(k.Lines), more)
	}
	return b.String()
}

func listed(numbers []int) string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = fmt.Sprint(n)
	}
	return strings.Join(words, ", ")
}

// size says how much was read, and what of it could not be.
func (d *distilling) size() {
	n := &d.counts
	fmt.Fprintf(d.out, "read: %d records, %d events, %d bytes\n", n.Records, n.Events, n.Bytes)
	var odd []string
	add := func(n int, what string) {
		if n > 0 {
			odd = append(odd, fmt.Sprintf("%d %s", n, what))
		}
	}
	add(n.Bad, "places that cannot be read")
	add(n.Torn, "torn records")
	add(n.Noise, "lines that are no record")
	add(n.Unknown, "records of unknown kind")
	if n.Truncated {
		odd = append(odd, "its end is cut off")
	}
	if len(odd) > 0 {
		fmt.Fprintf(d.out, "odd: %s\n", strings.Join(odd, ", "))
	}
}

// shown says what became of a distillate.
func (d *distilling) shown(one *distill.Distillate, f *fixtures.Distilled, path, known string) {
	at := fmt.Sprintf("records %d to %d", one.First, one.Last)
	if one.First == one.Last {
		at = fmt.Sprintf("record %d", one.First)
	}
	if known != "" {
		fmt.Fprintf(d.out, "\n%s: known already, %s shows it\n", at, known)
		return
	}
	d.written++
	fmt.Fprintf(d.out, "\n%s: %s\n  %d records, %d events", at, path, f.Origin.KeptRecords, f.Origin.KeptEvents)
	if len(f.Rules) > 0 {
		fmt.Fprintf(d.out, "; puts %d rules to the test", len(f.Rules))
	}
	if len(f.Breaks) > 0 {
		fmt.Fprintf(d.out, "; shows %s", strings.Join(f.Breaks, ", "))
	}
	fmt.Fprintf(d.out, "\n  replaced: %s\n", f.Origin.Replaced)
	for line := range strings.Lines(strings.TrimRight(f.Story, "\n")) {
		fmt.Fprintf(d.out, "  | %s\n", strings.TrimRight(line, "\n"))
	}
}
