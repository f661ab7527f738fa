package distill

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// frames makes one whole message of two pieces of it, where they are said in
// frames, as long as that is possible.
func (r *reduction) frames(s spec.Stream) []spec.Event {
	for again := true; again; {
		again = false
		for i := range s.Events {
			for j := i + 1; j < len(s.Events) && !again; j++ {
				if !joins(&s.Events[i], &s.Events[j]) {
					continue
				}
				joined := s
				joined.Events = numbered(s.Events, []int{j})
				one := &joined.Events[i]
				one.Messages = slices.Clone(one.Messages)
				one.Messages[0].Parts = slices.Concat(one.Messages[0].Parts, s.Events[j].Messages[0].Parts)
				if again = !r.over() && r.tried(joined); again {
					s = joined
				}
			}
			if again {
				break
			}
		}
	}
	return s.Events
}

// joins reports whether two events are frames of one message.
func joins(a, b *spec.Event) bool {
	return a.Kind == spec.MessageFull && b.Kind == spec.MessageFull && a.Session == b.Session && a.Complete == b.Complete && a.Restated == b.Restated &&
		len(a.Messages) == 1 && len(b.Messages) == 1 && a.Messages[0].Message == b.Messages[0].Message && a.Messages[0].Message != ""
}
