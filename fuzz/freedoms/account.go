package freedoms

// An account says what is known of a block: that a generated stream reaches it, or
// why none does. Each block has one, the first that fits.
type account int

const (
	generated   account = iota // a generated stream reaches it
	forbidden                  // only streams do that their decoder refuses, or a reason says that the format forbids it
	stored                     // it is for stored sessions
	onlyRead                   // it is for variants that are only read
	recorded                   // recordings reach it
	written                    // fixtures do, and no recording
	impossible                 // a reason says that no stream can
	tolerated                  // only changed streams do, and their decoder takes them
	open                       // a reason says that a stream could, and none of any source does
	unexplained                // there is no reason
	accounts
)

// titles are the accounts as the table names them, and what the names mean.
var titles = [accounts]struct{ name, means string }{
	generated:   {"generated", "generated streams reach it"},
	forbidden:   {"forbidden", "only streams reach it that their decoder refuses, or the reason says that the format forbids what it reads"},
	stored:      {"stored", "it is for stored sessions, in which nothing happens"},
	onlyRead:    {"only read", "it is for variants of which no stream is generated"},
	recorded:    {"recorded", "recorded streams reach it, and no generated one yet"},
	written:     {"written", "streams that were written by hand reach it, and no other yet"},
	impossible:  {"impossible", "the reason says why no stream can reach it"},
	tolerated:   {"tolerated", "only streams with a changed record reach it, and the decoder takes them"},
	open:        {"open", "the format allows what it reads, and only tests of the decoder have it"},
	unexplained: {"no reason", "reasons.txt has to say why no generated stream reaches it"},
}

// accounts are those of the blocks.
func (t *Table) accounts(reasons Reasons) []account {
	classes, all := t.classes(), make([]account, len(t.Blocks))
	for i := range t.Blocks {
		all[i] = t.Blocks[i].account(classes[i], reasons.of(t.Blocks[i].Block))
	}
	return all
}

func (r *Reached) account(of class, why string) account {
	switch {
	case r.Generated > 0:
		return generated
	case of == refusal:
		return forbidden
	case of == document:
		return stored
	case of == unmade:
		return onlyRead
	case why == "":
		return unexplained
	case r.Recordings > 0:
		return recorded
	case r.Fixtures > 0:
		return written
	case kindOf(why) == "Forbidden":
		return forbidden
	case kindOf(why) == "Impossible":
		return impossible
	case r.Taken > 0:
		return tolerated
	}
	return open
}

// A class says how a block counts, by what reaches it.
type class int

const (
	freedom  class = iota // a generated stream may reach it
	refusal               // an error path
	document              // for stored sessions
	unmade                // for variants that are only read
)

// classes are those of the blocks, by what reaches them.
func (t *Table) classes() []class {
	unheard, all := t.unheard(), make([]class, len(t.Blocks))
	for i, r := range t.Blocks {
		switch {
		case unheard[r.file()] || unheard[r.function()] || r.ReadOnly > 0 && r.streamed()+r.Documents == 0:
			all[i] = unmade
		case r.refuses():
			all[i] = refusal
		case r.stored():
			all[i] = document
		}
	}
	return all
}

// Missing are the blocks that no generated stream reaches and one may: without error paths,
// those for stored sessions and those for variants that are only read.
func (t *Table) Missing() []Reached {
	var missing []Reached
	for i, of := range t.classes() {
		if of == freedom && t.Blocks[i].Generated == 0 {
			missing = append(missing, t.Blocks[i])
		}
	}
	return missing
}
