package script

import (
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
)

func (b *Script) streamedText(i, j int, cur int32) int32 {
	it := &b.sc.Items[j]
	msg := &b.sc.Messages[i]
	if b.sc.Framed(i) {
		cur = b.one(TextBegins, scenario.Cond{}, cur)
		cur = b.frames(b.sc.Features.Frames.Begin, scenario.Cond{}, cur)
	}
	last := msg.Fault.Kind == fault.OpenTogether && j == msg.Items.To-1
	for p := range it.Cuts.Len() {
		c := b.pieceCond(it, it.Fault, p)
		if last && p == it.Cuts.Len()-1 {
			c.Not |= msg.Fault.By
		}
		var s *Step
		s, cur = b.fragment(i, TextPiece, c, cur)
		s.Piece = int32(p)
		if p == 0 && it.Fault.Kind == fault.ManyPieces {
			b.add(TextPiece, scenario.Cond{Not: it.Fault.By})
		}
	}
	switch {
	case msg.Mode == scenario.Both:
		cur = b.one(ItemWhole, scenario.Cond{}, cur)
	case b.sc.Framed(i):
		cur = b.frames(1+b.sc.Features.Frames.End, scenario.Cond{}, cur)
	}
	return cur
}

// frames writes records that say nothing but how far an item, or its message, is.
func (b *Script) frames(n int, c scenario.Cond, cur int32) int32 {
	for range n {
		cur = b.one(TextEnds, c, cur)
	}
	return cur
}

// pieceCond is when a piece is emitted: an empty one only by its fault.
func (b *Script) pieceCond(it *scenario.Item, f scenario.NodeFault, p int) scenario.Cond {
	switch from, to := b.sc.PieceBounds(it, p); {
	case f.Kind == fault.EmptyPieces && from == to:
		return scenario.Cond{Need: f.By}
	case f.Kind == fault.ManyPieces:
		return scenario.Cond{Need: f.By}
	}
	return scenario.Cond{}
}
