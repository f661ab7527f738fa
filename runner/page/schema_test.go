package page_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/sebdah/goldie/v2"

	"github.com/quock-dev/quock/runner/internal/lanes"
	"github.com/quock-dev/quock/runner/page"
	"github.com/quock-dev/quock/spec/probe/schematest"
)

func TestPage(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "page")
}

// schema is that of what the script gets.
func schema() *jsonschema.Schema {
	reflector := jsonschema.Reflector{Anonymous: true, Mapper: func(t reflect.Type) *jsonschema.Schema {
		if t == reflect.TypeFor[lanes.Mood]() {
			return &jsonschema.Schema{Type: "string", Enum: []any{lanes.Edge, lanes.Aside, lanes.Odd, lanes.Bad}}
		}
		return nil
	}}
	Expect(reflector.AddGoComments("github.com/quock-dev/quock/runner/page", ".")).To(Succeed())
	Expect(reflector.AddGoComments("github.com/quock-dev/quock/runner/page", "../internal/lanes")).To(Succeed())
	all := reflector.Reflect(page.Data{})
	all.Title = "What the script of a page draws"
	for _, definition := range all.Definitions {
		definition.Description = strings.Join(strings.Fields(definition.Description), " ")
		for pair := definition.Properties.Oldest(); pair != nil; pair = pair.Next() {
			pair.Value.Description = strings.Join(strings.Fields(pair.Value.Description), " ")
		}
	}
	return all
}

var _ = Describe("What the script of a page draws", func() {
	golden := func(folder, suffix, name string, text []byte) {
		goldie.New(GinkgoTB(), goldie.WithFixtureDir(folder), goldie.WithNameSuffix(suffix)).Assert(GinkgoTB(), name, text)
	}

	It("has the schema of its Go types", func() {
		text, err := json.MarshalIndent(schema(), "", "  ")
		Expect(err).NotTo(HaveOccurred())
		golden("script", ".schema.json", "data", append(text, '\n'))
	})

	It("has the types of that schema in TypeScript", func() {
		text := "// Generated from data.schema.json by \"make page-types\"; do not edit.\n" + schematest.TypeScript(nil).Interfaces(schema().Definitions)
		golden("script", ".ts", "data", []byte(text))
	})
})
