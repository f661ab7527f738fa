package plan

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
)

// choices is how many cases are generated for each one that runs. rarest multiplies it
// if Selection.Rules asks for a rule.
const (
	choices = 8
	rarest  = 5
)

// enough is how many cases without faults a dialect should have, plenty how
// many a run has at most where that is not more.
const (
	enough = 64
	plenty = 400
)

// plains is how many of the generated cases have no fault: a fifth, but in
// short runs up to half, because what goes wrong there has to be known, and in
// long ones no more than are of use, because the others come after them. There
// are none in a run of some rules only.
func (p *Plan) plains() int {
	n := p.Selection.Cases
	if p.Selection.Rules != nil || len(p.Generable()) == 0 {
		return 0
	}
	return max(min(n/5, plenty), min(n/2, enough*len(p.Generable())))
}

// Generable are the formats in which something can happen, so that cases can be
// generated, and of which streams are.
func (p *Plan) Generable() []Dialect {
	return slices.DeleteFunc(slices.Clone(p.Chosen), func(f Dialect) bool {
		features := f.Features()
		return features.Document || features.ReadOnly
	})
}

// plain returns the generated cases without their faults.
func (p *Plan) plain() iter.Seq[Planned] {
	generable := p.Generable()
	return func(yield func(Planned) bool) {
		for n := range p.plains() {
			f := generable[n%len(generable)]
			build := func() (*Case, error) { return p.PlainCase(f, n) }
			if !yield(Planned{Name: plainName(f, n), Plain: true, Build: build}) {
				return
			}
		}
	}
}

func plainName(f Dialect, n int) string { return fmt.Sprintf("generated/%s/plain/%d", f.Name, n+1) }

// PlainCase returns a generated case without its faults.
func (p *Plan) PlainCase(f Dialect, n int) (*Case, error) {
	made := perform.Generate(f.Features(), perform.Clean, perform.CaseSeed(p.Selection.Seed, uint64(n)))
	return p.Make(plainName(f, n), f, made.Without(FaultIDs(made.Faults)...))
}

// FaultIDs are the numbers of faults.
func FaultIDs(faults []spec.Fault) []int {
	all := make([]int, len(faults))
	for i := range faults {
		all[i] = faults[i].ID
	}
	return all
}

// generated are the generated cases with faults. Each is decided by its own
// number, which is in its name: dialects and levels take turns, and of a few in
// a row the one is run that bears the rules seen least, so that a rare fault
// does not wait for luck.
func (p *Plan) generated() iter.Seq[Planned] {
	return func(yield func(Planned) bool) {
		seen, found, wanted := census{}, 0, p.Selection.Cases-p.plains()
		generable := p.Generable()
		for turn := 0; len(generable) > 0 && found < wanted && turn < rarest*wanted; turn++ {
			planned, kept, ok := p.generate(generable, turn, seen)
			if !ok {
				continue
			}
			found++
			if kept && !yield(planned) {
				return
			}
		}
	}
}

func (p *Plan) generate(generable []Dialect, turn int, seen census) (planned Planned, kept, ok bool) {
	f := generable[turn%len(generable)]
	level := perform.Level(turn / len(generable) % (int(p.Selection.Level) + 1))
	var best *perform.Case
	number, least := 0, 0
	for n := turn * choices; n < (turn+1)*choices; n++ {
		made := perform.Generate(f.Features(), level, perform.CaseSeed(p.Selection.Seed, uint64(n)))
		rules := (&Case{Faults: made.Faults}).Rules()
		if !p.wants(rules) {
			continue
		}
		if common := seen.common(f.Name, rules); best == nil || common < least {
			best, number, least = made, n+1, common
		}
		if turn%choices == 0 { // one in a few is left to luck
			break
		}
	}
	if best == nil {
		return Planned{}, false, false
	}
	best = p.hostile(f, best)
	rules := (&Case{Faults: best.Faults}).Rules()
	seen.add(f.Name, rules)
	name := fmt.Sprintf("generated/%s/%s/%d", f.Name, level, number)
	return Planned{Name: name, Build: func() (*Case, error) { return p.Make(name, f, best) }}, p.keeps(rules), true
}

// Make returns a generated case in the form that the plan's candidate gets.
func (p *Plan) Make(name string, f Dialect, performed *perform.Case) (*Case, error) {
	c, err := Generated(name, f.Codec, f.Variant, performed)
	if err != nil {
		return nil, err
	}
	return p.Adapted(c), nil
}

// A census counts how often cases of a dialect tested a rule.
type census map[[2]string]int

func (c census) add(dialect string, rules []string) {
	for _, id := range rules {
		c[[2]string{dialect, id}]++
	}
}

// common is how common the rarest of the rules is by now, and more where there
// are many: a case with few faults tells more.
func (c census) common(dialect string, rules []string) int {
	if len(rules) == 0 {
		return math.MaxInt
	}
	least := math.MaxInt - len(rules)
	for _, id := range rules {
		least = min(least, c[[2]string{dialect, id}])
	}
	return least + len(rules)/4
}
