package runner

import "github.com/quock-dev/quock/spec"

// Shelf lets the tests ask what leaves a replay file.
type Shelf = shelf

// Wants and Put are the shelf's own.
func (s shelf) Wants(f []spec.Finding, most int) bool { return s.wants(f, most) }
func (s shelf) Put(f []spec.Finding)                  { s.put(f) }
