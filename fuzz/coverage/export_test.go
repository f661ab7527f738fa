package coverage

// Known is how many names a tracker knows, MostNames how many it may.
func Known(t *Tracker) int { return t.follow.Names() }

const MostNames = mostNames
