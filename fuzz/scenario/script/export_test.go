package script

// Waits returns the pairs of groups of which the first comes before the second.
func (b *Script) Waits() (pairs [][2]int32) {
	for first := range b.heads {
		for e := b.heads[first]; e != noGroup; e = b.edges[e].next {
			pairs = append(pairs, [2]int32{int32(first), b.edges[e].to})
		}
	}
	return pairs
}
