package report

import (
	"io"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// Diff prints a structural diff: each path, then the expected and the actual value.
func Diff(to io.Writer, all []spec.Difference) error {
	w := &printer{to: to}
	differences(w, all, len(all))
	return w.err
}

func differences(w *printer, all []spec.Difference, most int) {
	for i, d := range all {
		if i == most {
			w.f("     … and %d more\n", len(all)-most)
			return
		}
		w.f("     %s\n", clip(d.Path))
		if d.Kind != spec.Extra {
			w.f("       - %s\n", clip(d.Want))
		}
		if d.Kind != spec.Missing {
			w.f("       + %s\n", clip(d.Got))
		}
	}
}

func clip(text string) string {
	if text == "" {
		return "(nothing)"
	}
	return line(text)
}

// line returns a foreign text as a report shows it, safe within a line.
func line(text string) string { return words.Line(words.Clip(text, widest)) }
