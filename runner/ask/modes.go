package ask

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// A candidate may say which stream modes it reads (HelloReply.Modes). Records of
// other modes say nothing to it. So it is held to a case only where they make no
// difference to what the records so far mean: other positions are not asked, and
// an end at which they make one is not compared. A rule is not observable where
// the records that are left no longer put it to the test.

// modesOf are the modes without their second names.
func modesOf(declared []string) []string {
	var modes []string
	for _, name := range declared {
		modes = append(modes, spec.StreamMode(name))
	}
	return modes
}

// heard is the case's stream without what records of other modes say, all others
// at their positions; false where that is the whole stream.
func (s Capabilities) heard(c *plan.Case) (spec.Stream, bool) {
	codec, variant, err := plan.Lookup(c.Dialect)
	moder, ok := codec.(wire.Moder)
	if len(s.modes) == 0 || err != nil || !ok {
		return c.Stream, false
	}
	records, deaf := slices.Clone(c.Records), false
	for i, record := range records {
		if mode := moder.Mode(record); mode != "" && !slices.Contains(s.modes, mode) {
			records[i], deaf = nil, true
		}
	}
	if !deaf {
		return c.Stream, false
	}
	stream, _ := wire.DecodeRecords(codec, variant, records) // nil is a record that says nothing
	stream.End = c.Stream.End
	return stream, true
}

// Apart is the case as a candidate reads it to which nodes are sessions (policy
// workers). Where that makes a difference it is another case, of which the model alone
// says what it means.
func (s Capabilities) Apart(c *plan.Case) *plan.Case {
	codec, variant, err := plan.Lookup(c.Dialect)
	reader, ok := codec.(wire.NodeReader)
	if s.Policies.Workers != "sessions" || err != nil || !ok || c.Apart {
		return c
	}
	stream := c.Stream
	stream.Events = nil
	decoder := reader.NewNodeDecoder(variant)
	for _, record := range c.Records {
		stream.Events, _ = decoder.Decode(stream.Events, record)
	}
	if reflect.DeepEqual(stream.Events, c.Stream.Events) {
		return c
	}
	own := *c
	own.Stream, own.Apart = stream, true
	return &own
}

// seen is the case observed only where the candidate sees all that it is asked
// about.
func (s Capabilities) seen(c *plan.Case) *plan.Case {
	heard, some := s.heard(c)
	if !some || len(c.Observe) == 0 {
		return c
	}
	own := *c
	own.Observe = nil
	whole, _ := ModelAt(c.Stream, s.Policies, c.Observe)
	part, _ := ModelAt(heard, s.Policies, c.Observe)
	for i, at := range c.Observe {
		if s.alike(&whole[i], &part[i]) {
			own.Observe = append(own.Observe, at)
		}
	}
	return &own
}

// seesEnd reports whether the candidate sees all that the case means at its end.
func (s Capabilities) seesEnd(c *plan.Case) bool {
	heard, some := s.heard(c)
	if !some {
		return true
	}
	whole, part := model.Run(c.Stream, s.Policies), model.Run(heard, s.Policies)
	return s.alike(&whole, &part)
}

// SeesAll reports whether it sees all that the case means, behind each record.
func (s Capabilities) SeesAll(c *plan.Case) bool {
	every := *c
	every.Observe = plan.Span(-1, len(c.Records)+1, len(c.Records)+1)
	return len(s.seen(&every).Observe) == len(every.Observe) && s.seesEnd(c)
}

// alike reports whether two transcripts are the same to the candidate; to an
// adapter, which shows everything, in all parts.
func (s Capabilities) alike(a, b *spec.Transcript) bool {
	observes := s.Observes
	if s.Adapter {
		observes = spec.AllParts()
	}
	return len(spec.Compare{Observes: observes}.Transcripts(a, b)) == 0
}

// unobserved takes the pass from a trial of which nothing was judged.
func (t *Trial) unobserved() {
	switch {
	case !t.Verdict.Passed() || len(t.Observed) > 0:
	case t.Until > 0:
		t.Verdict, t.Detail = spec.NotObservable, fmt.Sprintf("a reader may refuse record %d, and nothing was observed before it", t.Until)
	case t.unseen:
		t.Verdict, t.Detail = spec.NotObservable, "the modes that the candidate reads do not say what the stream means"
	}
}

// ThroughModes takes from verdicts what a candidate that reads some modes only
// cannot be held to.
func (s Capabilities) ThroughModes(t *Trial, all []report.RuleVerdict) {
	heard, some := s.heard(t.Case)
	if !some {
		return
	}
	for i := range all {
		v := &all[i]
		hidden := v.Verdict == spec.Untestable && t.unseen && !t.Verdict.Blames()
		idle := v.Verdict == spec.Pass && !trial.Exercises(heard, s.Policies, v.Rule) && trial.Exercises(t.Case.Stream, s.Policies, v.Rule)
		if hidden || idle {
			v.Verdict = spec.NotObservable
		}
	}
}
