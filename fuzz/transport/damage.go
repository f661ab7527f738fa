package transport

import (
	"encoding/json"
	"strings"
)

// damage writes the faults of the plan that stand before a record.
func (w *writer) damage(r int) {
	for _, d := range w.plan.Damage {
		if d.Record != r {
			continue
		}
		if k, known := d.Kind.of(); known && k.text != nil {
			for _, line := range w.text.badLines(k.text(d.Size)) {
				w.line([]byte(line))
			}
			if !k.optional {
				w.bad = append(w.bad, len(w.out))
			}
		}
		switch d.Kind {
		case Half:
			w.half(r, d.At)
		case Replay:
			w.replay(r, d.At)
		}
	}
}

// half writes the beginning of a record's payload as if it were a whole record.
// It skips payloads whose beginning may be valid too.
func (w *writer) half(r, at int) {
	if r >= len(w.text.Records) {
		return
	}
	lines := w.text.lines(w.plan, r)
	i, from, ok := w.text.whole(lines)
	if !ok {
		return
	}
	payload := lines[i][from:]
	if len(payload) < 2 || !strings.ContainsRune(`{["`, rune(payload[0])) || !json.Valid(payload) {
		return
	}
	w.line(lines[i][:from+min(max(at, 1), len(payload)-1)])
	if w.text.Framing == SSE {
		w.line(nil)
	}
	w.bad = append(w.bad, len(w.out))
}

// replay writes the n records before record r again.
func (w *writer) replay(r, n int) {
	for again := max(0, r-max(n, 0)); again < r; again++ {
		for _, line := range w.text.formed(w.plan, again) {
			w.line(w.tight(line))
		}
	}
}

// breakOff ends the input within a record, where the plan says so.
func (w *writer) breakOff() {
	for _, d := range w.plan.Damage {
		if d.Kind == End && d.Record < len(w.from) {
			at := min(w.own[d.Record]+max(d.At, 0), w.to[d.Record])
			w.out = w.out[:min(at, len(w.out))]
		}
	}
}
