package trial

import (
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

// Exercises reports whether a stream exercises a rule: whether some mutant of
// the rule reads it otherwise than the honest model, at any moment. A stream
// that no mutant of a rule misreads shows nothing about the rule, whatever else
// fails on it. For a rule without a mutant the result is true.
func Exercises(s spec.Stream, p spec.Policies, rule string) bool {
	known := false
	for _, m := range byRule[rule] {
		known = true
		if Differs(s, p, m) {
			return true
		}
	}
	return !known
}

var byRule = func() map[string][]deviation.Deviation {
	by := map[string][]deviation.Deviation{}
	for _, m := range deviation.Models() {
		by[m.Rule()] = append(by[m.Rule()], m)
	}
	return by
}()

// Differs reports whether a mutant reads a stream otherwise than the honest
// model: after a record at which its decision departs, or at the end.
func Differs(s spec.Stream, p spec.Policies, m deviation.Deviation) bool {
	wrong, count := m.New()
	one, other := model.New(s.Features, p), model.NewWith(wrong, s.Features, p)
	departed := 0
	for i := range s.Events {
		one.Step(&s.Events[i])
		other.Step(&s.Events[i])
		ends := i+1 == len(s.Events) || s.Events[i+1].Record != s.Events[i].Record
		if ends && count.Triggered > departed && parted(one, other) {
			return true
		}
		if ends {
			departed = count.Triggered
		}
	}
	one.End(s.End)
	other.End(s.End)
	return parted(one, other)
}

func parted(one, other *model.State) bool {
	want, got := one.Transcript(), other.Transcript()
	return len(spec.Compare{Observes: spec.AllParts()}.Transcripts(&want, &got)) > 0
}
