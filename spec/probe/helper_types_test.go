package probe_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/invopop/jsonschema"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/sebdah/goldie/v2"

	"github.com/quock-dev/quock/spec/probe"
)

// A typeSpeller writes the types of the schema in a language.
type typeSpeller struct {
	text, whole, truth, any, null string
	list                          func(item string) string
	union                         func(alternatives []string) string
	// name is a definition's name there.
	name func(string) string
	// inline is an object without a name, members their keys and types.
	inline func(members []member) string
}

type member struct {
	key, about, spelled string
	required            bool
}

func (s *typeSpeller) spell(t *jsonschema.Schema) string {
	switch {
	case t.Ref != "":
		return s.name(strings.TrimPrefix(t.Ref, "#/$defs/"))
	case len(t.AnyOf)+len(t.OneOf) > 0:
		return s.union(s.each(append(slices.Clone(t.AnyOf), t.OneOf...)))
	case len(t.Enum) > 0:
		words := make([]string, len(t.Enum))
		for i, w := range t.Enum {
			word, err := json.Marshal(w)
			Expect(err).NotTo(HaveOccurred())
			words[i] = string(word)
		}
		return s.union(words)
	case t.Type == "array":
		return s.list(s.spell(t.Items))
	case t.Type == "object":
		return s.inline(s.members(t))
	}
	return map[string]string{"string": s.text, "integer": s.whole, "boolean": s.truth, "null": s.null, "": s.any}[t.Type]
}

func (s *typeSpeller) each(list []*jsonschema.Schema) []string {
	var all []string
	for _, t := range list {
		if spelled := s.spell(t); !slices.Contains(all, spelled) {
			all = append(all, spelled)
		}
	}
	if slices.Contains(all, s.any) {
		return []string{s.any}
	}
	return all
}

func (s *typeSpeller) members(t *jsonschema.Schema) []member {
	var all []member
	for pair := t.Properties.Oldest(); pair != nil; pair = pair.Next() {
		all = append(all, member{pair.Key, pair.Value.Description, s.spell(pair.Value), required(t, pair.Key)})
	}
	return all
}

// schemaTypes are the definitions of the stored schema, by their names.
func schemaTypes() map[string]*jsonschema.Schema {
	var document jsonschema.Schema
	Expect(json.Unmarshal(probe.Schema, &document)).To(Succeed())
	return document.Definitions
}

var typescript = &typeSpeller{
	text: "string", whole: "number", truth: "boolean", any: "unknown", null: "null",
	list: func(item string) string {
		if strings.ContainsAny(item, "| ") {
			return "(" + item + ")[]"
		}
		return item + "[]"
	},
	union: func(all []string) string { return strings.Join(all, " | ") },
	name: func(name string) string {
		if name == "Rejected" {
			return "RejectedReply" // the class has the name
		}
		return name
	},
	inline: func(members []member) string {
		var all []string
		for _, m := range members {
			all = append(all, declared(m))
		}
		return "{ " + strings.Join(all, "; ") + " }"
	},
}

func declared(m member) string {
	key := m.key
	if strings.Contains(key, "-") {
		key = fmt.Sprintf("%q", key)
	}
	if !m.required {
		key += "?"
	}
	return key + ": " + m.spelled
}

func typescriptTypes() string {
	var b strings.Builder
	types := schemaTypes()
	for _, name := range slices.Sorted(maps.Keys(types)) {
		if about := types[name].Description; about != "" {
			fmt.Fprintf(&b, "\n/** %s */", about)
		}
		fmt.Fprintf(&b, "\nexport interface %s {\n", typescript.name(name))
		for _, m := range typescript.members(types[name]) {
			if m.about != "" {
				fmt.Fprintf(&b, "  /** %s */\n", m.about)
			}
			fmt.Fprintf(&b, "  %s;\n", declared(m))
		}
		b.WriteString("}\n")
	}
	return b.String() + "\n"
}

var python = &typeSpeller{
	text: "str", whole: "int", truth: "bool", any: "Any", null: "None",
	list: func(item string) string { return "List[" + item + "]" },
	union: func(all []string) string {
		words := slices.DeleteFunc(slices.Clone(all), func(s string) bool { return !strings.HasPrefix(s, `"`) })
		switch {
		case len(all) == 1 && len(words) == 0:
			return all[0]
		case len(words) == len(all):
			return "Literal[" + strings.Join(all, ", ") + "]"
		case len(all) == 2 && all[1] == "None":
			return "Optional[" + all[0] + "]"
		}
		return "Union[" + strings.Join(all, ", ") + "]"
	},
	name: func(name string) string { return name },
}

// pythonTypes are the types of a transcript, those first that others need.
func pythonTypes() string {
	var b strings.Builder
	types, written := schemaTypes(), map[string]bool{}
	var write func(name string)
	write = func(name string) {
		if written[name] {
			return
		}
		written[name] = true
		members := python.members(types[name])
		for _, other := range slices.Sorted(maps.Keys(types)) {
			if slices.ContainsFunc(members, func(m member) bool { return strings.Contains(m.spelled, "["+other+"]") }) {
				write(other)
			}
		}
		fmt.Fprintf(&b, "\n\nclass %s(TypedDict, total=False):\n", name)
		for _, m := range members {
			fmt.Fprintf(&b, "    %s: %s\n", m.key, m.spelled)
		}
	}
	write("Transcript")
	return b.String() + "\n\n"
}

// generatedIn is a file with what stands between its marks replaced.
func generatedIn(file, comment, generated string) []byte {
	text, err := os.ReadFile(file)
	Expect(err).NotTo(HaveOccurred())
	const begins, ends = ` Generated from schema.json by "make helper-types"; do not edit.` + "\n", " End of what is generated.\n"
	head, rest, found := strings.Cut(string(text), comment+begins)
	Expect(found).To(BeTrue(), file)
	_, tail, found := strings.Cut(rest, comment+ends)
	Expect(found).To(BeTrue(), file)
	return []byte(head + comment + begins + generated + comment + ends + tail)
}

var _ = Describe("The types of the helpers", func() {
	It("are those of the schema in TypeScript", func() {
		golden := goldie.New(GinkgoTB(), goldie.WithFixtureDir("javascript"), goldie.WithNameSuffix(".d.mts"))
		golden.Assert(GinkgoTB(), "quock_probe", generatedIn("javascript/quock_probe.d.mts", "//", typescriptTypes()))
	})

	It("are those of the schema's transcript in Python", func() {
		golden := goldie.New(GinkgoTB(), goldie.WithFixtureDir("python/quock_probe"), goldie.WithNameSuffix(".py"))
		golden.Assert(GinkgoTB(), "__init__", generatedIn("python/quock_probe/__init__.py", "#", pythonTypes()))
	})
})
