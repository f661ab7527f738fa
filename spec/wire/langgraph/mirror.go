package langgraph

import (
	"crypto/sha1"
	"encoding/hex"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// saysAll reports the first thing of want that the record, which gave got, does
// not say, by kind and field. It is more tolerant than wire.ReadBack: a record
// may open a session that the stream opens in silence; an empty fragment is
// nothing; what is restated may have been restated before; arguments beside
// their announcement bear its id; a result that only state tells is restated.
func saysAll(want, got []spec.Event) error {
	for i := range want {
		w := &want[i]
		if w.Kind != spec.SessionOpen {
			got = past(got)
		}
		if len(got) > 0 && got[0].Kind == w.Kind {
			if err := says(*w, got[0]); err != nil {
				return err
			}
			got = got[1:]
			continue
		}
		if !isNothing(w) && !w.Restated {
			return wire.ReadBack(want[i:i+1], got)
		}
	}
	return wire.ReadBack(nil, past(got))
}

func says(want, got spec.Event) error {
	switch {
	case want.Kind == spec.CallArgs && want.Call == "":
		got.Call = ""
	case want.Kind == spec.CallDone && !want.Restated:
		got.Restated = false
	}
	return wire.ReadBack([]spec.Event{want}, []spec.Event{got})
}

// past is what follows the openings of sessions.
func past(got []spec.Event) []spec.Event {
	for len(got) > 0 && got[0].Kind == spec.SessionOpen {
		got = got[1:]
	}
	return got
}

func isNothing(e *spec.Event) bool {
	return e.Text == "" && (e.Kind == spec.Text && e.Slot == "" || e.Kind == spec.CallArgs)
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
