package document_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/quock-dev/quock/runner/internal/document"
	"github.com/quock-dev/quock/runner/internal/trace"
)

func TestDocument(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "document")
}

// cut is a stream whose end is missing, with a line that cannot be read and one of
// unknown kind.
const cut = `{"type":"interaction","session_id":"s","role":"assistant","parent_session_id":null,"user_session_id":"s","started":true,"id":"i1"}
{"type":"text_delta","session_id":"s","role":"assistant","parent_session_id":null,"user_session_id":"s","content":"Hello.","format":"markdown"}
{"type":"text_delta","session_id":"s","role":"assistant","parent_session_id":null,"user_session_id":"s","content":"More.","format":"markdown"}
not JSON
{"type":"tool_call","session_id":"s","role":"assistant","parent_session_id":null,"user_session_id":"s","active":true,"vendor":"anthropic","tool_calls":[{"id":"tu_9","type":"tool_use","name":"ls","input":"{}"}],"tool_results":null}
`

const evil = "x\x1b[2J\u202e\nFAIL forged"

func sample() *document.Document {
	GinkgoHelper()
	r, err := trace.Read(strings.NewReader(cut), trace.Options{})
	Expect(err).NotTo(HaveOccurred())
	d := &document.Document{Verdict: "none", Exit: 2, Harness: "quock 0"}
	d.Add(document.Trace{Name: "a b.jsonl", File: "runs/a b.jsonl", Verdict: "fail"}, r, "")
	d.Add(document.Trace{Name: "evil", File: evil, Verdict: "none"}, nil, "its dialect is not known: "+evil)
	d.Add(document.Trace{Name: "-", File: "-", Verdict: "none"}, nil, "it is empty")
	return d
}

var _ = Describe("A document", func() {
	It("has each trace with its verdict and findings, understood or not, the verdict first", func() {
		var out bytes.Buffer
		Expect(sample().JSON(&out)).To(Succeed())
		Expect(out.String()).To(HavePrefix("{\n  \"verdict\": \"none\",\n  \"exit\": 2,"))
		Expect(out.String()).NotTo(ContainSubstring("\x1b"))
		Expect(out.String()).NotTo(ContainSubstring("\u202e"))
		var back document.Document
		Expect(json.Unmarshal(out.Bytes(), &back)).To(Succeed())
		Expect(back.Traces).To(HaveLen(3))
		first := back.Traces[0]
		Expect(first).To(And(HaveField("Dialect", "agentc"), HaveField("Verdict", "fail"), HaveField("Records", 5), HaveField("Understood", 4)))
		Expect(first.Findings).To(ContainElement(And(
			HaveField("Rule", "produce/closed"), HaveField("Line", 5), HaveField("Obliges", "MUST"), HaveField("File", "runs/a b.jsonl"),
			HaveField("Sentence", Not(BeEmpty())), HaveField("Message", ContainSubstring("call tu_9")),
		)))
		Expect(first.Findings).To(ContainElement(And(HaveField("Rule", "trace/unreadable"), HaveField("Level", "error"), HaveField("Line", 4))))
		Expect(first.Findings[0]).To(And(HaveField("Rule", "trace/outcome"), HaveField("Level", "error"), HaveField("Message", "incomplete")))
		Expect(back.Traces[2].Findings).To(ConsistOf(HaveField("Message", "it is empty")))
	})

	It("is valid SARIF", func() {
		var out bytes.Buffer
		Expect(sample().SARIF(&out)).To(Succeed())
		Expect(out.String()).NotTo(ContainSubstring("\x1b"))
		back, err := sarif.FromBytes(out.Bytes(), sarif.WithStrictValidation())
		Expect(err).NotTo(HaveOccurred())
		Expect(back.Validate()).To(Succeed())
		Expect(back.Version).To(Equal("2.1.0"))
		Expect(back.Runs).To(HaveLen(1))
		rules := map[string]int{}
		for i, rule := range back.Runs[0].Tool.Driver.Rules {
			rules[*rule.ID] = i
		}
		Expect(rules).To(HaveKey("produce/closed"))
		for _, r := range back.Runs[0].Results {
			Expect(r.RuleIndex).To(Equal(rules[*r.RuleID]), *r.RuleID)
			if *r.Message.Text == "it is empty" {
				Expect(r.Locations).To(BeEmpty(), "standard input is no file")
				continue
			}
			Expect(r.Locations).To(HaveLen(1))
			Expect(*r.Locations[0].PhysicalLocation.ArtifactLocation.URI).To(Or(Equal("runs/a%20b.jsonl"), HavePrefix("x%1B%5B2J")))
		}
		broken := sample()
		broken.Traces[0].Findings[0].Level = "fatal"
		out.Reset()
		Expect(broken.SARIF(&out)).To(Succeed())
		back, err = sarif.FromBytes(out.Bytes())
		Expect(err).NotTo(HaveOccurred())
		Expect(back.Validate()).NotTo(Succeed(), "the schema is really asked")
	})

	It("is annotations for errors and warnings, at their lines", func() {
		var out bytes.Buffer
		Expect(sample().GitHub(&out)).To(Succeed())
		Expect(out.String()).To(ContainSubstring("::error file=runs/a b.jsonl,line=4,title=trace/unreadable::malformed: "))
		Expect(out.String()).To(ContainSubstring("::error title=trace/none::it is empty\n"))
		Expect(out.String()).NotTo(ContainSubstring("::notice"))
		Expect(strings.Split(strings.TrimSpace(out.String()), "\n")).To(HaveEach(HavePrefix("::")))
	})
})
