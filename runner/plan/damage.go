package plan

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/quock-dev/quock/fuzz/damage"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
)

// encoded is a performed case as records. Those of a damaged one are told each in
// its context and only then lost, repeated and moved: what a record means may
// depend on those before it, and its bytes do not.
func encoded(codec wire.Codec, variant string, p *perform.Case) ([][]byte, error) {
	if len(p.Edits) == 0 {
		return wire.EncodeStream(codec, variant, p.Stream)
	}
	rendered := damage.Render(p.Undamaged(), p.Edits)
	all, err := wire.EncodeStream(codec, variant, rendered.Stream)
	if err != nil {
		return nil, err
	}
	order := rendered.Order[:min(len(rendered.Order), p.Records())] // it may have been cut
	records := make([][]byte, len(order))
	weight := 0
	for i, n := range order {
		records[i] = all[n-1]
		weight += len(records[i])
	}
	if most := probe.DefaultLimits().Line / 2; weight > most { // the other half is for escapes
		return nil, fmt.Errorf("%d bytes of records, and a request may hold %d", weight, most)
	}
	return records, nil
}

// Encodable is the case without the edits that the codec cannot write, or that make it
// longer than a request: each is kept that can be written together with those kept
// before it.
func Encodable(codec wire.Codec, variant string, p *perform.Case) *perform.Case {
	if len(p.Edits) == 0 {
		return p
	}
	if _, err := encoded(codec, variant, p); err == nil {
		return p
	}
	all := editIDs(p.Edits)
	var away []int
	for i, id := range all {
		if _, err := encoded(codec, variant, p.Without(append(slices.Clone(away), all[i+1:]...)...)); err != nil {
			away = append(away, id)
		}
	}
	return p.Without(away...)
}

func editIDs(edits damage.Edits) []int {
	ids := make([]int, len(edits))
	for i := range edits {
		ids[i] = edits[i].ID
	}
	return ids
}

// OnlyRenamed is the case with no damage but other names: what an adapter is asked
// for, whose output has to obey its dialect whatever its input does.
func OnlyRenamed(p *perform.Case) *perform.Case {
	harmless := editIDs(p.Edits.Harmless())
	away := slices.DeleteFunc(editIDs(p.Edits), func(id int) bool { return slices.Contains(harmless, id) })
	if len(away) == 0 {
		return p
	}
	return p.Without(away...)
}

// hostile returns a generated case in the form that this plan's candidates can get.
func (p *Plan) hostile(f Dialect, drawn *perform.Case) *perform.Case {
	if p.Adapts != nil {
		drawn = OnlyRenamed(drawn)
	}
	return Encodable(f.Codec, f.Variant, drawn)
}

// Damaged reports whether the stream of the case was changed after it was generated.
func (c *Case) Damaged() bool { return c.Performed != nil && len(c.Performed.Edits) > 0 }

// Intact is the number of records before the first that is not as in the stream
// that only what excuses nothing was done to; 0 where that cannot be told.
func (c *Case) Intact() int {
	codec, variant, err := Lookup(c.Dialect)
	if err != nil {
		return 0
	}
	whole, err := wire.EncodeStream(codec, variant, damage.Apply(c.Performed.Undamaged(), c.Performed.Edits.Binding()))
	if err != nil {
		return 0
	}
	n := 0
	for n < min(len(whole), len(c.Records)) && bytes.Equal(whole[n], c.Records[n]) {
		n++
	}
	return n
}

// Unaffected returns the sessions that no damage touches, as the candidate
// sees them: it compares the records with the damage and without. It is empty for a
// case that is not damaged.
func (c *Case) Unaffected() ([]string, error) {
	if !c.Damaged() {
		return nil, nil
	}
	codec, variant, err := Lookup(c.Dialect)
	if err != nil {
		return nil, err
	}
	whole, err := undamaged(codec, variant, c)
	if err != nil {
		return nil, err
	}
	return damage.Unaffected(whole, &c.Stream), nil
}

// undamaged is what the records say without damage, under the damaged stream's
// names.
func undamaged(codec wire.Codec, variant string, c *Case) (*spec.Stream, error) {
	named := damage.Apply(c.Performed.Undamaged(), c.Performed.Edits.Harmless())
	records, err := wire.EncodeStream(codec, variant, named)
	if err != nil {
		return nil, fmt.Errorf("encoding %s without its damage: %w", c.Name, err)
	}
	stream, _ := wire.DecodeRecords(codec, variant, records)
	stream.End, stream.Forms = named.End, named.Forms
	return &stream, nil
}
