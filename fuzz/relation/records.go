package relation

import "github.com/quock-dev/quock/spec"

// A record is the events that share a record's number.
type record []spec.Event

// records groups a stream into its records. They share the stream's events.
func records(s spec.Stream) []record {
	var all []record
	for rest := s.Events; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Record == rest[0].Record {
			n++
		}
		all = append(all, record(rest[:n:n]))
		rest = rest[n:]
	}
	return all
}

// joined returns a stream of the records, numbered from 1. It does not change
// the records.
func joined(like spec.Stream, all []record) spec.Stream {
	n := 0
	for _, r := range all {
		n += len(r)
	}
	s := like
	s.Events = make([]spec.Event, 0, n)
	for i, r := range all {
		for _, e := range r {
			e.Record = i + 1
			s.Events = append(s.Events, e)
		}
	}
	return s
}

// repeated returns the event ids that occur in more than one record. Such
// records may be replays, which a reader skips by their ids.
func repeated(all []record) map[string]bool {
	first, again := map[string]int{}, map[string]bool{}
	for i, r := range all {
		for j := range r {
			id := r[j].ID
			if at, known := first[id]; id != "" && known && at != i {
				again[id] = true
			}
			first[id] = i
		}
	}
	return again
}

func anyDialect(*spec.Features) bool { return true }
