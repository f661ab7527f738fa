package check

import "github.com/quock-dev/quock/spec"

// A Surface is where a transcript was seen.
type Surface uint8

// Live is what a candidate says while it reads and at the end of input. All
// others are of stores: what was loaded after the memory was dropped, at a few
// records or at every record; what another process loaded when the run was over,
// and what it loaded the next time; and what a process loaded after another was
// killed in the middle of the run.
const (
	Live Surface = iota
	Reloaded
	Polled
	Loaded
	LoadedAgain
	Killed
)

var surfaceNames = []string{"live", "reloaded", "reloaded often", "loaded", "loaded again", "loaded after a kill"}

// String is the surface's name in reports.
func (s Surface) String() string { return surfaceNames[s] }

// Kept reports whether the transcript came out of a store. Want and Got are then
// what spec.Stored makes of the two, and Observes are spec.StoredParts.
func (s Surface) Kept() bool { return s != Live }

// LooksAt reports whether the check has anything to say about what was seen
// there.
func (c Check) LooksAt(s Surface) bool {
	switch again := c.Rule == "persist/idempotent-export"; {
	case again || s == LoadedAgain:
		return again && s == LoadedAgain
	case c.OfStores():
		return s.Kept()
	}
	return true
}

// OfStores reports whether the check judges what came out of a store, and
// nothing else.
func (c Check) OfStores() bool {
	switch c.Rule {
	case "persist/log-append-only", "persist/fresh-run":
		return false
	}
	r, ok := spec.RuleByID(c.Rule)
	return ok && r.Family == "persist"
}
