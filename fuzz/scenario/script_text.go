package scenario

func (b *Script) streamedText(i, j int, cur int32) int32 {
	it := &b.sc.Items[j]
	msg := &b.sc.Messages[i]
	if b.sc.Framed(i) {
		cur = b.one(TextBegins, Cond{}, cur)
	}
	last := msg.Fault.Kind == OpenTogether && j == msg.Items.To-1
	for p := range it.Cuts.Len() {
		c := b.pieceCond(it, it.Fault, p)
		if last && p == it.Cuts.Len()-1 {
			c.Not |= msg.Fault.By
		}
		var s *Step
		s, cur = b.fragment(i, TextPiece, c, cur)
		s.Piece = int32(p)
		if p == 0 && it.Fault.Kind == ManyPieces {
			b.say(TextPiece, Cond{Not: it.Fault.By})
		}
	}
	switch {
	case msg.Mode == Both:
		cur = b.one(ItemWhole, Cond{}, cur)
	case b.sc.Framed(i):
		cur = b.one(TextEnds, Cond{}, cur)
	}
	return cur
}

// pieceCond is when a piece is said: an empty one only by its fault.
func (b *Script) pieceCond(it *Item, f NodeFault, p int) Cond {
	switch {
	case f.Kind == EmptyPieces && b.sc.pieceFrom(it, p) == b.sc.pieceTo(it, p):
		return Cond{Need: f.By}
	case f.Kind == ManyPieces:
		return Cond{Need: f.By}
	}
	return Cond{}
}
