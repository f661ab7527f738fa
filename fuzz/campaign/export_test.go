package campaign

import (
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
)

// Told counts the symbols of generated cases.
func Told(f *spec.Features, cases uint64) []int {
	counts := make([]int, symbols)
	var g perform.Generator
	for seed := range cases {
		for _, e := range g.Case(f, perform.Level(seed%2), seed).Stream.Events {
			counts[SymbolOf(&e)]++
		}
	}
	return counts
}

// Possible and SymbolName are of symbols by number.
func Possible(s int, f *spec.Features) bool { return possible(Symbol(s), f) }

func SymbolName(s int) string { return Symbol(s).String() }
