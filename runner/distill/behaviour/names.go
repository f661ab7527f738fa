package behaviour

import "github.com/quock-dev/quock/fuzz/coverage"

// The cells of a Set: steps, orders, rules.
const (
	steps  = int(coverage.Stages) * coverage.Symbols
	orders = int(coverage.Relations) - 1
	cells  = steps + orders
)

func step(p coverage.Stage, s coverage.Symbol) int { return int(p)*coverage.Symbols + int(s) }

// order is the cell of an event right behind one of another session.
func order(r coverage.SessionRelation) int { return steps + int(r) - 1 }

// name is what a cell is called in reports.
func name(cell int) string {
	switch {
	case cell >= cells:
		return "rule " + ruleIDs[cell-cells]
	case cell >= steps:
		return "order: speaking right behind " + coverage.SessionRelation(cell-steps+1).String()
	}
	symbol := coverage.Symbol(cell % coverage.Symbols).String()
	if where := coverage.Stage(cell / coverage.Symbols).String(); where != "" {
		return where + ": " + symbol
	}
	return symbol
}
