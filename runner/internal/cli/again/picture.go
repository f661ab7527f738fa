package again

import (
	"errors"
	"fmt"
	"strings"

	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/input"
	"github.com/quock-dev/quock/runner/internal/picture"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// Bounds of a picture: a picture of more is no picture.
const (
	mostPictured  = 40 // records
	mostDifferent = 8  // differences
)

// drawTrial writes the picture of a trial to a file.
func (c commands) drawTrial(file string, again *input.Case, t *ask.Trial) error {
	to, err := console.Create(file, c.Out)
	if err != nil {
		return err
	}
	lines := append(verdictLines(again, t), streamLines(&again.Case.Stream)...)
	about := fmt.Sprintf("%s: %s", words.Line(again.About), t.Verdict)
	return errors.Join(picture.Draw(to, about, append(lines, differenceLines(t)...)), to.Close())
}

// verdictLines are the verdict and the sentences of the rules.
func verdictLines(again *input.Case, t *ask.Trial) []picture.Drawn {
	rules := t.Blamed
	if len(rules) == 0 {
		rules = again.Rules
	}
	lines := []picture.Drawn{{Look: picture.Title, Text: strings.ToUpper(t.Verdict.String()) + " " + strings.Join(rules, ", ")}}
	for _, id := range rules {
		if r, ok := spec.RuleByID(id); ok {
			lines = append(lines, picture.Drawn{Text: r.Sentence})
		}
	}
	return append(lines, picture.Drawn{}, picture.Drawn{Look: picture.Faint, Text: "the stream, " + words.Line(again.About)})
}

// streamLines is the stream in words.
func streamLines(s *spec.Stream) []picture.Drawn {
	var lines []picture.Drawn
	for i := range s.Events[:min(mostPictured, len(s.Events))] {
		text := words.Line(words.Event(s.Events[i : i+1]))
		lines = append(lines, picture.Drawn{Text: fmt.Sprintf("%4d  %s", s.Events[i].Record, text)})
	}
	if more := len(s.Events) - mostPictured; more > 0 {
		lines = append(lines, picture.Drawn{Look: picture.Faint, Text: fmt.Sprintf("      … %d more events", more)})
	}
	return lines
}

// differenceLines are the first differences of the first observation that has any.
func differenceLines(t *ask.Trial) []picture.Drawn {
	for _, o := range t.Observed {
		if len(o.Differences) == 0 {
			continue
		}
		var text strings.Builder
		lines := []picture.Drawn{{}, {Look: picture.Faint, Text: report.Place(o.Position) + "  (- expected, + seen)"}}
		_ = report.Diff(&text, o.Differences[:min(mostDifferent, len(o.Differences))])
		for l := range strings.Lines(text.String()) {
			l = strings.TrimSuffix(strings.TrimPrefix(l, "     "), "\n")
			lines = append(lines, picture.Drawn{Look: sideOf(l), Text: l})
		}
		return lines
	}
	return nil
}

// sideOf returns the look of a line of a structural diff.
func sideOf(line string) picture.Look {
	switch {
	case strings.HasPrefix(line, "  - "):
		return picture.Expected
	case strings.HasPrefix(line, "  + "):
		return picture.Seen
	}
	return picture.Plain
}
