package check

import "github.com/quock-dev/quock/spec"

// The checks of family adapt compare what two dialects share. The evidence
// holds the transcripts that Restrict returns. Adapted holds what else is known
// of the output.
var adapt = []Check{
	{"adapt/commutes", commutes},
	{"adapt/well-formed", wellFormed},
	{"adapt/no-invention", noInvention},
}

// Adapted holds what is known of an adapter's output beside its transcript.
type Adapted struct {
	Shared Shared
	// Input is the meaning of the input, before it was restricted.
	Input *spec.Transcript
	// Names maps the input's sessions to their names in the restricted
	// transcripts. Sessions that the output cannot represent are missing.
	Names map[string]string
	// Breaches are the faults of the output alone: see Breaches.
	Breaches []spec.Difference
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
