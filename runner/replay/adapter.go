package replay

import (
	"bytes"
	"slices"

	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/spec"
)

// Alone is the trial as a replay shows it: to an adapter the prefix that goes
// wrong is a case of its own.
func Alone(t *ask.Trial) *ask.Trial {
	at := t.First()
	if t.Case.Adapts == nil || at < 0 {
		return t
	}
	own := *t
	own.Case = t.Case.CutAt(t.Observed[at].Position)
	last := t.Observed[at]
	last.Position = spec.AtEnd
	own.Observed = []ask.Observed{last}
	return &own
}

// mostWritten is how much of an output a replay file shows.
const mostWritten = 64 << 10

// wrote is what an adapter wrote, for people; nil where nothing was read.
func wrote(t *ask.Trial) []byte {
	at := t.First()
	if t.Case.Adapts == nil || at < 0 {
		return nil
	}
	text := t.Observed[at].Written
	text = bytes.ToValidUTF8(text[:min(len(text), mostWritten)], []byte("\ufffd"))
	return []byte(indentMarkers(string(append(slices.Clip(text), '\n'))))
}
