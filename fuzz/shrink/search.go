package shrink

// A search looks for the changes of a list that can be made, many at once first.
type search[T any] struct {
	r     *reducer
	units []T
	// apply fills in the present draft with some changes made; false if they
	// change nothing.
	apply func(units []T, d *draft) bool
	// left, if not nil, are the units that still mean something after others
	// were made, and how many of the first at are.
	left func(units []T, at int) ([]T, int)
}

// halves makes changes, n at once at first, then ever fewer, down to two.
func (s *search[T]) halves(n int) {
	for ; n > 1 && !s.r.stopped; n = (n + 1) / 2 {
		for at := 0; at < len(s.units); {
			chunks := (len(s.units) - at + n - 1) / n
			found := s.r.first(chunks, func(i int, d *draft) bool {
				from := at + i*n
				return s.apply(s.units[from:min(from+n, len(s.units))], d)
			})
			if found < 0 {
				break
			}
			at = s.made(at+found*n, n)
		}
		n = min(n, len(s.units))
	}
}

// sweep makes single changes until none of those left can be made.
func (s *search[T]) sweep() {
	for at := 0; len(s.units) > 0 && !s.r.stopped; {
		found := s.r.first(len(s.units), func(i int, d *draft) bool {
			i = (at + i) % len(s.units)
			return s.apply(s.units[i:i+1], d)
		})
		if found < 0 {
			return
		}
		at = s.made((at+found)%len(s.units), 1)
	}
}

// made takes out the n units from at on, and what means nothing any more. It
// returns where the search goes on.
func (s *search[T]) made(at, n int) int {
	s.units = append(s.units[:at:at], s.units[min(at+n, len(s.units)):]...)
	if s.left != nil {
		s.units, at = s.left(s.units, at)
	}
	return at
}
