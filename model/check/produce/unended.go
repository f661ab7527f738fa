package produce

import "github.com/quock-dev/quock/spec"

// Unended reports whether only messages are open at the end of a stream, in a
// format that demands no end of a message or run. Then nobody can know whether
// the stream is complete. If any message has a stop reason, the model gives one
// to each message, and a message without it was cut off.
func Unended(f *spec.Features, t *spec.Transcript) bool {
	if f.Terminal || f.Duty("produce/closed", spec.OfMessage).Force != spec.Silent {
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
