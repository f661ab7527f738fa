package check

import "github.com/quock-dev/quock/spec"

// A Surface is where a transcript was observed.
type Surface uint8

// Live is a candidate's answer while it reads and at the end of input. All
// others are surfaces of stores: what was loaded after the memory was dropped,
// at a few records or at every record; what another process loaded after the
// run, and what it loaded the next time; and what a process loaded after
// another was killed during the run.
const (
	Live Surface = iota
	Reloaded
	Polled
	Loaded
	LoadedAgain
	Killed
)

var surfaceNames = []string{"live", "reloaded", "reloaded often", "loaded", "loaded again", "loaded after a kill"}

// String returns the surface's name in reports.
func (s Surface) String() string { return surfaceNames[s] }

// Kept reports whether the transcript came out of a store. Want and Got are
// then the results of spec.Stored, and Observes are spec.StoredParts.
func (s Surface) Kept() bool { return s != Live }

// LooksAt reports whether the check applies to what was observed there.
func (c Check) LooksAt(s Surface) bool {
	switch again := c.Rule == "persist/idempotent-export"; {
	case again || s == LoadedAgain:
		return again && s == LoadedAgain
	case c.OfStores():
		return s.Kept()
	}
	return true
}

// OfStores reports whether the check judges only what came out of a store.
func (c Check) OfStores() bool {
	switch c.Rule {
	case "persist/log-append-only", "persist/fresh-run":
		return false
	}
	r, ok := spec.RuleByID(c.Rule)
	return ok && r.Family == "persist"
}
