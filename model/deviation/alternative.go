package deviation

import (
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/deviation/wrong"
)

// alternatives returns every generic way to take each decision, by its field.
var alternatives = sync.OnceValue(func() map[string][]Deviation {
	all, ways := map[string][]Deviation{}, wrong.Ways()
	sem := reflect.TypeFor[model.Semantics]()
	for _, d := range decideds {
		f, _ := sem.FieldByName(d.field)
		for _, g := range ways {
			if g.Fits(f.Type) {
				all[d.field] = append(all[d.field], d.alternative(g))
			}
		}
	}
	return all
})

// Alternatives returns the generic ways to take the decision otherwise, as
// deviations. Few of them are in the registry: most equal another one, or show
// on hardly any stream. The others have a colon in their names.
func (d ModelDecision) Alternatives() []Deviation { return slices.Clone(alternatives()[d.Name]) }

func (d *decided) alternative(g wrong.Generic) Deviation {
	mark := ":"
	if slices.Contains(strings.Fields(d.others), g.Name) {
		mark = "-"
	}
	return Deviation{
		Kind: Decision, Name: kebab(d.field) + mark + g.Name, Rules: strings.Fields(d.rules), Sentence: d.what + spaced(g.Says) + ".",
		change: func(sem *model.Semantics, n *Count) { g.On(d.field, sem, n, nil) }, Generic: true,
		within: func(sem *model.Semantics, n *Count, s **model.State) { g.On(d.field, sem, n, s) },
	}
}

// spaced returns what ends a sentence: a word behind a space, or a colon.
func spaced(says string) string {
	if strings.HasPrefix(says, ":") {
		return says
	}
	return " " + says
}

// generics returns the alternatives that are in the registry.
var generics = sync.OnceValue(func() (all []Deviation) {
	for _, d := range decideds {
		for _, name := range strings.Fields(d.others) {
			ways := alternatives()[d.field]
			all = append(all, ways[slices.IndexFunc(ways, func(way Deviation) bool { return way.Name == kebab(d.field)+"-"+name })])
		}
	}
	return all
})

// kebab returns "attach-to" for "AttachTo".
func kebab(field string) string {
	var b strings.Builder
	for i, r := range field {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
