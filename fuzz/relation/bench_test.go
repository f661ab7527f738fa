package relation_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/spec"
)

// BenchmarkDistinctInterleavings prints how many interleavings that differ in
// more than the order of independent records (relation.Hash) a thousand cases
// with sub-sessions tell, of all dialects that have some, in turn:
//
//   - forms/case: distinct canonical forms a case;
//   - shapes/case: the same with texts, ids and agents left out, so that only
//     what happens in which session after what counts;
//   - forms/order: of one scenario whose order alone is drawn anew, ten times,
//     distinct canonical forms for each order of records that differs. It is below
//     1 by what orders of independent records waste.
func BenchmarkDistinctInterleavings(b *testing.B) {
	const cases, orders = 1000, 10
	for b.Loop() {
		forms, shapes := map[uint64]bool{}, map[string]bool{}
		total, different := 0, 0
		var g perform.Generator
		for n, c := range manifold(cases) {
			forms[relation.Hash(c.Stream)] = true
			shapes[shape(relation.Canonical(c.Stream))] = true
			if n%orders == 0 {
				orders, forms := retold(&g, c, orders)
				total, different = total+orders, different+forms
			}
		}
		b.ReportMetric(float64(len(forms))/cases, "forms/case")
		b.ReportMetric(float64(len(shapes))/cases, "shapes/case")
		b.ReportMetric(float64(different)/float64(total), "forms/order")
	}
	b.ReportMetric(0, "ns/op")
}

// manifold are cases with more than one session, the dialects in turn, clean and
// degraded.
func manifold(n int) []*perform.Case {
	var all []*perform.Case
	for number := uint64(0); len(all) < n; number++ {
		for _, name := range testDialects {
			c := perform.Generate(features(name), perform.Level(number%2), perform.CaseSeed(2, number))
			if len(c.Scenario.Sessions) > 1 && len(all) < n {
				all = append(all, c)
			}
		}
	}
	return all
}

// retold renders the scenario of a case in newly drawn orders. It counts the
// orders of records that differ, and their canonical forms.
func retold(g *perform.Generator, c *perform.Case, times int) (orders, forms int) {
	chosen, _ := c.Choices()
	chosen[choice.Order] = nil
	seen, canonical := map[string]bool{}, map[uint64]bool{}
	for seed := range uint64(times) {
		again := g.Extend(&c.Stream.Features, c.Level, &chosen, seed)
		seen[fmt.Sprint(again.Schedule)] = true
		canonical[relation.Hash(again.Stream)] = true
	}
	return len(seen), len(canonical)
}

// shape is what happens in a stream, record by record, with its sessions
// numbered as they come.
func shape(s spec.Stream) string {
	var b strings.Builder
	number := map[string]int{}
	for i := range s.Events {
		e := &s.Events[i]
		if _, known := number[e.Session]; !known {
			number[e.Session] = len(number)
		}
		fmt.Fprintf(&b, "%d %d %v %d\n", e.Record, number[e.Session], e.Kind, len(e.Messages))
	}
	return s.Features.Dialect + "\n" + b.String()
}
