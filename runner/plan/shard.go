package plan

import "iter"

// inShard reports whether a numbered case belongs to the plan's shard: every nth case
// does. A case with a clean twin goes with that, since its verdict may depend on how the
// twin does. twins are the numbers of the clean cases so far.
func (p *Plan) inShard(c *Planned, twins map[string]int) bool {
	if p.Selection.Shards == 0 {
		return true
	}
	number := c.Number
	switch twin, ok := twins[c.twin]; {
	case ok:
		number = twin
	case c.Plain:
		twins[c.Name] = number
	}
	return number%p.Selection.Shards == p.Selection.Shard%p.Selection.Shards
}

// Most is the largest possible number of cases. There are fewer if a wanted rule is
// rare.
func (p *Plan) Most() int {
	if p.Selection.Shards == 0 {
		return p.allCases()
	}
	n := 0
	for range p.numbered(p.unmade()) {
		n++
	}
	return n
}

// allCases is Most over all shards.
func (p *Plan) allCases() int { return len(p.written) + p.Selection.Cases }

// unmade stand for the generated cases with faults, which take time to make.
func (p *Plan) unmade() iter.Seq[Planned] {
	return func(yield func(Planned) bool) {
		for range p.Selection.Cases - p.plains() {
			if !yield(Planned{}) {
				return
			}
		}
	}
}

// anyInShard reports whether the shard has a case.
func (p *Plan) anyInShard() bool {
	if p.Selection.Shards == 0 {
		return true
	}
	for range p.Cases() {
		return true
	}
	return false
}
