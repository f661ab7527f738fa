package adapted

import "github.com/quock-dev/quock/spec"

// Interleave is interleave.
func Interleave(lists [][]spec.Message, like []spec.Message) []spec.Message {
	return interleave(lists, like)
}
