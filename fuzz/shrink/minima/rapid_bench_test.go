package minima_test

import (
	"flag"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/quock-dev/quock/fuzz/shrink"
	. "github.com/quock-dev/quock/fuzz/shrink/minima"
	"github.com/quock-dev/quock/spec"
)

// rivals are the wrong models that rapid finds and shrinks, too, each in a scope
// of its own: some of those whose minimum takes several steps.
var rivals = []struct{ mutant, dialect string }{
	{"attach/prepends", "agentc"}, {"missing/late-result-to-latest", "agentc"}, {"session/results-anywhere", "langgraph:js"},
	{"notify/last-state-stands", "langgraph:js"}, {"notify/progress-revives", "neutral"}, {"session/child-ends-all", "neutral"},
}

// A quiet is what rapid reports to: nobody.
type quiet struct{ failed bool }

func (*quiet) Helper()                 {}
func (*quiet) Name() string            { return "quiet" }
func (*quiet) Logf(string, ...any)     {}
func (*quiet) Log(...any)              {}
func (*quiet) Skipf(string, ...any)    {}
func (*quiet) Skip(...any)             {}
func (*quiet) SkipNow()                {}
func (q *quiet) Errorf(string, ...any) { q.failed = true }
func (q *quiet) Error(...any)          { q.failed = true }
func (q *quiet) Fatalf(string, ...any) { q.failed = true }
func (q *quiet) Fatal(...any)          { q.failed = true }
func (q *quiet) FailNow()              { q.failed = true }
func (q *quiet) Fail()                 { q.failed = true }
func (q *quiet) Failed() bool          { return q.failed }

// actions are rapid's best idiom for streams: one action a kind of event, which
// looks whether there is any before it draws one.
func actions(w *Walk) map[string]func(*rapid.T) {
	all := map[string]func(*rapid.T){}
	for _, k := range spec.Kinds() {
		all[k.String()] = func(t *rapid.T) {
			next := w.Next(k)
			if len(next) == 0 {
				t.SkipNow()
			}
			w.Take(next[rapid.IntRange(0, len(next)-1).Draw(t, "which")])
		}
	}
	return all
}

// A duel is what rapid does with one wrong model.
type duel struct {
	first, last []spec.Event // the stream that it found, and what it made of that
	runs        int          // of the property, from there on
}

// fight lets rapid find and shrink a failure with the minimum's signature among
// the streams of its scope.
func fight(m *Minimum, sc *Scope) duel {
	var d duel
	judge := Judge(m.Mutant)
	rapid.Check(&quiet{}, func(t *rapid.T) {
		if d.first != nil {
			d.runs++
		}
		w := sc.Walk()
		t.Repeat(actions(w))
		s := shrink.Subject{Stream: spec.Stream{Features: sc.Features, Events: w.Events, End: spec.EOF}}
		if len(w.Events) == 0 || !slices.Contains(judge(&s), m.Signature) {
			return
		}
		if d.first == nil {
			d.first = slices.Clone(w.Events)
		}
		d.last = slices.Clone(w.Events)
		t.FailNow()
	})
	return d
}

// setRapid sets rapid's flags for the benchmark.
func setRapid(b *testing.B) {
	b.Helper()
	for name, value := range map[string]string{
		"rapid.checks": "3000", "rapid.steps": "40", "rapid.seed": "1", "rapid.nofailfile": "true", "rapid.shrinktime": "6s",
	} {
		if err := flag.Set(name, value); err != nil {
			b.Fatal(err)
		}
	}
}

// againstRapid reports how many times our runs rapid's shrinker takes (geometric
// mean; its time is bounded, so at least), and how much larger what it leaves is.
func againstRapid(b *testing.B, all []Minimum) {
	b.Helper()
	setRapid(b)
	runs, size, n := 0.0, 0.0, 0.0
	for _, r := range rivals {
		i := slices.IndexFunc(all, func(m Minimum) bool { return m.Mutant.Path() == r.mutant && Dialect(m.Scope) == r.dialect })
		if i < 0 {
			b.Fatalf("no minimum of %s in %s", r.mutant, r.dialect)
		}
		d := fight(&all[i], scopeOf(all[i].Scope))
		if d.first == nil {
			b.Logf("rapid does not find %s", r.mutant)
			continue
		}
		s := shrink.Subject{Stream: all[i].Stream}
		s.Stream.Events = d.first
		ours := shrink.Reduce(&s, all[i].Signature, shrink.Options{Judge: Judge(all[i].Mutant)})
		b.Logf("%-32s from %3d events: rapid %3d in %6d runs, ours %d in %d, optimum %d",
			r.mutant, len(d.first), len(d.last), d.runs, len(ours.Stream.Events), ours.Runs, len(all[i].Stream.Events))
		runs += math.Log(float64(d.runs) / float64(ours.Runs))
		size += math.Log(float64(len(d.last)) / float64(len(ours.Stream.Events)))
		n++
	}
	b.ReportMetric(math.Exp(runs/n), "rapid/ours")
	b.ReportMetric(math.Exp(size/n), "rapid-size/ours")
}

// scopeOf is the scope of a name.
func scopeOf(name string) *Scope {
	for i := range voices {
		for _, sc := range voices[i].scopes() {
			if sc.Name == name {
				return sc
			}
		}
	}
	return nil
}
