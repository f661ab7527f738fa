package model

import "hash/maphash"

// firsts are the records that brought the ids of events first. A map would look for each new id
// twice, to miss it and to add it. The zero value is empty.
type firsts struct {
	slots []first // each id in the first free one from its hash on; a power of two of them
	used  int
}

// A first is an id with its record; one without an id is a free slot.
type first struct {
	id     string
	record int
}

// idSeed says where ids lie, which nothing depends on.
var idSeed = maphash.MakeSeed()

// slot is that of an id, or a free one for it. It is valid until the next call.
func (f *firsts) slot(id string) *first {
	if 4*f.used >= 3*len(f.slots) {
		f.grow()
	}
	mask := len(f.slots) - 1
	for at := int(maphash.String(idSeed, id)) & mask; ; at = (at + 1) & mask {
		if slot := &f.slots[at]; slot.id == "" || slot.id == id {
			return slot
		}
	}
}

// fill puts an id into its free slot.
func (f *firsts) fill(slot *first, id string, record int) {
	*slot = first{id, record}
	f.used++
}

// grow makes room for twice as many ids.
func (f *firsts) grow() {
	larger := firsts{slots: make([]first, max(64, 2*len(f.slots)))}
	for _, one := range f.slots {
		if one.id != "" {
			larger.fill(larger.slot(one.id), one.id, one.record)
		}
	}
	*f = larger
}

// emptied is an empty table in the memory of this one, unless that is large.
func (f *firsts) emptied() firsts {
	if len(f.slots) > mostKept {
		return firsts{}
	}
	clear(f.slots)
	return firsts{slots: f.slots}
}
