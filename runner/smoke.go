package runner

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire/dialects"
	"github.com/quock-dev/quock/spec/words"
)

// A Step is one step of Smoke.
type Step struct {
	Name    string
	Verdict spec.Verdict
	// Detail says what the candidate answered, and what to change.
	Detail string
	Stderr string
}

// smallest is how many clean cases are searched for a small one.
const smallest = 200

// Smoke tries the handshake and then, in each dialect that the candidate reads, trivial
// streams: an empty one, a record of unknown kind, a small clean one observed after
// each record, and that one again. A dialect stops at its first failing step. The error
// is a failure of quock itself, or a *candidate.HandshakeError.
//
// If dialects are given, only those are tried; one that the candidate does not read is
// ErrNothing.
func Smoke(ctx context.Context, s candidate.Starter, l *candidate.Limits, dialects []string, emit func(Step)) error {
	worker := candidate.NewWorker(s, l)
	defer worker.Close()
	c, err := worker.Candidate(ctx)
	if err != nil {
		return err
	}
	j := &attribute.Attributor{Driver: ask.Driver{Worker: worker, Capabilities: ask.CapabilitiesOf(c)}}
	emit(Step{Name: "hello", Verdict: spec.Pass, Detail: introduction(c)})
	chosen := len(dialects) > 0
	if !chosen {
		dialects = c.Hello.Dialects
	}
	for _, dialect := range dialects {
		if err := smokeDialect(ctx, j, dialect, chosen, &c.Hello, emit); err != nil {
			return err
		}
	}
	if keys := l.Unknown(); len(keys) > 0 {
		emit(Step{Name: "keys that the contract does not know, and that are ignored", Verdict: spec.Pass, Detail: lines(keys)})
	}
	return nil
}

func lines(keys []probe.UnknownKey) string {
	all := make([]string, len(keys))
	for i, k := range keys {
		all[i] = words.Line(k.String())
	}
	return strings.Join(all, "\n")
}

// smokeDialect tries the variants of a dialect that the candidate reads. One that
// was chosen has to be one of ours and one of its own.
func smokeDialect(ctx context.Context, j *attribute.Attributor, dialect string, chosen bool, hello *probe.HelloReply, emit func(Step)) error {
	expanded, err := plan.Expand(dialect)
	if err != nil && chosen {
		return err
	}
	if err != nil {
		emit(Step{Name: dialect, Verdict: spec.NotRun, Detail: "this harness does not know the dialect; quock dialects lists those that it knows"})
		return nil
	}
	expanded = slices.DeleteFunc(expanded, func(f plan.Dialect) bool { return !f.ReadBy(hello) })
	if len(expanded) == 0 {
		return fmt.Errorf("%w: %s reads %s, not %s", plan.ErrNothing, hello.Name, strings.Join(hello.Dialects, ", "), dialect)
	}
	for _, f := range expanded {
		if err := dialects.Generates(f.Codec, f.Variant); err != nil {
			emit(Step{Name: f.Name, Verdict: spec.NotRun, Detail: err.Error()})
			continue
		}
		if f.Features().Document {
			continue // no small case can be made: a document is of something that happened
		}
		if err := smokeOutputs(ctx, j, f, hello, emit); err != nil {
			return err
		}
	}
	return nil
}

func introduction(c *candidate.Candidate) string {
	if c.Hello.Role == probe.Adapter {
		a := c.Hello.Adapts()
		text := fmt.Sprintf("%s %s, adapter, reads %s%s, writes %s, sub-sessions %s, label %q", c.Hello.Name, c.Hello.Version,
			strings.Join(c.Hello.Dialects, " "), inModes(c.Hello.Modes), strings.Join(c.Hello.Outputs, " "), a.Children, a.Label)
		if a.Lacks != 0 {
			text += ", lacks " + strings.Join(a.Lacks.Names(), " ")
		}
		return text
	}
	return fmt.Sprintf("%s %s, %s, reads %s%s, observes %s, policies held-attach=%s arguments-complete=%s%s",
		c.Hello.Name, c.Hello.Version, c.Hello.Role, strings.Join(c.Hello.Dialects, " "), inModes(c.Hello.Modes), c.Observes,
		c.Policies.HeldAttach, c.Policies.ArgumentsComplete, otherPolicies(c.Hello.Policies))
}

// inModes says which stream modes are read, if not all are.
func inModes(modes []string) string {
	if len(modes) == 0 {
		return ""
	}
	return " in the modes " + strings.Join(modes, " ")
}

// otherPolicies are those that the candidate chose besides the two.
func otherPolicies(chosen map[string]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(chosen)) {
		if name != "held-attach" && name != "arguments-complete" {
			fmt.Fprintf(&b, " %s=%s", name, chosen[name])
		}
	}
	return b.String()
}

// smokeOutputs tries one format, of an adapter in each dialect that it writes.
func smokeOutputs(ctx context.Context, j *attribute.Attributor, f plan.Dialect, hello *probe.HelloReply, emit func(Step)) error {
	if hello.Role != probe.Adapter {
		return smokeFormat(ctx, j, f, nil, emit)
	}
	writes, err := plan.Outputs(&plan.Selection{}, hello)
	if err != nil {
		return err
	}
	for _, out := range writes {
		if err := smokeFormat(ctx, j, f, &plan.Adaptation{Out: out, Adapting: hello.Adapts()}, emit); err != nil {
			return err
		}
	}
	return nil
}

func smokeFormat(ctx context.Context, j *attribute.Attributor, f plan.Dialect, adapts *plan.Adaptation, emit func(Step)) error {
	small, err := smallCase(f, j.Capabilities.SeesAll)
	if err != nil {
		return err
	}
	steps := []struct {
		name string
		c    *plan.Case
	}{
		{"an empty stream", bareCase(f, nil)},
		{"a record of unknown kind", bareCase(f, [][]byte{[]byte(`{"kind":"quock.smoke","type":"quock.smoke"}`)})},
		{fmt.Sprintf("a small stream of %d records, observed after each", len(small.Records)), small},
	}
	var first *ask.Trial
	named := f.Name
	if adapts != nil {
		named += " to " + adapts.Out
	}
	for _, s := range steps {
		s.c.Adapts = adapts
		t, err := tryNext(ctx, j, s.c)
		if err != nil {
			return err
		}
		done := step(named+": "+s.name, t)
		if habit := attribute.Habit(t, j.Capabilities.Live()); habit != "" {
			done.Detail = strings.TrimSuffix(habit+"\n"+done.Detail, "\n")
		}
		emit(done)
		if !t.Verdict.Passed() && t.Verdict != spec.NotObservable {
			return nil
		}
		first = t
	}
	again, err := tryNext(ctx, j, small)
	if err != nil {
		return err
	}
	done := step(named+": the same stream again gives the same answer", again)
	if again.Verdict.Passed() && !sameObserved(first, again) {
		done.Verdict, done.Detail = spec.Fail, "the answers differ; each run starts from nothing, so keep no state between runs"
	}
	emit(done)
	return nil
}

// tryNext puts a case under the next number.
func tryNext(ctx context.Context, j *attribute.Attributor, c *plan.Case) (*ask.Trial, error) {
	j.Number, j.Tries = j.Number+1, 0
	return j.Try(ctx, c)
}

func step(name string, t *ask.Trial) Step {
	s := Step{Name: name, Verdict: t.Verdict, Detail: t.Detail, Stderr: t.Stderr}
	if i := t.First(); i >= 0 {
		var b strings.Builder
		if t.Detail != "" {
			fmt.Fprintf(&b, "%s:\n", t.Detail)
		}
		fmt.Fprintf(&b, "%s its transcript differs (- expected, + seen):\n", report.Place(t.Observed[i].Position))
		_ = report.Diff(&b, t.Observed[i].Differences) // a Builder takes everything
		fmt.Fprintf(&b, "the stream was:\n")
		for n, record := range t.Case.Records {
			fmt.Fprintf(&b, "%3d %s\n", n+1, record)
		}
		s.Detail = b.String()
	}
	return s
}

func sameObserved(a, b *ask.Trial) bool {
	if len(a.Observed) != len(b.Observed) {
		return false
	}
	for i := range a.Observed {
		if !reflect.DeepEqual(a.Observed[i].Got, b.Observed[i].Got) {
			return false
		}
	}
	return true
}

// bareCase is a written case that nobody wrote down.
func bareCase(f plan.Dialect, records [][]byte) *plan.Case {
	c := &plan.Case{Name: "smoke", Dialect: f.Name, Records: records, Observe: []int{0}}
	c.Stream = spec.Stream{Features: f.Features(), End: spec.EOF}
	decoder := f.Codec.NewDecoder(f.Variant)
	for _, record := range records {
		c.Stream.Events, _ = decoder.Decode(c.Stream.Events, record)
	}
	return c
}

// smallCase is the shortest of the first clean cases that has a call and no
// fault, in the plainest form and observed everywhere; if there are such, the shortest
// that suits.
func smallCase(f plan.Dialect, suits func(*plan.Case) bool) (*plan.Case, error) {
	var best *plan.Case
	suited := false
	for n := range uint64(smallest) {
		p := perform.Generate(f.Features(), perform.Clean, perform.CaseSeed(0, n)).In(0)
		if len(p.Faults) > 0 || !hasCall(&p.Stream) || suited && p.Stream.Records() >= len(best.Records) {
			continue
		}
		c, err := plan.Generated("smoke", f.Codec, f.Variant, p)
		if err != nil {
			continue // a case that cannot be told is not for a smoke test
		}
		if better := suits(c); best == nil || better && !suited || better == suited && len(c.Records) < len(best.Records) {
			best, suited = c, better
		}
	}
	if best == nil {
		return nil, fmt.Errorf("no small clean stream of %s was found", f.Name)
	}
	best.Observe = plan.Span(0, len(best.Records)+1, plan.MostReduced)
	return best, nil
}

func hasCall(s *spec.Stream) bool {
	for i := range s.Events {
		if s.Events[i].Kind == spec.CallOpen || s.Events[i].Kind == spec.CallDone {
			return true
		}
	}
	return false
}
