package writing

import (
	"crypto/sha1"
	"encoding/hex"
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// Says reports the first thing of want that the record, which gave got, does
// not say, by kind and field. It is more tolerant than wire.ReadBack: a record
// may open a session that the stream opens in silence; what Unsaid reports need
// not be said; arguments beside their announcement bear its id; events of the
// kinds of stated are restated where only a state tells them.
func Says(want, got []spec.Event, stated ...spec.Kind) error {
	for i := range want {
		w := want[i]
		if w.Kind != spec.SessionOpen {
			got = Past(got)
		}
		if len(got) == 0 || got[0].Kind != w.Kind {
			if !Unsaid(&w) {
				return wire.ReadBack(want[i:i+1], got)
			}
			continue
		}
		g := got[0]
		switch {
		case w.Kind == spec.CallArgs && w.Call == "":
			g.Call = ""
		case slices.Contains(stated, w.Kind) && !w.Restated:
			g.Restated = false
		}
		if err := wire.ReadBack([]spec.Event{w}, []spec.Event{g}); err != nil {
			return err
		}
		got = got[1:]
	}
	return wire.ReadBack(nil, Past(got))
}

// Past is what follows the openings of sessions.
func Past(got []spec.Event) []spec.Event {
	for len(got) > 0 && got[0].Kind == spec.SessionOpen {
		got = got[1:]
	}
	return got
}

// Unsaid reports whether no record need say the event: an empty fragment is
// nothing, and what is restated may have been restated before.
func Unsaid(e *spec.Event) bool {
	return e.Restated || e.Text == "" && (e.Kind == spec.Text && e.Slot == "" || e.Kind == spec.CallArgs)
}

// derived is a uuid (version 5, as the engine's task ids are) made of words, so
// that the same stream is always the same bytes.
func derived(words ...string) string {
	h := sha1.New()
	for _, w := range words {
		h.Write([]byte(w))
		h.Write([]byte{0})
	}
	u := h.Sum(nil)[:16]
	u[6], u[8] = u[6]&0x0f|0x50, u[8]&0x3f|0x80
	s := hex.EncodeToString(u)
	return s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:]
}
