package readers

import (
	"encoding/json"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// A difference is one that a sentence is about.
type difference struct {
	spec.Difference
	place place
	row   *row
	// moved, if not nil, is where that stands which is missing here.
	moved *difference
}

// A place is where a difference is: its path without what stands in brackets, and the
// paths of what it is in, from the session inwards.
type place struct {
	name    string
	parents []string
}

// placeOf parses a path such as sessions["s"].messages[0].calls[1].args.
func placeOf(path string) place {
	var p place
	var name strings.Builder
	for i := 0; i < len(path); i++ {
		switch {
		case path[i] == '[':
			i = closing(path, i)
			if !strings.HasSuffix(name.String(), "[]") { // active["s"]["c"] is one place
				name.WriteString("[]")
			}
			continue
		case path[i] == '.':
			p.parents = append(p.parents, path[:i])
		}
		name.WriteByte(path[i])
	}
	p.name = name.String()
	return p
}

// closing returns where the bracket that opens at i closes. A key in it is quoted.
func closing(path string, i int) int {
	quoted := false
	for i++; i < len(path) && (quoted || path[i] != ']'); i++ {
		switch path[i] {
		case '\\':
			i++
		case '"':
			quoted = !quoted
		}
	}
	return i
}

// in returns the path of the session, message or call at that depth; "" if there is
// none.
func (p *place) in(depth int) string {
	if depth < len(p.parents) {
		return p.parents[depth]
	}
	return ""
}

// primary returns the differences without those that another one of them implies:
// the contents of a session or message that is missing or extra as a whole, and the
// place of a call that is itself missing or extra. What is missing here and extra there
// is one.
func primary(all []spec.Difference) []difference {
	whole, calls := map[string]bool{}, map[string]bool{}
	list := make([]difference, len(all))
	for i := range all {
		d := difference{Difference: all[i], place: placeOf(all[i].Path)}
		switch d.place.name {
		case "sessions[]", "sessions[].messages[]":
			whole[string(d.Kind)+d.Path] = true
		case "sessions[].messages[].calls[]":
			calls[d.place.in(1)] = true
		}
		list[i] = d
	}
	kept := list[:0]
	for _, d := range list {
		if whole[string(d.Kind)+d.place.in(0)] || whole[string(d.Kind)+d.place.in(1)] {
			continue
		}
		if strings.HasPrefix(d.place.name, "sessions[].messages[].parts[]") && !d.textual() {
			if calls[d.place.in(1)] {
				continue
			}
			d.place.name = "sessions[].messages[].parts[].kind"
		}
		d.row = rowOf(d.place.name)
		kept = append(kept, d)
	}
	return joined(kept)
}

// textual reports whether the difference is about a text or a thought, and not about
// where a call stands.
func (d *difference) textual() bool {
	if strings.HasSuffix(d.Path, "]") {
		p, _ := decoded[spec.Part](d.Want + d.Got) // one of them is empty
		return p.Kind != spec.CallPart
	}
	return d.Field() == "text" || d.Field() == "metadata"
}

// decoded decodes one side of a difference.
func decoded[T any](text string) (value T, ok bool) {
	err := json.Unmarshal([]byte(text), &value)
	return value, err == nil
}

// joined joins what is missing in one place and extra in another.
func joined(all []difference) []difference {
	extra := map[string][]int{}
	for i := range all {
		if all[i].Kind == spec.Extra {
			if id := all[i].thing(); id != "" {
				extra[id] = append(extra[id], i)
			}
		}
	}
	gone := map[int]bool{}
	for i := range all {
		if all[i].Kind != spec.Missing || len(extra) == 0 {
			continue
		}
		id := all[i].thing()
		if elsewhere := extra[id]; id != "" && len(elsewhere) > 0 {
			there := all[elsewhere[0]]
			all[i].moved, gone[elsewhere[0]], extra[id] = &there, true, elsewhere[1:]
		}
	}
	kept := make([]difference, 0, len(all))
	for i := range all {
		if !gone[i] {
			kept = append(kept, all[i])
		}
	}
	return kept
}

// thing identifies a call by its id and result, a message by its id, and a text by what
// it says; "" for anything else.
func (d *difference) thing() string {
	text := d.Want + d.Got
	switch d.place.name {
	case "sessions[].messages[].calls[]", "sessions[].held[]", "sessions[].abandoned[]":
		if c, ok := decoded[spec.Call](text); ok && c.ID != "" {
			return "call " + c.ID + " " + string(c.Result)
		}
	case "sessions[].messages[]":
		if m, ok := decoded[spec.Message](text); ok && m.ID != "" {
			return "message " + m.ID
		}
	case "sessions[].messages[].parts[]":
		if p, ok := decoded[spec.Part](text); ok && p.Text != "" {
			return string(p.Kind) + " " + p.Text
		}
	}
	return ""
}
