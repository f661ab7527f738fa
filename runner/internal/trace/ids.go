package trace

import "github.com/quock-dev/quock/spec"

// longest is the length, in characters, of an id that is shown whole.
const longest = 20

// lengths are the lengths of a shown id, in characters: the first in which no other id
// looks like it.
var lengths = []int{16, 24, 40}

// whole is an id as it is.
func whole(id string) string { return id }

// id returns an id for people: a long one without its middle, if it stays unique so.
func (p *printer) id(id string) string {
	if len(id) <= longest {
		return id
	}
	if p.ids == nil {
		p.ids = shortened(&p.reading.Transcript)
	}
	if short, ok := p.ids[id]; ok {
		return short
	}
	return id
}

// shortened maps the ids of a transcript to what is shown of them.
func shortened(t *spec.Transcript) map[string]string {
	all, short := ids(t), map[string]string{}
	for _, most := range lengths {
		looks := map[string]int{}
		for id := range all {
			looks[middleless(id, most)]++
		}
		for id := range all {
			if look := middleless(id, most); looks[look] == 1 && short[id] == "" {
				short[id] = look
			}
		}
	}
	return short
}

// middleless is an id of at most so many characters, or as it is.
func middleless(id string, most int) string {
	chars := []rune(id)
	if len(chars) <= max(most, longest) {
		return id
	}
	return string(chars[:most/2]) + "…" + string(chars[len(chars)-(most-1-most/2):])
}

// ids are the ids of a transcript's sessions, messages and calls.
func ids(t *spec.Transcript) map[string]bool {
	all := map[string]bool{}
	for i := range t.Sessions {
		s := &t.Sessions[i]
		all[s.ID] = true
		for _, c := range s.Calls() {
			all[c.ID] = true
		}
		for _, o := range s.Orphans {
			all[o.ID] = true
		}
		for j := range s.Messages {
			all[s.Messages[j].ID] = true
		}
	}
	return all
}
