package shrink

// What a pass is likely to begin with, to be judged ahead while the one before it
// ends. That it is wrong at times costs a run that nobody waits for.

// allOptional leaves out all that most events can do without.
func (r *reducer) allOptional(d *draft) bool {
	return !r.options.Records && r.edited(r.each(optional), d)
}

// somePair leaves out the first pair.
func (r *reducer) somePair(d *draft) bool {
	pairs := r.pairs()
	return len(pairs) > 0 && r.without(pairs[:1], d)
}

// allNamed gives all names the least ones.
func (r *reducer) allNamed(d *draft) bool { return !r.options.Records && r.named(d, nil) }

// otherValues are further values of the fields that are free so far.
func (r *reducer) otherValues(free []Mark, nth int) []func(d *draft) bool {
	var guesses []func(d *draft) bool
	for _, m := range free {
		guesses = append(guesses, func(d *draft) bool { return r.varied(m, nth, d) })
	}
	return guesses
}
