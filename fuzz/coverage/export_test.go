package coverage

// Known is how many names Steps knows, MostNames how many it may.
func Known(t *Steps) int { return t.follow.Names() }

const MostNames = mostNames
