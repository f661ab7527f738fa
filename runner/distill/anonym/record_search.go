package anonym

// A place is where a word, or a run of other characters, stands: a path of names, and
// "" for wherever it does.
type place struct {
	path, word string
	key        bool
}

// A choice is whether what stands at a place stays. It does as well if the word stays
// wherever it stands.
type choice struct {
	word     string
	stays    bool
	anywhere *choice
}

func (c *choice) stay() bool { return c != nil && (c.stays || c.anywhere.stay()) }

// choices are those of a stream, in the order of first mention.
type choices struct {
	of            map[place]*choice
	words, places []*choice
}

// at is the choice for a place.
func (all *choices) at(p place) *choice {
	c := all.of[p]
	if c != nil {
		return c
	}
	c = &choice{word: p.word}
	if anywhere := (place{word: p.word}); p == anywhere {
		all.words = append(all.words, c)
	} else {
		c.anywhere = all.at(anywhere)
		all.places = append(all.places, c)
	}
	all.of[p] = c
	return c
}

// search finds out what stays: first which words, wherever they stand, so that what
// is equal stays equal; then at which places. Ids do not: they have their new names
// from the beginning, also where a part of the text beside them stays.
func (p *pass) search() {
	p.keepSome(p.choices.words)
	var list []*choice
	for _, c := range p.choices.places {
		if c.stay() {
			list = append(list, c)
		}
	}
	for _, c := range p.choices.words {
		c.stays = false
	}
	p.keepSome(list)
}

// keepSome replaces what it can of a list, and lets the rest stay. Where one of two
// would do, the later one stays.
func (p *pass) keepSome(list []*choice) {
	set(list, true)
	p.replace(list)
}

// replace replaces all of a list, or as much of either half as can be.
func (p *pass) replace(list []*choice) {
	if len(list) == 0 {
		return
	}
	if set(list, false); p.differs(p.written()) == 0 {
		return
	}
	set(list, true)
	if n := len(list); n > 1 {
		p.replace(list[:n/2])
		p.replace(list[n/2:])
	}
}

func set(list []*choice, stays bool) {
	for _, c := range list {
		c.stays = stays
	}
}
