package cli

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/runner/distill"
	"github.com/quock-dev/quock/runner/distill/secret"
	"github.com/quock-dev/quock/spec/words"
)

// describeSecrets describes the secrets of a trace: kinds, counts and lines.
func describeSecrets(all []secret.KindCount) string {
	if len(all) == 0 {
		return "none found in it"
	}
	var b strings.Builder
	b.WriteString("found in it, by kind and line; none is printed or kept")
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

// size prints how much was read, and what could not be.
func (d *distilling) size() {
	n := &d.counts
	fmt.Fprintf(d.out, "read: %s, %s, %d bytes\n", words.Counted(n.Records, "record"), words.Counted(n.Events, "event"), n.Bytes)
	var odd []string
	add := func(n int, what, behind string) {
		if n > 0 {
			odd = append(odd, words.Counted(n, what)+behind)
		}
	}
	add(n.Bad, "place", " that cannot be read")
	add(n.Torn, "torn record", "")
	add(n.Noise, "line", " of something else")
	add(n.Unknown, "record", " of unknown kind")
	if n.Truncated {
		odd = append(odd, "its end is cut off")
	}
	if len(odd) > 0 {
		fmt.Fprintf(d.out, "odd: %s\n", strings.Join(odd, ", "))
	}
}

// shown prints what became of a distillate.
func (d *distilling) shown(one *distill.Distillate, f *fixtures.Distilled, path, known string) {
	at := between(one.First, one.Last)
	if known != "" {
		fmt.Fprintf(d.out, "\n%s: known already, %s shows it\n", at, words.Line(known))
		return
	}
	d.written++
	fmt.Fprintf(d.out, "\n%s: %s\n  %s, %s", at, words.Line(path), words.Counted(f.Origin.KeptRecords, "record"), words.Counted(f.Origin.KeptEvents, "event"))
	if len(f.Rules) > 0 {
		fmt.Fprintf(d.out, "; puts %s to the test", words.Counted(len(f.Rules), "rule"))
	}
	if len(f.Breaks) > 0 {
		fmt.Fprintf(d.out, "; shows %s", strings.Join(f.Breaks, ", "))
	}
	fmt.Fprintf(d.out, "\n  replaced: %s\n", f.Origin.Replaced)
	for line := range strings.Lines(strings.TrimRight(f.Story, "\n")) {
		fmt.Fprintf(d.out, "  | %s\n", strings.TrimRight(line, "\n"))
	}
}

// between names a range of records of a trace.
func between(first, last int) string {
	if first == last {
		return fmt.Sprintf("record %d", first)
	}
	return fmt.Sprintf("records %d to %d", first, last)
}
