package damage

import (
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/ids"
)

// mentioned is how long all mentions of a long name may be together.
const mentioned = 2 << 20

// drawRename draws new names for one to four ids.
func drawRename(d *drawer, e *Edit) bool {
	if len(d.known) == 0 {
		return false
	}
	style := Property + Style(d.src.N(int(styles-Property)))
	for n := 0; n == 0 || n < 4 && d.src.Chance(96); n++ {
		m, of := d.known[d.src.N(len(d.known))], d.known[d.src.N(len(d.known))].id
		if d.renamed(m.id, e) || style == Long && !d.lengthen(m.times) {
			continue
		}
		if name, ok := d.name(style, of); ok {
			e.Names = append(e.Names, Naming{m.id, name})
			e.Rule = ruled(d.f, d.nameRule(style, m.class), "wire/hostile-keys")
			style = style.partner()
		}
	}
	return len(e.Names) > 0
}

// partner is the style with which names of this one are hostile.
func (s Style) partner() Style {
	switch s {
	case Composed:
		return Decomposed
	case Decomposed:
		return Composed
	}
	return s
}

// nameRule is the rule about a name of a style: names that are properties,
// literals or long are data; all others have to be distinguished.
func (d *drawer) nameRule(s Style, c ids.Class) string {
	switch s {
	case Property, Literal, Long, Escaped:
		return "wire/hostile-keys"
	}
	return namedRules[c]
}

// renamed reports whether an edit gave an id another name, e included.
func (d *drawer) renamed(id string, e *Edit) bool {
	is := func(n Naming) bool { return n.From == id }
	return slices.ContainsFunc(e.Names, is) ||
		slices.ContainsFunc(d.edits, func(o Edit) bool { return slices.ContainsFunc(o.Names, is) })
}

// lengthen reports whether an id that is mentioned so often may be long.
func (d *drawer) lengthen(times int) bool {
	if d.flood || times*longest > mentioned {
		return false
	}
	d.long = true
	return true
}

// mergeable are the classes of ids that clash, simplest first.
var mergeable = []ids.Class{ids.Calls, ids.Messages, ids.Events, ids.Turns, ids.Sessions}

// drawMerge lets an id become another of its class, of its session where ids are
// scoped. No rule says what a message is that has the id of one of another role.
func drawMerge(d *drawer, e *Edit) bool {
	e.Class = mergeable[d.src.N(len(mergeable))]
	all := d.of(e.Class)
	if len(all) < 2 || !clashing(d.f, e.Class) {
		return false
	}
	from := all[d.src.N(len(all))]
	others := d.ids(func(m *mention) bool {
		return m.class == e.Class && m.id != from.id && d.users[m.id] == d.users[from.id] && (!scoped(e.Class) || m.session == from.session)
	})
	if len(others) == 0 {
		return false
	}
	e.In, e.From, e.To = from.session, from.id, others[d.src.N(len(others))].id
	e.Rule = ruled(d.f, clashes[e.Class]...)
	return true
}

// clashing reports whether two ids of a class can be one on a dialect's wire.
func clashing(f *spec.Features, c ids.Class) bool {
	switch c {
	case ids.Calls:
		return !f.StartEndsArgs
	case ids.Sessions:
		return tree(f) && f.ChildEdges
	}
	return loose(f)
}

// scoped: ids of the class are the session's.
func scoped(c ids.Class) bool { return c == ids.Calls || c == ids.Messages || c == ids.Turns }

// of are the ids of a class that are names.
func (d *drawer) of(c ids.Class) []mention {
	return d.ids(func(m *mention) bool { return m.class == c && named(d.f, c) })
}

// drawConstant lets all ids of a class, in one session where they are scoped, be
// one. Messages of two roles stay apart, as in drawMerge.
func drawConstant(d *drawer, e *Edit) bool {
	e.Class = mergeable[d.src.N(3)]
	all := d.of(e.Class)
	if len(all) < 2 || !clashing(d.f, e.Class) {
		return false
	}
	one := all[d.src.N(len(all))]
	if slices.ContainsFunc(all, func(m mention) bool { return m.session == one.session && d.users[m.id] != d.users[one.id] }) {
		return false
	}
	e.In, e.To = one.session, one.id
	e.Rule = ruled(d.f, clashes[e.Class]...)
	return true
}

// drawBlank empties the id of a fragment's call, or calls it "null".
func drawBlank(d *drawer, e *Edit) bool {
	_, ok := d.place(e, func(e *spec.Event) bool { return e.Kind == spec.CallArgs && e.Call != "" })
	if ok && d.src.Chance(128) {
		e.To = "null"
	}
	e.Rule = ruled(d.f, "fragment/empty-is-nothing")
	return ok
}

// drawStray copies an event and lets it speak of what there never was.
func drawStray(d *drawer, e *Edit) bool {
	from, ok := d.place(e, func(e *spec.Event) bool {
		s, is := unattached[e.Kind]
		return is && s.as.Representable(d.f) && (s.fits == nil || s.fits(d.f)) && strayed(d.f, e, s.class) != ""
	})
	if !ok {
		return false
	}
	s := unattached[from.Kind]
	e.Class = s.class
	name, ok := d.name(Property+Style(d.src.N(int(Literal-Property)+1)), strayed(d.f, from, s.class))
	e.Names, e.Rule = []Naming{{To: name}}, ruled(d.f, s.rules...)
	return ok
}

// strayed is the id of a class that an event bears, "" where none is named.
func strayed(f *spec.Features, e *spec.Event, c ids.Class) string {
	switch {
	case !named(f, c):
		return ""
	case c == ids.Calls:
		return e.Call
	case c == ids.Messages:
		return e.Message
	case c == ids.Turns:
		return e.Turn
	}
	return e.Session
}
