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
	"github.com/quock-dev/quock/spec/probe/schematest"
)

// schemaTypes are the definitions of the stored schema, by their names.
func schemaTypes() map[string]*jsonschema.Schema {
	var document jsonschema.Schema
	Expect(json.Unmarshal(probe.Schema, &document)).To(Succeed())
	return document.Definitions
}

var typescript = schematest.TypeScript(func(name string) string {
	if name == "Rejected" {
		return "RejectedReply" // the class has the name
	}
	return name
})

var python = &schematest.Language{
	Text: "str", Whole: "int", Truth: "bool", Any: "Any", Null: "None",
	List: func(item string) string { return "List[" + item + "]" },
	Union: func(all []string) string {
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
	Name: func(name string) string { return name },
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
		members := python.Members(types[name])
		for _, other := range slices.Sorted(maps.Keys(types)) {
			if slices.ContainsFunc(members, func(m schematest.SchemaKey) bool { return strings.Contains(m.Spelled, "["+other+"]") }) {
				write(other)
			}
		}
		fmt.Fprintf(&b, "\n\nclass %s(TypedDict, total=False):\n", name)
		for _, m := range members {
			fmt.Fprintf(&b, "    %s: %s\n", m.Key, m.Spelled)
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
		golden.Assert(GinkgoTB(), "quock_probe", generatedIn("javascript/quock_probe.d.mts", "//", typescript.Interfaces(schemaTypes())+"\n"))
	})

	It("are those of the schema's transcript in Python", func() {
		golden := goldie.New(GinkgoTB(), goldie.WithFixtureDir("python/quock_probe"), goldie.WithNameSuffix(".py"))
		golden.Assert(GinkgoTB(), "__init__", generatedIn("python/quock_probe/__init__.py", "#", pythonTypes()))
	})
})
