package runner

import "github.com/quock-dev/quock/spec"

// mark puts on the calls that were seen what the wire says of their arguments:
// that they are a value, or not complete yet. An answer does not say it, and what
// is compared hangs on it: two previews of one call need not be equal where the
// candidate lacks previews, nor two texts of one value.
func (s *Observed) mark() {
	want, got := callsByID(s.Want), callsByID(s.Got)
	for id, seen := range got {
		if meant := want[id]; len(meant) == len(seen) {
			for i := range seen {
				seen[i].ArgsValue, seen[i].ArgsOpen = meant[i].ArgsValue, meant[i].ArgsOpen
			}
		}
	}
}

// callsByID are the calls of a transcript by session and id, those of one id in
// their order.
func callsByID(t *spec.Transcript) map[[2]string][]*spec.Call {
	all := map[[2]string][]*spec.Call{}
	for i := range t.Sessions {
		s := &t.Sessions[i]
		add := func(calls []spec.Call) {
			for j := range calls {
				key := [2]string{s.ID, calls[j].ID}
				all[key] = append(all[key], &calls[j])
			}
		}
		for j := range s.Messages {
			add(s.Messages[j].Calls)
		}
		add(s.Held)
		add(s.Abandoned)
	}
	return all
}
