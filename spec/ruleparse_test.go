package spec_test

import (
	"strings"
	"testing/fstest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

// good is a rule as it should be laid out, for families other than attach.
const good = `## FAMILY/one

- level: MUST
- source: A Z
- cases: Z001 Z002
- observes: calls
- needs: args_deltas|!slots owner=named
- waits: until it is built

What must hold,
in two lines.

A note.

### Why

Because.

### Example

` + "```jsonl" + `
{"kind":"text","session":"a","text":"x"}
{"kind":"cancel","global":true}
` + "```" + `

### Right

Right.

### Wrong

Wrong.
`

// files lays out every family, and attach as the test has it: the title with
// its words stands before the rules, which begin in line 5.
func files(attach string) fstest.MapFS {
	all := fstest.MapFS{}
	for _, family := range spec.Families() {
		text := "# " + family + "\n\nIt is about this.\n\n" + strings.ReplaceAll(good, "FAMILY", family)
		if family == "attach" {
			text = attach
		}
		all["rules/"+family+".md"] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}

func attach(from, to string) string {
	GinkgoHelper()
	text := "# attach\n\nIt is about this.\n\n" + strings.ReplaceAll(good, "FAMILY", "attach")
	Expect(text).To(ContainSubstring(from))
	return strings.Replace(text, from, to, 1)
}

var _ = Describe("Reading the rules", func() {
	It("takes each field and text from its place", func() {
		rules, err := spec.ParseRules(files(attach("", "")))
		Expect(err).NotTo(HaveOccurred())
		Expect(rules).To(HaveLen(len(spec.Families())))
		Expect(rules[3]).To(Equal(spec.Rule{
			ID: "attach/one", Family: "attach", Level: spec.Must, Source: "A Z", Cases: []string{"Z001", "Z002"},
			Sentence: "What must hold, in two lines.", Notes: "A note.", Why: "Because.",
			Example: "{\"kind\":\"text\",\"session\":\"a\",\"text\":\"x\"}\n{\"kind\":\"cancel\",\"global\":true}",
			Dialect: "neutral", Right: "Right.", Wrong: "Wrong.",
			Observes: spec.PartsOf(spec.ObserveCalls), Needs: []string{"args_deltas|!slots", "owner=named"},
			Waits: "until it is built", File: "rules/attach.md", Line: 5,
		}))
	})

	DescribeTable("refuses what departs from the layout, with file and line, since a rule that is misread judges wrongly",
		func(from, to, place, why string) {
			_, err := spec.ParseRules(files(attach(from, to)))
			Expect(err).To(MatchError(And(HavePrefix("rules/attach.md:"+place+":"), ContainSubstring(why))))
		},
		Entry("another title", "# attach", "# attache", "1", `"# attach"`),
		Entry("no words about the family", "It is about this.\n\n", "", "3", "what the family is about"),
		Entry("an id of another family", "## attach/one", "## notify/one", "5", `"## attach/name"`),
		Entry("an id that is no id", "## attach/one", "## attach/One_Two", "5", `"## attach/name"`),
		Entry("a heading of another depth", "## attach/one", "### attach/one", "5", `"## attach/name"`),
		Entry("no level", "- level: MUST\n", "", "7", `"level" before "source"`),
		Entry("an unknown level", "MUST", "MAY", "7", "MUST or SHOULD"),
		Entry("an unknown source", "source: A Z", "source: A Q", "8", "A to F and Z"),
		Entry("source Z without a case", "- cases: Z001 Z002\n", "", "12", "come together"),
		Entry("cases out of order", "Z001 Z002", "Z002 Z001", "9", "in order"),
		Entry("an unknown part", "observes: calls", "observes: call", "10", `no part "call"`),
		Entry("nothing to observe", "- observes: calls\n", "", "12", `"observes" or "either"`),
		Entry("an unknown feature, also behind one that holds", "args_deltas|!slots", "!slots|arg_deltas", "11", `no feature "arg_deltas"`),
		Entry("a word for a feature that takes none", "args_deltas|", "args_deltas=yes|", "11", "a word needs ="),
		Entry("a dialect that is no name", "- waits", "- dialect: Agent C\n- waits", "12", "such as langgraph"),
		Entry("an unknown field", "- waits: until", "- awaits: until", "12", "want one of the fields dialect, waits"),
		Entry("fields out of order", "- needs: args_deltas|!slots owner=named\n- waits: until it is built", "- waits: x\n- needs: slots", "12", "in that order"),
		Entry("no sentence", "What must hold,\nin two lines.\n\nA note.\n\n", "", "14", "what must hold"),
		Entry("a fence in the prose", "A note.", "```go", "17", "plain prose"),
		Entry("no why", "### Why\n\nBecause.\n\n", "", "19", `"### Why"`),
		Entry("nothing under why", "Because.\n\n", "", "21", "words under ### Why"),
		Entry("an example in another language", "```jsonl", "```json", "25", "```jsonl"),
		Entry("an empty example", "{\"kind\":\"text\",\"session\":\"a\",\"text\":\"x\"}\n{\"kind\":\"cancel\",\"global\":true}\n", "", "26", "want an event"),
		Entry("an example with an empty line", "\n{\"kind\":\"cancel\"", "\n\n{\"kind\":\"cancel\"", "27", "want an event"),
		Entry("an example without an end", "\n```\n", "\n", "28", "want an event"),
		Entry("readings in the wrong order", "### Right\n\nRight.", "### Wrong\n\nRight.", "30", `"### Right"`),
		Entry("a rule that is cut off", "### Wrong\n\nWrong.\n", "", "35", `"### Wrong"`),
		Entry("a rule that is there twice", "Wrong.\n", "Wrong.\n\n"+strings.ReplaceAll(good, "FAMILY", "attach"), "38", "occurs twice"),
		Entry("a rule without a heading", "## attach/one", "One.", "19", `"## attach/name"`),
	)

	It("refuses a family without rules", func() {
		_, err := spec.ParseRules(files("# attach\n\nIt is about this.\n"))
		Expect(err).To(MatchError("rules/attach.md:5: want a rule"))
	})

	It("refuses a family that has no file", func() {
		fsys := files(attach("", ""))
		delete(fsys, "rules/wire.md")
		_, err := spec.ParseRules(fsys)
		Expect(err).To(MatchError(ContainSubstring("wire")))
	})

	It("refuses a file that is of no family, for its rules would be read by nobody", func() {
		fsys := files(attach("", ""))
		fsys["rules/wires.md"] = &fstest.MapFile{}
		_, err := spec.ParseRules(fsys)
		Expect(err).To(MatchError(HavePrefix("rules/wires.md")))
	})
})

var _ = DescribeTable("The events of an example are refused where they are no events",
	func(example, why string) {
		r := spec.Rule{ID: "a/b", Example: example}
		_, err := r.Events()
		Expect(err).To(MatchError(And(HavePrefix("a/b: example, line "), ContainSubstring(why))))
	},
	Entry("an unknown kind", `{"kind":"texts"}`, "texts"),
	Entry("an unknown field, which would be a typing error", `{"kind":"text","sesion":"a"}`, "sesion"),
	Entry("two on one line", `{"kind":"text"}{"kind":"text"}`, "more than one"),
	Entry("no JSON", `{"kind"`, "line 1"),
)
