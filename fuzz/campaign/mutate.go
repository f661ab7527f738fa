package campaign

import (
	"math/rand/v2"
	"slices"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/perform"
)

// A parent is a case to be changed: its choices and their spans.
type parent struct {
	choices choice.Choices
	spans   [choice.Layers][]choice.Span
}

// parentOf copies the needed parts of a case.
func parentOf(c *perform.Case) parent {
	var p parent
	p.choices, _ = c.Choices()
	for l := range choice.Layer(choice.Layers) {
		p.spans[l] = slices.Clone(c.Spans(l))
	}
	return p
}

// change changes a parent's choices. other is a second parent, for the strategies
// that need one. A layer may end up short; its reader extends it.
func change(a Strategy, p, other *parent, rng *rand.Rand) choice.Choices {
	switch a {
	case Drop:
		return dropped(p, rng)
	case Repeat:
		return repeated(p, rng)
	case Splice:
		return spliced(p, other, rng)
	case Grow:
		return grown(p, rng)
	case Cross:
		return crossed(p, other, rng)
	}
	return flipped(p, rng)
}

// part draws a layer that has spans, and one of its spans. ok is false if no
// layer has any.
func (p *parent) part(rng *rand.Rand) (choice.Layer, int, bool) {
	n := 0
	for l := range p.spans {
		n += len(p.spans[l])
	}
	if n == 0 {
		return 0, 0, false
	}
	at := rng.IntN(n)
	for l := range p.spans {
		if at < len(p.spans[l]) {
			return choice.Layer(l), at, true
		}
		at -= len(p.spans[l])
	}
	return 0, 0, false
}

// dropped removes one part and the parts that depend on it.
func dropped(p *parent, rng *rand.Rand) choice.Choices {
	c := p.choices.Clone()
	l, at, ok := p.part(rng)
	if !ok {
		return c
	}
	gone := hanging(p.spans[l], at)
	var kept []byte
	for i, b := range c[l] {
		if !slices.ContainsFunc(gone, func(s choice.Span) bool { return s.From <= i && i < s.To }) {
			kept = append(kept, b)
		}
	}
	c[l] = kept
	return c
}

// hanging returns a span and all spans that depend on it.
func hanging(spans []choice.Span, at int) []choice.Span {
	gone := map[int]bool{at: true}
	all := []choice.Span{spans[at]}
	for i := at + 1; i < len(spans); i++ {
		inside := slices.ContainsFunc(all, func(s choice.Span) bool { return s.From <= spans[i].From && spans[i].To <= s.To })
		if inside || spans[i].Of != choice.None && gone[spans[i].Of] {
			gone[i] = true
			all = append(all, spans[i])
		}
	}
	return all
}

// repeated duplicates one part.
func repeated(p *parent, rng *rand.Rand) choice.Choices {
	c := p.choices.Clone()
	if l, at, ok := p.part(rng); ok {
		s := p.spans[l][at]
		c[l] = slices.Insert(c[l], s.To, p.choices[l][s.From:s.To]...)
	}
	return c
}

// spliced replaces a part by a part of another case, of the same kind.
func spliced(p, other *parent, rng *rand.Rand) choice.Choices {
	c := p.choices.Clone()
	l, at, ok := p.part(rng)
	if !ok {
		return c
	}
	mine := p.spans[l][at]
	var fit []choice.Span
	for _, s := range other.spans[l] {
		if s.Kind == mine.Kind {
			fit = append(fit, s)
		}
	}
	if len(fit) > 0 {
		theirs := fit[rng.IntN(len(fit))]
		c[l] = slices.Replace(c[l], mine.From, mine.To, other.choices[l][theirs.From:theirs.To]...)
	}
	return c
}

// flipped changes up to four bytes: to a random value, to a neighbour, or to an
// extreme.
func flipped(p *parent, rng *rand.Rand) choice.Choices {
	c := p.choices.Clone()
	for range 1 + rng.IntN(4) {
		n := c.Len()
		if n == 0 {
			return c
		}
		at := rng.IntN(n)
		for l := range c {
			if at < len(c[l]) {
				c[l][at] = another(c[l][at], rng)
				break
			}
			at -= len(c[l])
		}
	}
	return c
}

func another(b byte, rng *rand.Rand) byte {
	switch rng.IntN(5) {
	case 0:
		return b + 1
	case 1:
		return b - 1
	case 2:
		return 0
	case 3:
		return 255
	}
	return byte(rng.Uint32())
}

// grown keeps the beginning of a layer. The rest is drawn.
func grown(p *parent, rng *rand.Rand) choice.Choices {
	c := p.choices.Clone()
	if l, at, ok := p.part(rng); ok {
		c[l] = c[l][:p.spans[l][at].From]
	}
	return c
}

// crossed takes some layers from another case: at least one, never all.
func crossed(p, other *parent, rng *rand.Rand) choice.Choices {
	c := p.choices.Clone()
	taken := 1 + rng.IntN(1<<choice.Layers-2)
	for l := range c {
		if taken>>l&1 != 0 {
			c[l] = slices.Clone(other.choices[l])
		}
	}
	return c
}
