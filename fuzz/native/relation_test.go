package native_test

import (
	"testing"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/fuzz/relation/relationtest"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// relations are those that change streams.
var relations = relation.All()

// FuzzRelation: on the case of any bytes, changed by any relation that its
// dialect can say, the model keeps what the relation says.
func FuzzRelation(f *testing.F) {
	seed(func(b byte, c choice.Choices) {
		f.Add(b, byte(len(c[choice.Tree])), uint64(b), uint64(0), c[choice.Tree], c[choice.Faults], c[choice.Cuts], c[choice.Order], c[choice.Damage])
	})
	f.Fuzz(func(t *testing.T, b, number byte, change, rest uint64, tree, faults, cuts, order, damage []byte) {
		s, level := which(b)
		r := relations[int(number)%len(relations)]
		if tooLong(tree, faults, cuts, order, damage) || !r.Applies(&s.Features) {
			return
		}
		chosen := choice.Choices{choice.Tree: tree, choice.Faults: faults, choice.Cuts: cuts, choice.Order: order, choice.Damage: damage}
		c := made(s, level, &chosen, rest)
		differences, _ := r.Broken(c.Stream, change, spec.AllParts(), relationtest.Reader(model.Honest(), policies[int(b)%len(policies)]))
		if len(differences) > 0 {
			t.Fatalf("%s does not hold: %s\n%s", r.Name, differences[0], c.Story())
		}
	})
}
