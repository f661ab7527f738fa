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

// Framed reports whether the texts of a message have a beginning of their own.
func (sc *Scenario) Framed(i int) bool {
	mode := sc.Messages[i].Mode
	return mode == Both || mode == Streamed && sc.Features.TextSlots
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

// pieceFrom and pieceTo bound a piece of an item's text or arguments.
func (sc *Scenario) pieceFrom(it *Item, p int) int {
	if p == 0 {
		return 0
	}
	return int(sc.Cuts[it.Cuts.From+p-1])
}

func (sc *Scenario) pieceTo(it *Item, p int) int { return int(sc.Cuts[it.Cuts.From+p]) }

// Sofar is the text of an item up to the end of a piece; all of it for None.
func (sc *Scenario) Sofar(item, p int) string {
	if p == None {
		return sc.Piece(item, p)
	}
	text := ""
	for i := range p + 1 {
		text += sc.Piece(item, i)
	}
	return text
}

// Piece is the text of a piece of an item; of all of it for None.
func (sc *Scenario) Piece(item, p int) string {
	it := &sc.Items[item]
	text := it.Text
	if it.Call != None {
		text = sc.asks(it.Call).Args
	}
	if p == None {
		return text
	}
	from, to := sc.pieceFrom(it, p), sc.pieceTo(it, p)
	if it.Call != None && sc.Happens(sc.Calls[it.Call].TwinBy) {
		own := len(sc.Calls[it.Call].Args)
		from, to = runeFloor(text, from*len(text)/own), runeFloor(text, to*len(text)/own)
	}
	return text[from:to]
}
