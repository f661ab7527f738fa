package shelf

import "github.com/quock-dev/quock/spec"

// Saying is what an event says.
func Saying(e *spec.Event) string { return saying(e, "") }
