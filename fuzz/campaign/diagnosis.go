package campaign

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/quock-dev/quock/spec"
)

// A Grouping is a diagnosis: it says in which ways the candidate reads otherwise than
// the reference, and which findings show each.
type Grouping struct {
	// Known are the names of the deviations that are certain. The campaign sets them
	// aside.
	Known []string `json:"known,omitempty"`
	// Lines are all ways that were found, those that explain most first.
	Lines []Heading `json:"lines,omitempty"`
	// Under is the name of the line that each finding shows, if it shows one.
	Under map[string]string `json:"-"`
}

// Deviations returns the names of the deviations among the lines.
func (g *Grouping) Deviations() (names []string) {
	for i := range g.Lines {
		if !g.Lines[i].Unknown {
			names = append(names, g.Lines[i].Name)
		}
	}
	return names
}

// A Heading is one way in which the candidate reads otherwise.
type Heading struct {
	// Name is that of a deviation; where Unknown, the decision at which the candidate
	// departs, in words.
	Name    string `json:"name"`
	Unknown bool   `json:"unknown,omitempty"`
	// Alone means that the deviation explains findings by themselves, and is no part of
	// what explains the cases.
	Alone bool `json:"alone,omitempty"`
	// Sentence says what is done otherwise; where Unknown, what comes nearest to it.
	Sentence string `json:"sentence,omitempty"`
	// Rules are those that it breaks. Choice is what would allow it, if declared.
	Rules  []string `json:"rules,omitempty"`
	Choice string   `json:"choice,omitempty"`
	// Equals are deviations that no case distinguishes from this one.
	Equals []string `json:"equals,omitempty"`
}

// The number of cases after which the candidate is diagnosed for the first time, and
// by how much it grows each time.
const firstDiagnosis, nextDiagnosis = 256, 8

// diagnosisDue reports whether the candidate is to be diagnosed before more cases are
// tried. It depends on the state alone.
func (e *Engine) diagnosisDue() bool {
	due := uint64(firstDiagnosis)
	for range e.state.Diagnoses {
		due *= nextDiagnosis
	}
	return e.Diagnose && e.state.Tried >= due
}

// learn diagnoses the candidate, if that is due, and sets aside what is certain.
func (e *Engine) learn(ctx context.Context) error {
	if !e.diagnosisDue() {
		return nil
	}
	s := e.state
	s.Diagnoses++
	if len(s.Left) > 0 {
		s.Steps++
		found, err := e.diagnose(ctx, s.Steps)
		if err != nil {
			return err
		}
		if found != nil {
			s.Diagnosis = *found
			s.goOn()
		}
	}
	return e.mark()
}

// goOn forgets what hides failures that the known deviations do not explain: the
// symptoms so far, and the signatures of the findings that these deviations show.
func (s *state) goOn() {
	s.Symptoms, s.Left = seen{}, nil
	attributed := s.Attributed
	s.Attributed = seen{}
	for _, c := range attributed.list {
		explained := slices.ContainsFunc(s.Findings, func(f Filed) bool {
			return slices.Contains(s.Diagnosis.Known, f.Under) && (f.Signature == c.Signature || slices.Contains(f.Also, c.Signature))
		})
		if !explained {
			s.Attributed.note(c.Signature, c.Cases)
		}
	}
}

// finalStep is the number of the step with the last diagnosis. It is counted nowhere, so that
// a campaign that goes on does what a longer one does.
const finalStep = 0

// group says at the end which line of a new diagnosis each finding shows. What is set
// aside stays, for the same reason.
func (e *Engine) group(ctx context.Context) error {
	s := e.state
	if !e.Diagnose || s.Grouped == s.Tried || !slices.ContainsFunc(s.Findings, func(f Filed) bool { return f.reduced() }) {
		return nil
	}
	known := s.Diagnosis.Known
	found, err := e.diagnose(ctx, finalStep)
	if errors.Is(err, ErrStopped) {
		return nil // the findings are reported without it
	}
	if err != nil {
		return err
	}
	if found != nil {
		s.Diagnosis = *found
		s.Diagnosis.Known = known
	}
	return e.mark()
}

// diagnose has the candidate diagnosed by the sampled cases and the findings, and notes
// which line each finding shows. It returns nil if nobody can do that.
func (e *Engine) diagnose(ctx context.Context, step int) (*Grouping, error) {
	u := e.unit(work{Diagnose: e.sampled()})
	u.entries = e.entries()
	results, err := e.do(ctx, step, []*Unit{u})
	if err != nil {
		return nil, err
	}
	found := results[0].body.Diagnosis
	if found == nil {
		e.lost(results[0])
		return nil, nil
	}
	for i := range e.state.Findings {
		e.state.Findings[i].Under = found.Under[e.state.Findings[i].Name]
	}
	found.Under, e.state.Grouped = nil, e.state.Tried
	return found, nil
}

// reduced reports whether the finding is a small stream on which the candidate always
// fails.
func (f *Filed) reduced() bool { return !f.Flaky && !f.Whole }

// mostSampled is the number of cases of a sample.
const mostSampled = 200

// A sample keeps the cases whose numbers have the smallest hashes, by hash.
type sample []sampledCase

type sampledCase struct {
	Case  uint64 `json:"case"`
	Token string `json:"token"`
}

func (c sampledCase) hash() uint64 {
	h := (c.Case + 1) * 0x9E3779B97F4A7C15
	h ^= h >> 29
	return h * 0xBF58476D1CE4E5B9
}

func (s *sample) add(c sampledCase) {
	at, have := slices.BinarySearchFunc(*s, c, func(a, b sampledCase) int { return cmp.Compare(a.hash(), b.hash()) })
	if have || at == mostSampled {
		return
	}
	*s = slices.Insert(*s, at, c)
	*s = (*s)[:min(len(*s), mostSampled)]
}

// collect adds a failing case to the samples.
func (r *round) collect(number uint64, o *tried) {
	if o.Attempt.Verdict != spec.Fail {
		return
	}
	c := sampledCase{number, o.Token}
	r.state.Failing.add(c)
	if len(o.Attempt.Known) == 0 {
		r.state.Left.add(c)
	}
}

// sampled names the cases of the samples and, since these fail, the first of the
// corpus; and the findings.
func (e *Engine) sampled() *diagnoseWork {
	w, taken := &diagnoseWork{}, map[uint64]bool{}
	for _, c := range slices.Concat(e.state.Failing, e.state.Left) {
		if !taken[c.Case] {
			taken[c.Case] = true
			w.Tokens = append(w.Tokens, c.Token)
		}
	}
	for _, c := range e.state.Corpus[:min(len(e.state.Corpus), mostSampled)] {
		if !taken[c.Case] {
			w.Entries = append(w.Entries, c.hash)
		}
	}
	for i := range e.state.Findings {
		if f := &e.state.Findings[i]; f.reduced() {
			w.Findings = append(w.Findings, filedBlob{f.Name, f.Sum})
		}
	}
	return w
}
