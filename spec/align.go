package spec

// entries say how the items of a list are compared.
type entries[T any] struct {
	// id is the item's own id, by which lists are aligned; nil if it has none.
	id func(*T) string
	// alike finds nothing between two items without ids that may stand for each
	// other, whatever else of them differs; nil where only equal ones do.
	alike func(d *differ, want, got *T)
	// each compares a wanted item with the one in its place.
	each func(d *differ, want, got *T)
	// whole says that an item is missing or extra; nil for just that.
	whole func(d *differ, kind DifferenceKind, item *T)
	// unseen reports whether a wanted item may be missing; nil for never.
	unseen func(d *differ, item *T) bool
}

// window is how far ahead an item is looked for, which bounds the time that
// two quite different lists take.
const window = 64

// sequence compares two lists in order. Its procedure, at each step: items
// that belong together (same, below) are compared, and where nothing is lost or
// added, which the lengths tell, those that are alike, too. Else the wanted one is
// missing if the other still comes up among the wanted and not the reverse; the
// other is extra in the opposite case. Else they stand for each other.
func sequence[T any](d *differ, name string, want, got []T, e entries[T]) {
	mark := d.at(name)
	defer d.back(mark)
	i, j := 0, 0
	for i < len(want) && j < len(got) {
		switch e.align(d, want[i:], got[j:]) {
		case Missing:
			e.wholeAt(d, i, Missing, &want[i])
			i++
		case Extra:
			e.wholeAt(d, j, Extra, &got[j])
			j++
		default:
			mark := d.index(i)
			e.each(d, &want[i], &got[j])
			d.back(mark)
			i, j = i+1, j+1
		}
	}
	for ; i < len(want); i++ {
		e.wholeAt(d, i, Missing, &want[i])
	}
	for ; j < len(got); j++ {
		e.wholeAt(d, j, Extra, &got[j])
	}
}

func (e entries[T]) wholeAt(d *differ, i int, kind DifferenceKind, item *T) {
	mark := d.index(i)
	e.all(d, kind, item)
	d.back(mark)
}

func (e entries[T]) all(d *differ, kind DifferenceKind, item *T) {
	if kind == Missing && e.unseen != nil && e.unseen(d, item) {
		return
	}
	if e.whole != nil {
		e.whole(d, kind, item)
		return
	}
	d.whole(kind, item)
}

// align says what the heads of two lists are to each other: one of them missing
// or extra, or Changed where they are to be compared.
func (e entries[T]) align(d *differ, want, got []T) DifferenceKind {
	if len(want) > len(got) && e.spare(d, want, got) {
		return Missing
	}
	if len(want) == 1 && len(got) == 1 || e.same(d, &want[0], &got[0]) || len(want) == len(got) && e.likely(d, &want[0], &got[0]) {
		return Changed
	}
	wantLater, gotLater := e.comes(d, &want[0], got[1:]), false
	for k := 1; k < len(want) && k < window && !gotLater; k++ {
		gotLater = e.same(d, &want[k], &got[0])
	}
	switch {
	case wantLater && !gotLater:
		return Extra
	case gotLater && !wantLater:
		return Missing
	}
	return Changed
}

// spare reports whether the wanted head, which may be missing, equals the other one, and
// so many later wanted ones equal it, too, and may not be missing, that they need all of
// got's.
func (e entries[T]) spare(d *differ, want, got []T) bool {
	if e.unseen == nil || e.id(&want[0]) != "" || !e.unseen(d, &want[0]) || !e.same(d, &want[0], &got[0]) {
		return false
	}
	needed := 0
	for k := 1; k < len(want) && k < window; k++ {
		if e.same(d, &want[k], &got[0]) && !e.unseen(d, &want[k]) {
			needed++
		}
	}
	for k := 0; k < len(got) && k < window && needed >= 0; k++ {
		if e.same(d, &want[0], &got[k]) {
			needed--
		}
	}
	return needed >= 0
}

// comes reports whether the wanted item is one of the next.
func (e entries[T]) comes(d *differ, want *T, got []T) bool {
	for k := range got[:min(len(got), window)] {
		if e.same(d, want, &got[k]) {
			return true
		}
	}
	return false
}

// same reports whether two items belong together: equal ids where the wanted
// one has an id, else equality.
func (e entries[T]) same(d *differ, want, got *T) bool {
	if e.id != nil {
		if id := e.id(want); id != "" {
			return id == e.id(got)
		}
	}
	return equal(d, want, got, e.each)
}

// likely reports whether two items without ids are alike.
func (e entries[T]) likely(d *differ, want, got *T) bool {
	return e.alike != nil && e.id(want) == "" && equal(d, want, got, e.alike)
}

// equal reports whether each finds nothing between two items.
func equal[T any](d *differ, want, got *T, each func(*differ, *T, *T)) bool {
	q := d.counter()
	each(q, want, got)
	return q.count == 0
}

// set says how the items of a multiset are matched: by the first of like
// that holds for any pair, then by the second, and so on.
type set[T any] struct {
	entries[T]
	label func(d *differ, item *T)
	like  []func(d *differ, want, got *T) bool
}

// multiset compares two lists whose order means nothing.
func multiset[T any](d *differ, name string, want, got []T, s set[T]) {
	mark := d.at(name)
	defer d.back(mark)
	session, call := d.session, d.call
	pairs, taken := match(d, want, got, s)
	for i := range want {
		mark := len(d.path)
		s.label(d, &want[i])
		if j := pairs[i]; j >= 0 {
			s.each(d, &want[i], &got[j])
		} else {
			s.all(d, Missing, &want[i])
		}
		d.back(mark)
	}
	for j := range got {
		if !taken[j] {
			mark := len(d.path)
			s.label(d, &got[j])
			s.all(d, Extra, &got[j])
			d.back(mark)
		}
	}
	d.session, d.call = session, call
}

func match[T any](d *differ, want, got []T, s set[T]) (pairs []int, taken []bool) {
	pairs, taken = make([]int, len(want)), make([]bool, len(got))
	for i := range pairs {
		pairs[i] = -1
	}
	for _, like := range s.like {
		for i := range want {
			for j := 0; j < len(got) && pairs[i] < 0; j++ {
				if !taken[j] && like(d, &want[i], &got[j]) {
					pairs[i], taken[j] = j, true
				}
			}
		}
	}
	return pairs, taken
}
