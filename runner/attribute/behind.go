package attribute

import (
	"cmp"
	"slices"
	"sync"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/spec"
)

// A behind reads the stream of a trial with wrong models beside what is set aside, once for
// each, whatever rules and faults are asked about.
type behind struct {
	trial    *ask.Trial
	observes spec.Parts
	aside    []deviation.Deviation
	at       []int                 // the observed positions, ascending, the end last
	asked    *deviation.Decisions  // what is asked without a wrong model; nil before that is needed
	read     map[string]*wrongRead // by the name of the wrong model
}

// A wrongRead is what the reference with a wrong model answers.
type wrongRead struct {
	// from is the first position, by its index, that is behind a departure; behind the last
	// one if it departs nowhere.
	from int
	// answers are by position: those from that one on, once they are needed.
	answers map[int]*spec.Transcript
}

func newBehind(t *ask.Trial, observes spec.Parts, aside []deviation.Deviation) *behind {
	b := &behind{trial: t, observes: observes, aside: aside, read: map[string]*wrongRead{}}
	for i := range t.Observed {
		b.at = append(b.at, t.Observed[i].Position)
	}
	slices.SortFunc(b.at, earlier)
	b.at = slices.Compact(b.at)
	return b
}

// exposes reports whether the case asks how a candidate keeps the rule, for the fault, behind
// what is set aside: whether the reference with that and a wrong model of the rule visibly
// fails in what the rule is about, and the reference with that alone does not. A wrong
// model that takes a decision which is set aside asks nothing.
func (b *behind) exposes(c check.Check, h spec.Fault) bool {
	return slices.ContainsFunc(breaking()[c.Rule], func(m deviation.Deviation) bool {
		return b.composes(m) && b.asks(m) && b.fails(c, h, &m)
	}) && (b.trial.First() < 0 || !b.fails(c, h, nil)) // without a difference the candidate's answer is that of the reference
}

// breaking are the wrong models of each rule.
var breaking = sync.OnceValue(func() map[string][]deviation.Deviation {
	by := map[string][]deviation.Deviation{}
	for _, m := range deviation.Models() {
		for _, rule := range m.Rules {
			by[rule] = append(by[rule], m)
		}
	}
	return by
})

func (b *behind) composes(m deviation.Deviation) bool {
	return !slices.ContainsFunc(b.aside, func(d deviation.Deviation) bool { return !m.Composes(d) })
}

// asks reports whether the stream asks a decision of the wrong model, without which it
// reads as the reference does.
func (b *behind) asks(m deviation.Deviation) bool {
	if b.asked == nil {
		b.asked = &deviation.Decisions{}
		composed := deviation.Compose(b.aside...)
		composed.Watch(b.asked.Add)
		reading := b.begin(composed)
		for _, position := range b.at {
			reading.To(position)
			reading.Transcript()
		}
	}
	return b.asked.Meets(m.Decisions())
}

// fails reports whether the reference with a wrong model, or without one where it is nil,
// visibly fails in what the rule and the fault are about. It looks at the end of input first.
func (b *behind) fails(c check.Check, h spec.Fault, m *deviation.Deviation) bool {
	for at := len(b.trial.Observed) - 1; at >= 0; at-- {
		if !c.LooksAt(b.trial.Observed[at].Surface) {
			continue
		}
		e := b.trial.Evidence(at, h, b.observes)
		got := b.answer(e.Position, m)
		if got == nil {
			continue
		}
		if e = e.Seeing(got); len(c.Judge(e).Differences) > 0 {
			return true
		}
	}
	return false
}

// answer is what the reference with a wrong model answers at a position; nil where it has
// not departed yet.
func (b *behind) answer(position int, m *deviation.Deviation) *spec.Transcript {
	name := ""
	if m != nil {
		name = m.Name
	}
	r := b.read[name]
	if r == nil {
		r = b.toTheEnd(m)
		b.read[name] = r
	}
	i, _ := slices.BinarySearchFunc(b.at, position, earlier)
	if i < r.from {
		return nil
	}
	if r.answers[position] == nil {
		b.rest(r, m)
	}
	return r.answers[position]
}

// toTheEnd reads the stream with a wrong model, and has the answer at the end, where most
// fail.
func (b *behind) toTheEnd(m *deviation.Deviation) *wrongRead {
	n := &deviation.Count{}
	reading := b.begin(b.with(m, n))
	r := &wrongRead{answers: map[int]*spec.Transcript{}}
	for _, position := range b.at {
		if reading.To(position); m != nil && m.Counts() && n.Triggered == 0 {
			r.from++
		}
	}
	if last := b.at[len(b.at)-1]; r.from < len(b.at) {
		r.add(last, reading)
	}
	return r
}

// rest reads the stream again, for the answers before the last one.
func (b *behind) rest(r *wrongRead, m *deviation.Deviation) {
	reading := b.begin(b.with(m, &deviation.Count{}))
	for _, position := range b.at[r.from : len(b.at)-1] {
		reading.To(position)
		r.add(position, reading)
	}
}

func (r *wrongRead) add(position int, reading *deviation.Readthrough) {
	t := reading.Transcript()
	r.answers[position] = &t
}

// with is the reference with what is set aside behind a wrong model, unless that is nil.
func (b *behind) with(m *deviation.Deviation, n *deviation.Count) *deviation.Composed {
	composed := deviation.Compose()
	if m != nil {
		composed.Add(*m, n)
	}
	for _, d := range b.aside {
		composed.Add(d, nil)
	}
	return composed
}

func (b *behind) begin(c *deviation.Composed) *deviation.Readthrough {
	return c.Read(&b.trial.Arrived().Stream, b.trial.Policies)
}

// earlier compares positions; the end, -1, is the last.
func earlier(a, b int) int { return cmp.Compare(uint(a), uint(b)) }
