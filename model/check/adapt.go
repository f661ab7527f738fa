package check

import (
	"github.com/quock-dev/quock/model/check/adapted"
	"github.com/quock-dev/quock/spec"
)

// The checks of family adapt compare what two dialects share. The evidence
// holds the restricted transcripts (see adapted.Shared). Adapted holds what else is known
// of the output.
var adapt = []Check{
	{"adapt/commutes", commutes},
	{"adapt/well-formed", wellFormed},
	{"adapt/no-invention", noInvention},
}

// AdapterRules are the rules of family adapt. Every case of an adapter tests them.
func AdapterRules() []string {
	rules := make([]string, len(adapt))
	for i, c := range adapt {
		rules[i] = c.Rule
	}
	return rules
}

// Adapting is the evidence of an adapter's output, compared with its input.
func Adapting(s *adapted.Shared, in, out *adapted.Reading, position int) *Evidence {
	e := &Evidence{Features: s.In, Observes: s.Observes(), Position: position}
	e.Want, e.Got, e.Adapted = s.Compare(in, out)
	return e
}

// invented reports whether an adapter invented the difference.
func (e *Evidence) invented(d *spec.Difference) bool {
	return e.Adapted != nil && e.Adapted.Invented(d)
}

// commutes: the output means the same as the input. Invented content belongs to
// adapt/no-invention.
func commutes(e *Evidence) Judgement {
	j := Judgement{Touched: e.anyContent()}
	for _, d := range e.Differences() {
		if !e.invented(&d) {
			j.Differences = append(j.Differences, d)
		}
	}
	return j
}

// wellFormed: the output obeys its own dialect.
func wellFormed(e *Evidence) Judgement {
	if e.Adapted == nil {
		return Judgement{}
	}
	return Judgement{Touched: e.anyContent(), Differences: e.Adapted.Breaches}
}

// noInvention: nothing is in the output that is not in the input.
func noInvention(e *Evidence) Judgement {
	j := Judgement{Touched: e.Adapted != nil && e.anyContent()}
	for _, d := range e.Differences() {
		if e.invented(&d) {
			j.Differences = append(j.Differences, d)
		}
	}
	return j
}
