package model

import "github.com/quock-dev/quock/spec"

// Enough returns the features that suffice to read a stream: without those that count
// only where an event comes again in another record, or is retracted, if none is. Any
// model reads the stream as it does with all of f, whatever its decisions.
func Enough(f spec.Features, events []spec.Event) spec.Features {
	f.EventIDs = f.EventIDs && comesAgain(events)
	f.Retracts = f.Retracts && retracts(events)
	return f
}

func retracts(events []spec.Event) bool {
	for i := range events {
		if events[i].Kind == spec.Retract {
			return true
		}
	}
	return false
}

// comesAgain reports whether two records bring events of one id.
func comesAgain(events []spec.Event) bool {
	records := make(map[string]int, len(events))
	for i := range events {
		e := &events[i]
		if e.ID == "" {
			continue
		}
		if first, known := records[e.ID]; known && (first != e.Record || e.Record == 0) {
			return true
		}
		records[e.ID] = e.Record
	}
	return false
}
