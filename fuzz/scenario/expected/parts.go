package expected

import (
	"sort"
	"strings"

	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// piece is a stretch of text, or a call, with where it stands in its message.
type piece struct {
	at   int
	slot string
	part spec.Part
	call *spec.Call
}

// addTo appends the piece to a message: text joins text of its form right before
// it or, where a message has one of each form, anywhere.
func (p *piece) addTo(m *spec.Message, one bool) {
	if p.call != nil {
		n := len(m.Calls)
		m.Calls = append(m.Calls, *p.call)
		m.Parts = append(m.Parts, spec.Part{Kind: spec.CallPart, Call: &n})
		return
	}
	if last := len(m.Parts) - 1; last >= 0 && p.slot == "" && m.Parts[last].Kind == p.part.Kind {
		m.Parts[last].Text += p.part.Text
		return
	}
	for i := range m.Parts {
		if one && m.Parts[i].Kind == p.part.Kind {
			m.Parts[i].Text += p.part.Text
			return
		}
	}
	m.Parts = append(m.Parts, p.part)
}

// pieces are what a message with an id holds, in the order in which it began.
func (v *view) pieces(m int) []piece {
	msg := &v.sc.Messages[m]
	var all []piece
	for j := msg.Items.From; j < msg.Items.To; j++ {
		it := &v.sc.Items[j]
		switch {
		case it.Call != scenario.None:
			if at := v.announced(it.Call); at != never {
				all = append(all, piece{at: at, call: v.namedCall(it.Call)})
			}
		case msg.Slotted:
			all = v.slotted(all, j)
		default:
			all = v.unslotted(all, j)
		}
	}
	if at := v.ofMessage(script.TextOrphaned, m); at != never {
		all = append(all, piece{at: at, part: spec.Part{Kind: spec.TextPart, Text: scenario.LateWords}})
	}
	sort.SliceStable(all, func(i, j int) bool {
		if v.f.OneText && (all[i].call == nil) != (all[j].call == nil) {
			return all[i].call == nil
		}
		return all[i].at < all[j].at
	})
	return all
}

// slotted appends a text that has a slot: one part, however many pieces.
func (v *view) slotted(all []piece, j int) []piece {
	at, text := v.textOf(j)
	if at == never {
		return all
	}
	it := &v.sc.Items[j]
	return append(all, piece{at: at, slot: it.Slot, part: spec.Part{Kind: it.Kind, Text: text, Metadata: v.itemMeta(j)}})
}

// textOf is when a text began, and what was said of it.
func (v *view) textOf(j int) (int, string) {
	at := v.first(func(s *script.Emitted) bool { return v.emits(s, j) })
	if at == never {
		return never, ""
	}
	if v.first(func(s *script.Emitted) bool {
		return v.emits(s, j) && s.Kind != script.TextPiece && s.Kind != script.TextBegins
	}) != never {
		return at, v.sc.Items[j].Text
	}
	var text strings.Builder
	for i := range v.emitted {
		if s := &v.emitted[i]; s.Kind == script.TextPiece && int(s.Item) == j {
			text.WriteString(v.piece(s))
		}
	}
	return at, text.String()
}

// emits reports whether a step says something of a text.
func (v *view) emits(s *script.Emitted, j int) bool {
	switch s.Kind {
	case script.TextPiece:
		return int(s.Item) == j && v.piece(s) != ""
	case script.TextBegins:
		return int(s.Item) == j && v.itemMeta(j) != nil
	case script.ItemWhole:
		return int(s.Item) == j
	case script.MessageWhole:
		return int(s.Message) == v.sc.Items[j].Message && v.sc.Items[j].Holds(v.sc.On())
	}
	return false
}

// unslotted appends the pieces of a text without a slot, each where it stands;
// a text emitted whole as one.
func (v *view) unslotted(all []piece, j int) []piece {
	it := &v.sc.Items[j]
	if v.sc.Messages[it.Message].Mode == scenario.Whole {
		return v.slotted(all, j)
	}
	for i := range v.emitted {
		s := &v.emitted[i]
		if s.Kind == script.TextPiece && int(s.Item) == j && v.piece(s) != "" {
			all = append(all, piece{at: i + 1, part: spec.Part{Kind: it.Kind, Text: v.piece(s)}})
		}
	}
	return all
}
