package check

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// framing: how the framing writes the bytes does not matter.
func framing(e *Evidence) Judgement { return e.judged(e.anyContent(), everything|turns|outcome) }

// badLine: a bad line costs only itself, and is reported. Only a fault says
// that there was one.
func badLine(e *Evidence) Judgement {
	j := e.judged(e.anyContent(), everything|turns|outcome)
	if e.Fault.Rule == "wire/bad-line" && e.Position < 0 && e.Observes.Has(spec.ObserveAnomalies) {
		j.Differences = append(slices.Clip(j.Differences), Unreported(e.Got)...)
	}
	return j
}

// limits: what is within the limits is read, and what exceeds them costs nothing
// else.
func limits(e *Evidence) Judgement { return e.judged(e.anyContent(), everything|turns|outcome) }

// Unreported returns the missing report of a bad record at the end of input;
// nothing if there is one. A report of an unknown record is enough, because
// readers may classify a bad record so.
func Unreported(t *spec.Transcript) []spec.Difference {
	reported := func(a spec.Anomaly) bool { return a.Kind == spec.BadRecord || a.Kind == spec.UnknownRecord }
	if t != nil && slices.ContainsFunc(t.Anomalies, reported) {
		return nil
	}
	return []spec.Difference{{
		Path: "anomalies[bad-record]", Kind: spec.Missing, Part: spec.ObserveAnomalies, Want: `{"kind":"bad-record"}`,
	}}
}
