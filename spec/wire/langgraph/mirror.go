package langgraph

import (
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
