package anonym

// replaceable finds out which of some things can be replaced at once: all but
// those without which good, which is asked of what is replaced, does not hold.
// Nothing replaced must be good. Where one of two would do, the later one stays.
func replaceable[T comparable](things []T, good func(replaced map[T]bool) bool) map[T]bool {
	s := search[T]{map[T]bool{}, good}
	s.try(things)
	return s.replaced
}

type search[T comparable] struct {
	replaced map[T]bool
	good     func(map[T]bool) bool
}

// try replaces all of a group, or as much of either half as can be.
func (s *search[T]) try(group []T) {
	if len(group) == 0 {
		return
	}
	for _, t := range group {
		s.replaced[t] = true
	}
	if s.good(s.replaced) {
		return
	}
	for _, t := range group {
		delete(s.replaced, t)
	}
	if n := len(group); n > 1 {
		s.try(group[:n/2])
		s.try(group[n/2:])
	}
}
