package probe_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/invopop/jsonschema"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	validator "github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/sebdah/goldie/v2"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// messages are the types of the contract, by their names in the schema.
var messages = []struct {
	name  string
	value any
}{
	{"Hello", probe.Hello{}},
	{"HelloReply", probe.HelloReply{}},
	{"RunRequest", probe.RunRequest{}},
	{"RunReply", probe.RunReply{}},
	{"LoadRequest", probe.LoadRequest{}},
	{"LoadReply", probe.LoadReply{}},
	{"Quit", probe.Quit{}},
}

// fieldWords are the words of fields whose Go type allows more.
var fieldWords = map[string]map[string][]any{
	"Session":    {"status": {"open", "closed", "failed"}},
	"Turn":       {"status": {"open", "completed", "failed", "cancelled", "waiting", "incomplete"}},
	"Call":       {"status": {"preparing", "executing", "waiting", "done", "failed", "denied", "cancelled", "abandoned"}},
	"ActiveCall": {"phase": {"preparing", "executing", "waiting"}},
	"AgentRun":   {"status": {"running", "completed", "failed"}},
	"Message":    {"role": {"user", "assistant"}},
}

// generate writes the schema from the types.
func generate() []byte {
	reflector := jsonschema.Reflector{
		RequiredFromJSONSchemaTags: true, AllowAdditionalProperties: true,
		Mapper: mapped, ExpandedStruct: false, Anonymous: true,
	}
	Expect(reflector.AddGoComments("github.com/quock-dev/quock/spec/probe", ".")).To(Succeed())
	all := &jsonschema.Schema{
		Version: jsonschema.Version, Title: "The probe contract", Definitions: jsonschema.Definitions{},
		Description: "One line that the harness or a candidate writes. Unknown keys are ignored; absent, null and empty are equal.",
	}
	for _, message := range messages {
		for name, definition := range reflector.Reflect(message.value).Definitions {
			all.Definitions[name] = refine(name, definition)
		}
		all.AnyOf = append(all.AnyOf, &jsonschema.Schema{Ref: "#/$defs/" + message.name})
	}
	out, err := json.MarshalIndent(all, "", "  ")
	Expect(err).NotTo(HaveOccurred())
	return append(out, '\n')
}

// refine lets what a transcript holds be null, and names the words of a field.
func refine(name string, s *jsonschema.Schema) *jsonschema.Schema {
	s.Description = strings.Join(strings.Fields(s.Description), " ")
	for pair := s.Properties.Oldest(); pair != nil; pair = pair.Next() {
		field := pair.Value
		field.Description = strings.Join(strings.Fields(field.Description), " ")
		if words := fieldWords[name][pair.Key]; words != nil {
			field.Enum = words
		}
		if name == "HelloReply" {
			refineHello(pair.Key, field)
		}
		if !required(s, pair.Key) && field != jsonschema.TrueSchema {
			pair.Value = nullable(field)
		}
	}
	return s
}

// refineHello names the words of the lists that a candidate declares, and the
// values of its policies.
func refineHello(key string, field *jsonschema.Schema) {
	switch key {
	case "observes":
		field.Items = words(probe.PartNames()...)
	case "lacks":
		field.Items = words(spec.FieldNames()...)
	case "modes":
		field.Items = words(spec.StreamModes()...)
	case "policies":
		values := spec.PolicyValues()
		values["children"], values["label"] = spec.ChildrenValues(), nil // of adapters; nil is any text
		field.Properties, field.AdditionalProperties = jsonschema.NewProperties(), jsonschema.FalseSchema
		for _, name := range slices.Sorted(maps.Keys(values)) {
			field.Properties.Set(name, words(values[name]...))
		}
	}
}

func required(s *jsonschema.Schema, key string) bool {
	for _, k := range s.Required {
		if k == key {
			return true
		}
	}
	return false
}

func nullable(s *jsonschema.Schema) *jsonschema.Schema {
	described := s.Description
	s.Description = ""
	return &jsonschema.Schema{Description: described, AnyOf: []*jsonschema.Schema{s, {Type: "null"}}}
}

// mapped gives the types whose JSON is not what their Go type looks like.
func mapped(t reflect.Type) *jsonschema.Schema {
	switch t {
	case reflect.TypeFor[json.RawMessage]():
		return &jsonschema.Schema{Description: "any JSON value"}
	case reflect.TypeFor[probe.Chunk]():
		properties := jsonschema.NewProperties()
		properties.Set("base64", &jsonschema.Schema{Type: "string", ContentEncoding: "base64"})
		return &jsonschema.Schema{OneOf: []*jsonschema.Schema{
			{Type: "string"},
			{Type: "object", Properties: properties, Required: []string{"base64"}},
		}}
	case reflect.TypeFor[spec.Outcome]():
		return words("open", "completed", "failed", "cancelled", "interrupted", "incomplete", "unknown")
	case reflect.TypeFor[spec.AnomalyKind]():
		return words(spec.AnomalyKinds()...)
	case reflect.TypeFor[spec.PartKind]():
		return words(spec.TextPart, spec.ThoughtPart, spec.CallPart)
	case reflect.TypeFor[probe.Role]():
		return words(probe.Roles()...)
	case reflect.TypeFor[probe.Intake]():
		return words(probe.Intakes()...)
	case reflect.TypeFor[probe.Reason]():
		return words(probe.Reasons()...)
	case reflect.TypeFor[probe.End]():
		return words(probe.Ends()...)
	}
	return nil
}

func words[T ~string](list ...T) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	for _, word := range list {
		s.Enum = append(s.Enum, string(word))
	}
	return s
}

// compiled is the stored schema of one message, or of any line for "".
func compiled(name string) *validator.Schema {
	document, err := validator.UnmarshalJSON(strings.NewReader(string(probe.Schema)))
	Expect(err).NotTo(HaveOccurred())
	compiler := validator.NewCompiler()
	Expect(compiler.AddResource("probe.json", document)).To(Succeed())
	at := "probe.json"
	if name != "" {
		at += "#/$defs/" + name
	}
	schema, err := compiler.Compile(at)
	Expect(err).NotTo(HaveOccurred())
	return schema
}

func validate(schema *validator.Schema, line string) error {
	value, err := validator.UnmarshalJSON(strings.NewReader(line))
	Expect(err).NotTo(HaveOccurred(), line)
	return schema.Validate(value)
}

// hello is an answer to hello with more in it.
func hello(more string) string {
	return `{"probe":1,"name":"x","role":"reducer","dialects":["agentc"],` + more + `}`
}

var _ = Describe("The schema", func() {
	It("is what the types say", func() {
		golden := goldie.New(GinkgoTB(), goldie.WithFixtureDir("."), goldie.WithNameSuffix(".json"))
		golden.Assert(GinkgoTB(), "schema", generate())
	})

	It("takes every line of the exchange in the guide", func() {
		for _, line := range exchange() {
			Expect(validate(compiled(line.message()), line.json)).To(Succeed(), line.json)
		}
	})

	DescribeTable("refuses", func(message, line string) {
		Expect(validate(compiled(message), line)).NotTo(Succeed())
	},
		Entry("a hello without a name", "HelloReply", `{"probe":1,"role":"reducer","dialects":["agentc"]}`),
		Entry("a role that is none", "HelloReply", `{"probe":1,"name":"x","role":"viewer","dialects":["agentc"]}`),
		Entry("a field that nobody can lack", "HelloReply", hello(`"lacks":["order"]`)),
		Entry("a part that there is not", "HelloReply", hello(`"observes":["texts"]`)),
		Entry("a stream mode that there is not", "HelloReply", hello(`"modes":["message"]`)),
		Entry("a policy that there is not", "HelloReply", hello(`"policies":{"held":"end"}`)),
		Entry("a value that a policy has not", "HelloReply", hello(`"policies":{"held-attach":"never"}`)),
		Entry("an answer without an id", "RunReply", `{"final":{}}`),
		Entry("a status of another field", "RunReply", `{"id":1,"final":{"sessions":[{"id":"s","status":"done"}]}}`),
		Entry("a text that is no text", "RunReply", `{"id":1,"final":{"sessions":[{"id":"s","messages":[{"parts":[{"kind":"text","text":3}]}]}]}}`),
		Entry("an anomaly outside the vocabulary", "RunReply", `{"id":1,"final":{"anomalies":[{"kind":"odd","session":""}]}}`),
		Entry("a chunk that is neither text nor base64", "RunRequest", `{"op":"run","id":1,"dialect":"agentc","chunks":[{"bytes":""}]}`),
	)

	DescribeTable("takes", func(message, line string) {
		Expect(validate(compiled(message), line)).To(Succeed())
	},
		Entry("null for whatever may be empty", "RunReply", `{"id":1,"observations":null,"final":{"outcome":null,"sessions":[{"id":"","parent":null,"turns":null,"messages":null}],"active":null}}`),
		Entry("whatever a candidate may declare", "HelloReply", hello(`"observes":["calls"],"lacks":["phases"],"modes":["values"],"policies":{"store-at":"record","children":"flattened","label":"a.b"}`)),
		Entry("keys that nobody knows", "HelloReply", `{"probe":1,"name":"x","role":"reducer","dialects":["agentc"],"colour":"red"}`),
		Entry("any JSON as result and record", "RunReply", `{"id":1,"final":{"sessions":[{"id":"s","orphans":[{"id":"c","result":[1,{"a":null}]}]}]}}`),
		Entry("chunks of both kinds", "RunRequest", `{"op":"run","id":1,"dialect":"agentc","chunks":["a",{"base64":"/w=="}]}`),
	)
})
