package check

import "github.com/quock-dev/quock/spec"

// Unended reports whether nothing but messages is open at the end of a stream whose
// format asks for no end, of a message or of a run: then whether it is whole cannot
// be known. Where any message says why it stopped, its model says so of all, and
// one that does not was cut off.
func Unended(f *spec.Features, t *spec.Transcript) bool {
	if f.Terminal || f.Duty("produce/closed", spec.OfMessage).Force != spec.NotSaid {
		return false
	}
	for i := range t.Sessions {
		s := &t.Sessions[i]
		if len(openCalls(s)) > 0 {
			return false
		}
		for j := range s.Messages {
			if s.Messages[j].StopReason != nil {
				return false
			}
		}
	}
	return true
}
