package shrink

// unstick leaves a local minimum, from which no single event can go and nothing
// gets plainer: two events go at once, a single event of the original is tried
// alone, sessions, turns and messages are made one, and one cheap event takes the
// place of several. It reports whether one of these gave something smaller.
func (r *reducer) unstick() bool {
	var tries []func(d *draft) bool
	for _, u := range r.pairs() {
		tries = append(tries, func(d *draft) bool { return r.without([]unit{u}, d) })
	}
	for _, s := range r.seeds() {
		tries = append(tries, func(d *draft) bool { return r.alone(&s, d) })
	}
	for _, m := range r.mergings() {
		tries = append(tries, func(d *draft) bool { return r.merged(&m, d) && r.smaller(d) })
	}
	for _, e := range r.closing() {
		tries = append(tries, func(d *draft) bool { return r.slotted(&e, d) && r.smaller(d) })
	}
	for _, s := range r.substitutions() {
		tries = append(tries, func(d *draft) bool { return r.substituted(&s, d) })
	}
	return r.first(len(tries), func(i int, d *draft) bool { return tries[i](d) }) >= 0
}
