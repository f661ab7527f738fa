package damage_test

import (
	"math/rand/v2"
	"testing"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/damage"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model"
)

// FuzzDamage: any bytes are a case and damage to it. The model lives through it,
// what it makes of it has no defects, and no session that is not touched reads
// otherwise.
func FuzzDamage(f *testing.F) {
	rng := rand.New(rand.NewPCG(3, 4))
	for n := range byte(24) {
		var layers [5][]byte
		for i := range layers {
			layers[i] = make([]byte, 20+20*i)
			for j := range layers[i] {
				layers[i][j] = byte(rng.Uint32())
			}
		}
		f.Add(n, layers[0], layers[1], layers[2], layers[3], layers[4])
	}
	f.Fuzz(func(t *testing.T, b byte, tree, faults, cuts, order, edits []byte) {
		if len(tree)+len(faults)+len(cuts)+len(order)+len(edits) > 2000 {
			return
		}
		v := &shapes[int(b)%len(shapes)]
		c := perform.Decode(v.Features, perform.Hostile, &choice.Choices{
			choice.Tree: tree, choice.Faults: faults, choice.Cuts: cuts, choice.Order: order, choice.Damage: edits,
		})
		p := readings[int(b)%len(readings)]
		if wrong := defective(c.Stream, p); wrong != "" {
			t.Fatalf("%s\n%s", wrong, c.Story())
		}
		rendered, broken := c.Undamaged(), c.Stream
		named := damage.Apply(rendered, c.Edits.Harmless())
		if wrong, _ := affected(&named, &broken, p); wrong != "" {
			t.Fatalf("%s\n%s", wrong, c.Story())
		}
		got := model.Run(named, p)
		back, old := c.Edits.Restore(&got), model.Run(rendered, p)
		if d := everything.Transcripts(&old, &back); len(d) > 0 {
			t.Fatalf("other names change more than names: %s\n%s", d[0], c.Story())
		}
	})
}
