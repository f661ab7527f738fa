package scenario

import (
	"unicode/utf8"

	"github.com/quock-dev/quock/spec"
)

// Framed reports whether the texts of a message have a beginning of their own.
func (sc *Scenario) Framed(i int) bool {
	mode := sc.Messages[i].Mode
	return mode == Both || mode == Streamed && sc.Features.TextSlots
}

// ReportsApart reports whether a record before a message's end says what the message
// used, and why it stopped.
func (sc *Scenario) ReportsApart() bool {
	return sc.Features.MessageUsage && !sc.Features.UsageFollows && (sc.Features.Turns == spec.TurnsOverlap || sc.Features.MessageTurns)
}

// PieceBounds bound a piece of an item's text or arguments, in bytes.
func (sc *Scenario) PieceBounds(it *Item, p int) (from, to int) {
	if p > 0 {
		from = int(sc.Cuts[it.Cuts.From+p-1])
	}
	return from, int(sc.Cuts[it.Cuts.From+p])
}

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
	from, to := sc.PieceBounds(it, p)
	if it.Call != None && sc.Happens(sc.Calls[it.Call].TwinBy) {
		own := len(sc.Calls[it.Call].Args)
		from, to = RuneFloor(text, from*len(text)/own), RuneFloor(text, to*len(text)/own)
	}
	return text[from:to]
}

// RuneFloor moves i back to the start of a character of s.
func RuneFloor(s string, i int) int {
	for i > 0 && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}
