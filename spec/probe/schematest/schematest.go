// Package schematest writes the types of a JSON schema in other languages. It is support
// for tests, which hold such types to the schema that they come from.
//
// Non-goals: schemas of any kind. It knows what the schemas of this module have:
// objects, lists, words, references and alternatives.
package schematest

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/invopop/jsonschema"
)

// A Language writes the types of a schema in a language.
type Language struct {
	// Text to Null are the names of the simple types.
	Text, Whole, Truth, Any, Null string
	List                          func(item string) string
	Union                         func(alternatives []string) string
	// Name is a definition's name there.
	Name func(string) string
	// Inline is an object without a name.
	Inline func(members []SchemaKey) string
}

// A SchemaKey is a key of an object with its type.
type SchemaKey struct {
	Key, About, Spelled string
	Required            bool
}

// Spell returns the type of a schema.
func (s *Language) Spell(t *jsonschema.Schema) string {
	switch {
	case t.Ref != "":
		return s.Name(strings.TrimPrefix(t.Ref, "#/$defs/"))
	case len(t.AnyOf)+len(t.OneOf) > 0:
		return s.Union(s.each(append(slices.Clone(t.AnyOf), t.OneOf...)))
	case len(t.Enum) > 0:
		words := make([]string, len(t.Enum))
		for i, w := range t.Enum {
			word, err := json.Marshal(w)
			if err != nil {
				return s.Any
			}
			words[i] = string(word)
		}
		return s.Union(words)
	case t.Type == "array":
		return s.List(s.Spell(t.Items))
	case t.Type == "object":
		return s.Inline(s.Members(t))
	}
	return map[string]string{"string": s.Text, "integer": s.Whole, "boolean": s.Truth, "null": s.Null, "": s.Any}[t.Type]
}

func (s *Language) each(list []*jsonschema.Schema) []string {
	var all []string
	for _, t := range list {
		if spelled := s.Spell(t); !slices.Contains(all, spelled) {
			all = append(all, spelled)
		}
	}
	if slices.Contains(all, s.Any) {
		return []string{s.Any}
	}
	return all
}

// Members returns the members of an object.
func (s *Language) Members(t *jsonschema.Schema) []SchemaKey {
	var all []SchemaKey
	for pair := t.Properties.Oldest(); pair != nil; pair = pair.Next() {
		all = append(all, SchemaKey{pair.Key, pair.Value.Description, s.Spell(pair.Value), slices.Contains(t.Required, pair.Key)})
	}
	return all
}

// TypeScript returns the language TypeScript; name is as in Language, nil for the name
// as it is.
func TypeScript(name func(string) string) *Language {
	if name == nil {
		name = func(name string) string { return name }
	}
	return &Language{
		Text: "string", Whole: "number", Truth: "boolean", Any: "unknown", Null: "null", Name: name,
		List: func(item string) string {
			if strings.ContainsAny(item, "| ") {
				return "(" + item + ")[]"
			}
			return item + "[]"
		},
		Union: func(all []string) string { return strings.Join(all, " | ") },
		Inline: func(members []SchemaKey) string {
			var all []string
			for _, m := range members {
				all = append(all, declared(m))
			}
			return "{ " + strings.Join(all, "; ") + " }"
		},
	}
}

func declared(m SchemaKey) string {
	key := m.Key
	if strings.Contains(key, "-") {
		key = fmt.Sprintf("%q", key)
	}
	if !m.Required {
		key += "?"
	}
	return key + ": " + m.Spelled
}

// Interfaces declares the definitions of a schema in TypeScript, in order of their names.
func (s *Language) Interfaces(types map[string]*jsonschema.Schema) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(types)) {
		if about := types[name].Description; about != "" {
			fmt.Fprintf(&b, "\n/** %s */", about)
		}
		fmt.Fprintf(&b, "\nexport interface %s {\n", s.Name(name))
		for _, m := range s.Members(types[name]) {
			if m.About != "" {
				fmt.Fprintf(&b, "  /** %s */\n", m.About)
			}
			fmt.Fprintf(&b, "  %s;\n", declared(m))
		}
		b.WriteString("}\n")
	}
	return b.String()
}
