package plan

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/runner/pattern"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// ErrNothing means that a selection selects no case.
var ErrNothing = errors.New("nothing selected")

// A Selection selects the cases of a run.
type Selection struct {
	// Seed decides every generated case.
	Seed uint64
	// Level is the highest level of generated cases; those below are run too.
	Level perform.Level
	// Cases is how many cases are generated, besides those of the corpus.
	Cases int
	// Rules, if not nil, selects the cases that test a matching rule.
	Rules *pattern.Pattern
	// Only, if not nil, leaves out of the plan the cases that test no matching rule,
	// but for those without faults. In contrast to Rules it chooses no other cases: what
	// fails in the whole plan fails again.
	Only *pattern.Pattern
	// Dialects to run, bare or with a variant; empty means all that the
	// candidate claims.
	Dialects []string
	// Out is the dialect that an adapter is to write, with or without a variant;
	// it may be empty where it writes only one. Filter says that it is a plain
	// filter, which cannot be told how its input ends.
	Out    string
	Filter bool
	// Shard of Shards parts of the cases is run, counted from 1; all is run if Shards
	// is 0.
	Shard, Shards int
}

// A Plan is the cases of a run, in their order: the distilled ones first.
type Plan struct {
	Selection Selection
	// Formats names the dialects with their variants.
	Formats []string
	// Unclaimed are dialects that were asked for and that the candidate does
	// not read, Unknown those that it reads and we do not know.
	Unclaimed, Unknown []string
	// Omitted names formats that the candidate reads and that were not asked for.
	Omitted []string
	// Adapts is what an adapter is asked for, nil for all others.
	Adapts *Adaptation

	Chosen  []Dialect
	written []*Case
}

// A Planned case is not yet built. Its number counts from 1.
type Planned struct {
	Number int
	Name   string
	// Unclaimed says that the candidate does not read the case's dialect.
	Unclaimed bool
	// Plain says that the case has no fault and comes before those that have.
	Plain bool
	// Distilled says that it was made of a recording and comes before all others.
	Distilled bool

	Build func() (*Case, error)
	// twin names the clean twin of a written case; "" for others.
	twin string
}

// New selects the cases for a candidate. ErrNothing says why there is none.
func New(sel Selection, corpus *Corpus, hello *probe.HelloReply) (*Plan, error) {
	p := &Plan{Selection: sel}
	if err := CheckRules(sel.Rules); err != nil {
		return nil, err
	}
	if err := p.choose(hello); err != nil {
		return nil, err
	}
	p.omits(hello)
	adapts, err := adaptation(&sel, hello)
	if err != nil {
		return nil, err
	}
	p.Adapts = adapts
	for _, c := range corpus.Cases {
		if p.runs(c.Dialect) && c.Written.speaksTo(hello) && p.wants(append(c.Rules(), c.Written.Rule)) && p.keeps(append(c.Rules(), c.Written.Rule)) {
			p.written = append(p.written, p.Adapted(c))
		}
	}
	if len(p.written) == 0 && !p.any() {
		for _, f := range p.Chosen {
			if err := dialects.Generates(f.Codec, f.Variant); err != nil {
				return nil, err
			}
		}
		return nil, fmt.Errorf("%w: no case of %s bears a rule that matches %q", ErrNothing, strings.Join(p.Formats, ", "), sel.Rules)
	}
	if !p.anyInShard() {
		return nil, fmt.Errorf("%w: shard %d/%d is empty: there are %d cases at most", ErrNothing, sel.Shard, sel.Shards, p.allCases())
	}
	return p, nil
}

// CheckRules refuses a pattern that matches no rule at all; nil selects all.
func CheckRules(p *pattern.Pattern) error {
	if p == nil {
		return nil
	}
	for _, r := range spec.Rules() {
		if p.Match(r.ID) {
			return nil
		}
	}
	return fmt.Errorf("%w: no rule matches %q; quock rules lists them", ErrNothing, p)
}

// choose finds the formats to run.
func (p *Plan) choose(hello *probe.HelloReply) error {
	asked := p.Selection.Dialects
	if len(asked) == 0 {
		asked = hello.Dialects
	}
	var readOnly error
	for _, dialect := range asked {
		expanded, err := Expand(dialect)
		switch {
		case err != nil && len(p.Selection.Dialects) > 0:
			return err
		case err != nil:
			p.Unknown = append(p.Unknown, dialect)
			continue
		}
		claimed := false
		for _, f := range expanded {
			readOnly = cmp.Or(readOnly, dialects.Generates(f.Codec, f.Variant))
			reads := f.ReadBy(hello)
			if reads && !p.has(f.Name) {
				p.Chosen = append(p.Chosen, f)
				p.Formats = append(p.Formats, f.Name)
			}
			claimed = claimed || reads
		}
		if !claimed {
			p.Unclaimed = append(p.Unclaimed, dialect)
		}
	}
	if len(p.Chosen) == 0 && readOnly != nil {
		return readOnly
	}
	if len(p.Chosen) == 0 {
		return fmt.Errorf("%w: %s reads %s; run one of these with --dialect, or leave the flag out",
			ErrNothing, hello.Name, strings.Join(hello.Dialects, ", "))
	}
	return nil
}

// omits notes the formats that the candidate reads and that are not run.
func (p *Plan) omits(hello *probe.HelloReply) {
	for _, dialect := range hello.Dialects {
		expanded, err := Expand(dialect)
		if err != nil {
			continue // it is unknown
		}
		for _, f := range expanded {
			if f.ReadBy(hello) && !p.has(f.Name) && !slices.Contains(p.Omitted, f.Name) {
				p.Omitted = append(p.Omitted, f.Name)
			}
		}
	}
}

func (p *Plan) has(name string) bool { return slices.Contains(p.Formats, name) }

// runs reports whether the dialect of a written case runs, or was requested although
// the candidate does not read it.
func (p *Plan) runs(dialect string) bool {
	bare, _, _ := strings.Cut(dialect, ":")
	return p.has(dialect) || slices.Contains(p.Unclaimed, dialect) || slices.Contains(p.Unclaimed, bare)
}

// wants reports whether a case with these rules is selected.
func (p *Plan) wants(rules []string) bool {
	if p.Adapts != nil { // whose rules every case bears
		rules = append(slices.Clone(rules), check.AdapterRules()...)
	}
	return p.Selection.Rules == nil || slices.ContainsFunc(rules, p.Selection.Rules.Match)
}

// keeps reports whether Selection.Only leaves a case with these rules in the plan.
func (p *Plan) keeps(rules []string) bool {
	return p.Selection.Only == nil || p.Adapts != nil || slices.ContainsFunc(rules, p.Selection.Only.Match)
}

// Rules are the ids of the rules that a candidate with this handshake can be judged by
// in the plan's dialects, in order.
func (p *Plan) Rules(hello *probe.HelloReply) []string {
	var ids []string
	parts := hello.Parts()
	if shared, adapts := p.Shared(); adapts {
		parts = shared.Observes()
	}
	for _, r := range spec.Rules() {
		c, checked := check.ByRule(r.ID)
		if !checked || !p.wants([]string{r.ID}) || !check.Observable(r.ID, parts) || !suits(&r, hello) {
			continue
		}
		if slices.ContainsFunc(p.Chosen, func(f Dialect) bool { return c.Applies(f.Features()) }) {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// suits reports whether a rule speaks of candidates with that role.
func suits(r *spec.Rule, hello *probe.HelloReply) bool {
	switch family, _, _ := strings.Cut(r.ID, "/"); family {
	case "produce":
		return false
	case "persist":
		return hello.Role == probe.Store
	case "adapt":
		return hello.Role == probe.Adapter
	}
	return true
}

// any reports whether at least one case would be generated.
func (p *Plan) any() bool {
	for range p.generated() {
		return true
	}
	return false
}

// Cases returns the cases in their order. Distilled cases come first, because
// something like them once failed. Written and generated cases without faults come
// next, because a failure there says nothing about faults. Cases with faults come
// last. A shard's cases have the numbers that they have in the whole run.
func (p *Plan) Cases() iter.Seq[Planned] { return p.numbered(p.generated()) }

// numbered puts the parts of the plan in order and numbers them. It leaves out what is
// in another shard.
func (p *Plan) numbered(generated iter.Seq[Planned]) iter.Seq[Planned] {
	return func(yield func(Planned) bool) {
		number, twins := 0, map[string]int{}
		for _, part := range []iter.Seq[Planned]{p.distilledCases(), p.writtenCases(false), p.plain(), p.writtenCases(true), generated} {
			for planned := range part {
				number++
				planned.Number = number
				if p.inShard(&planned, twins) && !yield(planned) {
					return
				}
			}
		}
	}
}

func (p *Plan) distilledCases() iter.Seq[Planned] {
	return p.from(func(w *Written) bool { return w.Distilled }, Planned{Distilled: true})
}

func (p *Plan) writtenCases(breaking bool) iter.Seq[Planned] {
	return p.from(func(w *Written) bool { return !w.Distilled && w.Breaking == breaking }, Planned{Plain: !breaking})
}

// from adds the wanted written cases to the plan.
func (p *Plan) from(wanted func(*Written) bool, planned Planned) iter.Seq[Planned] {
	return func(yield func(Planned) bool) {
		for _, c := range p.written {
			if !wanted(c.Written) {
				continue
			}
			own := planned
			own.Name, own.Unclaimed = c.Name, !p.has(c.Dialect)
			if c.Written.Twin != nil {
				own.twin = c.Written.Twin.Name
			}
			own.Build = func() (*Case, error) { return c, nil }
			if !yield(own) {
				return
			}
		}
	}
}

// Features are those of the plan's one dialect. The error lists the dialects if there
// are several, or says that nothing happens in any.
func (p *Plan) Features() (spec.Features, error) {
	switch generable := p.Generable(); {
	case len(generable) == 1 && len(p.Chosen) == 1:
		return generable[0].Features(), nil
	case len(generable) == 0:
		return spec.Features{}, fmt.Errorf("%w: nothing happens in a stream of %s", ErrNothing, strings.Join(p.Formats, ", "))
	}
	return spec.Features{}, fmt.Errorf("%w: choose one of %s", ErrNothing, strings.Join(p.Formats, ", "))
}
