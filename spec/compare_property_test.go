package spec_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"

	"github.com/quock-dev/quock/spec"
)

// mangle replaces, drops or swaps some values of the story, drawn by the seed.
// The change is so small that it often undoes itself.
func mangle(seed uint64, changes int) *spec.Transcript {
	var tree any
	if err := json.Unmarshal([]byte(story), &tree); err != nil {
		panic(err)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	for range changes {
		tree = change(rng, tree)
	}
	text, err := json.Marshal(tree)
	if err != nil {
		panic(err)
	}
	var t spec.Transcript
	if json.Unmarshal(text, &t) != nil {
		return mangle(seed+1000, changes)
	}
	return &t
}

func change(rng *rand.Rand, v any) any {
	switch v := v.(type) {
	case []any:
		return changeList(rng, v)
	case map[string]any:
		key := sortedKeys(v)[rng.IntN(len(v))]
		v[key] = change(rng, v[key])
		return v
	case string:
		return []string{"", "done", "s1", "c1"}[rng.IntN(4)]
	}
	return v
}

func changeList(rng *rand.Rand, v []any) any {
	if len(v) == 0 {
		return v
	}
	i := rng.IntN(len(v))
	switch rng.IntN(5) {
	case 0:
		return append(v[:i], v[i+1:]...)
	case 1:
		return append(v, v[i])
	case 2:
		v[i], v[0] = v[0], v[i]
		return v
	}
	v[i] = change(rng, v[i])
	return v
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	for i := range keys {
		for j := i; j > 0 && keys[j] < keys[j-1]; j-- {
			keys[j], keys[j-1] = keys[j-1], keys[j]
		}
	}
	return keys
}

var _ = Describe("Comparison, whatever the transcripts", func() {
	properties := func(runs int) *gopter.Properties {
		parameters := gopter.DefaultTestParametersWithSeed(1)
		parameters.MinSuccessfulTests, parameters.Workers = runs, 1
		return gopter.NewProperties(parameters)
	}
	check := func(name string, property gopter.Prop) {
		GinkgoHelper()
		all := properties(300)
		all.Property(name, property)
		reporter := gopter.NewFormatedReporter(false, 100, GinkgoWriter)
		Expect(all.Run(reporter)).To(BeTrue(), name)
	}
	seeds, changes := gen.UInt64Range(0, 1<<40), gen.IntRange(0, 6)
	sets := gen.UInt16Range(0, uint16(spec.AllParts())).Map(func(s uint16) spec.Compare {
		return spec.Compare{Observes: spec.Parts(s)}
	})

	It("finds nothing between a transcript and itself", func() {
		check("reflexive", prop.ForAll(func(c spec.Compare, seed uint64, n int) bool {
			t := mangle(seed, n)
			return len(c.Transcripts(t, t)) == 0
		}, sets, seeds, changes))
	})

	It("finds something one way if and only if it does the other way, ids being there", func() {
		check("symmetric", prop.ForAll(func(c spec.Compare, seed uint64, n int) string {
			a, b := withIDs(mangle(seed, n)), withIDs(mangle(seed+1, n))
			there, back := c.Transcripts(a, b), c.Transcripts(b, a)
			if c.Differ(a, b) != (len(there) > 0) {
				return fmt.Sprint("Differ disagrees with ", there)
			}
			if (len(there) == 0) != (len(back) == 0) {
				return fmt.Sprint(there, " but back ", back)
			}
			return ""
		}, sets, seeds, changes))
	})

	It("finds with fewer parts only what it finds with all, of the parts observed", func() {
		check("restricted", prop.ForAll(func(c spec.Compare, seed uint64, n int) string {
			for _, d := range c.Transcripts(mangle(seed, n), mangle(seed+1, n)) {
				if !c.Observes.Has(d.Part) {
					return d.String()
				}
			}
			return ""
		}, sets, seeds, changes))
	})

	It("gives no place twice", func() {
		check("distinct", prop.ForAll(func(seed uint64, n int) string {
			seen := map[string]int{}
			a, b := mangle(seed, n), mangle(seed+1, n)
			for _, d := range (spec.Compare{Observes: spec.AllParts() &^ spec.PartsOf(spec.ObserveActive, spec.ObserveAgents, spec.ObserveAnomalies)}).Transcripts(a, b) {
				place := string(d.Kind) + d.Path
				if seen[place]++; seen[place] > 1 && !repeats(a) && !repeats(b) {
					return d.String()
				}
			}
			return ""
		}, seeds, changes))
	})
})

// withIDs gives an id to every item without one, because an empty id is a
// wildcard on the wanted side only.
func withIDs(t *spec.Transcript) *spec.Transcript {
	for i := range t.Sessions {
		s := &t.Sessions[i]
		for j := range s.Messages {
			fill(&s.Messages[j].ID)
			fillCalls(s.Messages[j].Calls)
		}
		fillCalls(s.Held)
		fillCalls(s.Abandoned)
		for j := range s.Orphans {
			fill(&s.Orphans[j].ID)
		}
	}
	for i := range t.Active {
		fill(&t.Active[i].Call)
	}
	for i := range t.Agents {
		fill(&t.Agents[i].Call)
		for j := range t.Agents[i].Log {
			fill(&t.Agents[i].Log[j].ID)
		}
	}
	return t
}

func fillCalls(calls []spec.Call) {
	for i := range calls {
		fill(&calls[i].ID)
	}
}

func fill(id *string) {
	if *id == "" {
		*id = "filled"
	}
}

// repeats reports whether a session is listed twice, so that its paths occur
// twice.
func repeats(t *spec.Transcript) bool {
	seen := map[string]bool{}
	for i := range t.Sessions {
		if seen[t.Sessions[i].ID] {
			return true
		}
		seen[t.Sessions[i].ID] = true
	}
	return false
}
