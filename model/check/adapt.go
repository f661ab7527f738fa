package check

import "github.com/quock-dev/quock/spec"

// The checks of family adapt. They are judged on what two dialects share: the
// evidence's transcripts are those that Restrict gives, and Adapted says what
// else is known of the output.
var adapt = []Check{
	{"adapt/commutes", commutes},
	{"adapt/well-formed", wellFormed},
	{"adapt/no-invention", noInvention},
}

// Adapted is what is known of an adapter's output beside its transcript.
type Adapted struct {
	Shared Shared
	// Input is what the input means, before it was restricted.
	Input *spec.Transcript
	// Names are the restricted transcripts' names for the input's sessions, of
	// those that have a place there.
	Names map[string]string
	// Breaches are what is wrong with the output alone: see Breaches.
	Breaches []spec.Difference
}

// commutes: the output means what the input means. What the output made up is
// the matter of adapt/no-invention.
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
