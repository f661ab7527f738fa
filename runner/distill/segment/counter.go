package segment

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/follow"
)

// named is a turn or message of a session, or the session alone.
type named struct {
	session string
	message bool
	name    string
}

// number gives the turns and messages of a segment the numbers that the codec gives
// them, where it only counts them.
func number(numbers *follow.Numbering[named], events []spec.Event) {
	if numbers == nil {
		return
	}
	numbers.Reset()
	for i := range events {
		e := &events[i]
		key := func(message bool, name string) named {
			if name == "" {
				return named{}
			}
			return named{e.Session, message, name}
		}
		numbers.Event(e, named{session: e.Session}, key(false, e.Turn), key(true, e.Message), func(i int) named { return key(true, e.Messages[i].Message) })
	}
}
