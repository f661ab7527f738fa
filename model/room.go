package model

// What a State keeps is small and there is much of it. A slab gives out values, several of an
// allocation and again for the next stream; a table is a map that is a list while it is short.

// A slab gives out values that live as long as the state. They are zero, or what they were
// in a stream before: who takes one sets it, and may keep the memory of its lists.
type slab[T any] struct {
	all  []*T
	used int
}

// mostAtOnce is how many values one allocation has at most.
const mostAtOnce = 64

func (s *slab[T]) new() *T {
	if s.used == len(s.all) {
		more := make([]T, min(max(1, len(s.all)), mostAtOnce))
		for i := range more {
			s.all = append(s.all, &more[i])
		}
	}
	s.used++
	return s.all[s.used-1]
}

// forget makes the values that were taken zero, so that they share no list.
func (s *slab[T]) forget() {
	for _, v := range s.all[:s.used] {
		*v = *new(T)
	}
}

// push appends to a list that will have several elements.
func push[T any](list []T, v T) []T {
	if cap(list) == 0 {
		list = make([]T, 0, 4)
	}
	return append(list, v)
}

// A table is a map. The zero value is empty.
type table[K comparable, V any] struct {
	few  []entry[K, V] // in no order; while there are not many
	many map[K]V
}

type entry[K comparable, V any] struct {
	key   K
	value V
}

// manyEntries is from how many entries on a map is faster.
const manyEntries = 8

// at returns the index of a key among the few, -1 if it is not there.
func (t *table[K, V]) at(key K) int {
	for i := len(t.few) - 1; i >= 0; i-- {
		if t.few[i].key == key {
			return i
		}
	}
	return -1
}

// get returns the value of a key; the zero value if it has none.
func (t *table[K, V]) get(key K) (v V) {
	if t.many != nil {
		return t.many[key]
	}
	if i := t.at(key); i >= 0 {
		return t.few[i].value
	}
	return v
}

func (t *table[K, V]) set(key K, v V) {
	if t.many != nil {
		t.many[key] = v
		return
	}
	if i := t.at(key); i >= 0 {
		t.few[i].value = v
		return
	}
	if len(t.few) < manyEntries {
		t.few = push(t.few, entry[K, V]{key, v})
		return
	}
	t.many = make(map[K]V, 2*manyEntries)
	for _, e := range t.few {
		t.many[e.key] = e.value
	}
	t.many[key], t.few = v, nil
}

// emptied is an empty table in the memory of this one.
func (t *table[K, V]) emptied() table[K, V] { return table[K, V]{few: t.few[:0]} }

func (t *table[K, V]) delete(key K) {
	delete(t.many, key)
	if i := t.at(key); i >= 0 {
		last := len(t.few) - 1
		t.few[i], t.few[last] = t.few[last], entry[K, V]{}
		t.few = t.few[:last]
	}
}
