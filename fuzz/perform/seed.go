package perform

// CaseSeed is the seed of the case of a number, under a base seed. Neighbouring
// numbers give unrelated seeds, so that cases can be made in any order.
func CaseSeed(base, number uint64) uint64 {
	return mix(mix(base+0x9E3779B97F4A7C15) ^ (number + 1))
}

// mix is the finaliser of splitmix64.
func mix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
