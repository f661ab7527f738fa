package distill

// Choose and Combinations are what they are called inside.
var (
	Choose       = choose
	Combinations = combinations
)
