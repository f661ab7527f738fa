package adapted

import "github.com/quock-dev/quock/spec"

// Interleave is interleave.
func Interleave(lists [][]spec.Message, like []spec.Message) []spec.Message {
	return interleave(lists, like, nil)
}

// Ordered is interleave with the order across lists. The second list is that of
// a session that call opened.
func Ordered(lists [][]spec.Message, like []spec.Message, call string) []spec.Message {
	return interleave(lists, like, []opener{{list: -1}, {0, call}})
}
