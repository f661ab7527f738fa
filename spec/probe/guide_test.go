package probe_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// An exchangeLine is one of the exchange in the guide.
type exchangeLine struct {
	candidate bool
	json      string
}

// message is the name of the line's type in the schema.
func (l exchangeLine) message() string {
	var head struct {
		Op    string `json:"op"`
		Probe int    `json:"probe"`
	}
	Expect(json.Unmarshal([]byte(l.json), &head)).To(Succeed(), l.json)
	switch {
	case head.Op == "hello":
		return "Hello"
	case head.Op == "run":
		return "RunRequest"
	case head.Op == "quit":
		return "Quit"
	case head.Probe > 0:
		return "HelloReply"
	}
	return "RunReply"
}

// exchange is the worked example of the guide, each line unwrapped.
func exchange() []exchangeLine {
	_, section, found := strings.Cut(probe.Guide, "## 9. A full exchange")
	Expect(found).To(BeTrue())
	_, block, _ := strings.Cut(section, "```\n")
	block, _, _ = strings.Cut(block, "```")
	var lines []exchangeLine
	for _, part := range regexp.MustCompile(`(?m)^[→←] `).Split(block, -1)[1:] {
		lines = append(lines, exchangeLine{json: strings.Join(strings.Fields(part), " ")})
	}
	for i, mark := range regexp.MustCompile(`(?m)^[→←]`).FindAllString(block, -1) {
		lines[i].candidate = mark == "←"
	}
	return lines
}

var _ = Describe("The guide", func() {
	It("shows an exchange that the codec takes, in both directions", func() {
		lines := exchange()
		Expect(lines).To(HaveLen(5))
		var hello *probe.HelloReply
		var run *probe.RunRequest
		for _, line := range lines {
			var bad *probe.ProtocolError
			switch line.message() {
			case "HelloReply":
				hello, bad = probe.ParseHelloReply([]byte(line.json), probe.DefaultLimits())
			case "RunReply":
				_, bad = probe.NewContract(hello, probe.DefaultLimits()).ParseRunReply([]byte(line.json), run)
			default:
				var request *probe.Request
				request, bad = probe.ParseRequest([]byte(line.json), probe.DefaultLimits())
				if bad == nil && request.Run != nil {
					run = request.Run
				}
			}
			Expect(bad).To(BeNil(), line.json)
		}
	})

	It("names every anomaly, part, policy, status and kind of event", func() {
		var names []string
		for _, kind := range spec.AnomalyKinds() {
			names = append(names, string(kind))
		}
		for _, kind := range spec.Kinds() {
			names = append(names, kind.String())
		}
		for policy, values := range spec.PolicyValues() {
			names = append(append(names, policy), values...)
		}
		names = slices.Concat(names, probe.PartNames(), spec.FieldNames(), spec.StreamModes())
		for _, name := range names {
			Expect(probe.Guide).To(ContainSubstring("`"+name+"`"), name)
		}
	})

	It("names every field of every message and of the transcript", func() {
		var document struct {
			Definitions map[string]struct {
				Properties map[string]any `json:"properties"`
			} `json:"$defs"`
		}
		Expect(json.Unmarshal(probe.Schema, &document)).To(Succeed())
		Expect(len(document.Definitions)).To(BeNumerically(">", 10))
		for name, definition := range document.Definitions {
			for field := range definition.Properties {
				Expect(probe.Guide).To(MatchRegexp(`[`+"`"+`."\]]`+field+"[`\"]"), name+"."+field)
			}
		}
	})

	It("links to sections that it has", func() {
		for _, link := range regexp.MustCompile(`\]\(#([^)]*)\)`).FindAllStringSubmatch(probe.Guide, -1) {
			heading := strings.ReplaceAll(strings.TrimLeft(link[1], "0123456789-"), "-", " ")
			Expect(strings.ToLower(probe.Guide)).To(MatchRegexp(`## \d+\. ` + heading))
		}
	})
})
