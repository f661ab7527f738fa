package page_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/net/html"

	"github.com/quock-dev/quock/runner/page"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// A read page is what a browser has of it.
type read struct {
	text    string
	root    *html.Node
	data    page.Data
	policy  string
	scripts []string
	styles  []string
}

func parse(text []byte) *read {
	GinkgoHelper()
	root, err := html.Parse(bytes.NewReader(text))
	Expect(err).NotTo(HaveOccurred())
	r := &read{root: root}
	r.walk(root)
	return r
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func (r *read) walk(n *html.Node) {
	inside := ""
	if n.FirstChild != nil {
		inside = n.FirstChild.Data
	}
	switch {
	case n.Type == html.TextNode:
		r.text += n.Data
	case n.Data == "meta" && attribute(n, "http-equiv") == "Content-Security-Policy":
		r.policy = attribute(n, "content")
	case n.Data == "style":
		r.styles = append(r.styles, inside)
		return
	case n.Data == "script" && attribute(n, "type") == "application/json":
		Expect(json.Unmarshal([]byte(inside), &r.data)).To(Succeed())
		return
	case n.Data == "script":
		r.scripts = append(r.scripts, inside)
		return
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		r.walk(c)
	}
}

// elements are those with a name.
func (r *read) elements(name string) (all []*html.Node) {
	for n := range r.root.Descendants() {
		if n.Type == html.ElementNode && n.Data == name {
			all = append(all, n)
		}
	}
	return all
}

// isSafe holds what is promised of every page: the policy has the hashes of the one script
// and the one style sheet and allows nothing else, no element has a handler or a style,
// and nothing is fetched.
func (r *read) isSafe() {
	GinkgoHelper()
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	Expect(r.scripts).To(HaveLen(1))
	Expect(r.styles).To(HaveLen(1))
	Expect(r.policy).To(Equal("default-src 'none'; script-src " + hash(r.scripts[0]) + "; style-src " + hash(r.styles[0]) + "; img-src data:; base-uri 'none'; form-action 'none'"))
	for n := range r.root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		Expect(n.Data).NotTo(BeElementOf("img", "iframe", "object", "embed", "base", "form", "video"))
		for _, a := range n.Attr {
			Expect(a.Key).NotTo(HavePrefix("on"))
			Expect(a.Key).NotTo(BeElementOf("style", "src", "srcdoc", "action"))
			if a.Key == "href" {
				Expect(a.Val).To(Or(HavePrefix("#"), Equal("data:,")))
			}
		}
	}
	for _, steers := range []string{"\x1b", "\u202e", "\u2066", "\x00", "\u200b"} {
		Expect(r.text).NotTo(ContainSubstring(steers))
	}
}

const (
	began   = `{"type":"interaction","session_id":"s1","role":"assistant","parent_session_id":null,"user_session_id":"s1","started":true,"id":"e1"}`
	asked   = `{"type":"tool_call","session_id":"s1","role":"assistant","parent_session_id":null,"user_session_id":"s1","active":true,"vendor":"anthropic","tool_calls":[{"id":"c1","type":"tool_use","name":"read","input":""}],"tool_results":null}`
	child   = `{"type":"interaction","session_id":"s2","role":"assistant","parent_session_id":"s1","user_session_id":"s1","started":true,"id":"e2"}`
	want    = `{"outcome":"open","sessions":[{"id":"s1","parent":null,"parent_call":null,"agent":null,"status":"open","turns":[{"status":"open","stop_reason":null,"error":null,"usage":null}],"messages":null,"held":null,"abandoned":null,"orphans":null,"unattributed":null},{"id":"s2","parent":"s1","parent_call":null,"agent":null,"status":"open","turns":[{"status":"open","stop_reason":null,"error":null,"usage":null}],"messages":null,"held":null,"abandoned":null,"orphans":null,"unattributed":null}],"active":[{"session":"s1","call":"c1","name":"read","phase":"executing"}],"agents":null,"quota":{"limited":false,"window":null},"anomalies":null}`
	without = `{"outcome":"","sessions":[{"id":"s1"},{"id":"s2"}]}`
)

// aLog is a log with one deviation and one finding, of a candidate of a name.
func aLog(name string) *report.Log {
	values := spec.PolicyValues()
	example := report.Example{
		Case: "generated/agentc/1", Dialect: "agentc", Records: 3, Stream: began + "\n" + asked + "\n" + child + "\n", End: spec.EOF,
		Position: 3, Agreed: []int{0, 1}, Expected: json.RawMessage(want), Seen: json.RawMessage(without), Replay: "start-drops-all.txtar",
	}
	return &report.Log{
		Header: report.Header{
			Log: report.Version, Harness: "quock 0.1.0", Seed: 7, Corpus: "c0ffee", Dialects: []string{"agentc"}, Level: "degraded", Cases: 2,
			Candidate: report.Candidate{
				Command: []string{"node", "my reader.mjs"}, Name: name, Version: "1.2.0", Role: "reducer", Dialects: []string{"agentc"},
				Observes: spec.PartsOf(spec.ObserveMessages, spec.ObserveCalls, spec.ObserveActive),
				Policies: spec.Policies{HeldAttach: values["held-attach"][0], ArgumentsComplete: values["arguments-complete"][0]},
			},
		},
		Cases: []report.Case{
			{Number: 1, Name: "generated/agentc/1", Dialect: "agentc", Records: 3, Verdict: spec.Fail, Rules: []report.RuleVerdict{{Rule: "session/non-interference", Verdict: spec.Fail}}, Example: example,
				Findings: []spec.Finding{{Rule: "session/non-interference", Verdict: spec.Fail, Case: "generated/agentc/1", Dialect: "agentc", Position: 3, Replay: "session.txtar",
					Differences: []spec.Difference{{Path: `active["s1"]["c1"]`, Kind: spec.Missing, Part: spec.ObserveActive, Want: `{"call":"c1"}`}}}}},
			{Number: 2, Name: "generated/agentc/2", Dialect: "agentc", Records: 3, Verdict: spec.Pass, Rules: []report.RuleVerdict{{Rule: "attach/by-id", Verdict: spec.Pass}}},
		},
		Footer: &report.Footer{Cases: 2, Diagnosis: &report.Diagnosis{Of: 1, Failing: 1, Explained: 1, Deviations: []report.Diagnosed{
			{Name: "start-drops-all", Sentence: "The start of a turn drops all.", Rules: []string{"session/non-interference"}, Cases: 2, Example: example},
		}}},
	}
}

// hostileLog is a log in which every text is made to break a page.
func hostileLog() *report.Log {
	hostile := "</script><script>alert(1)</script><img src=x onerror=alert(1)>\u202e\x1b[31m\u200b\x00\"'`{{.}}${x}<!--"
	l := aLog(hostile)
	l.Header.Candidate.Version, l.Header.Level, l.Header.Corpus = hostile, hostile, hostile
	l.Header.Candidate.Command = []string{hostile}
	c := &l.Cases[0]
	c.Name, c.Rules[0].Rule, c.Stderr = hostile, hostile, hostile
	f := &c.Findings[0]
	f.Rule, f.Case, f.Detail, f.Replay, f.Differences[0].Path, f.Differences[0].Want = hostile, hostile, hostile, hostile, hostile, hostile
	f.Faults = []spec.Fault{{Name: hostile, Call: hostile}}
	d := &l.Footer.Diagnosis.Deviations[0]
	text, _ := json.Marshal(hostile)
	d.Name, d.Sentence, d.Rules = hostile, hostile, []string{hostile}
	d.Example.Stream = strings.Replace(d.Example.Stream, `"read"`, string(text), 1) + hostile[:20] + "\n{\"__proto__\":{\"x\":1}}\n" +
		strings.NewReplacer(`"s2"`, `"a"`, `"s1"`, `"b"`).Replace(child) + "\n" + strings.NewReplacer(`"s2"`, `"b"`, `"s1"`, `"a"`).Replace(child) + "\n" + strings.ReplaceAll(child, `"s2"`, `"`+strings.Repeat("x", 1<<20)+`"`) + "\n"
	d.Example.Records = 8
	d.Example.Seen = json.RawMessage(`{"sessions":[{"id":` + string(text) + `}],"active":[{"session":"__proto__","call":` + string(text) + `}]}`)
	return l
}

func reported(l *report.Log) *read {
	GinkgoHelper()
	var to bytes.Buffer
	Expect(page.Report(&to, l, "FAIL: 1 rule fails", report.Text{Folder: ".quock/x"})).To(Succeed())
	return parse(to.Bytes())
}

var _ = Describe("The page of a report", func() {
	It("says without a script what the text report says", func() {
		l := aLog("my-reader")
		p := reported(l)
		p.isSafe()
		rule, _ := spec.RuleByID("session/non-interference")
		for _, words := range []string{
			"FAIL: 1 rule fails", "my-reader 1.2.0", "c0ffee", "quock 0.1.0", "start-drops-all", "The start of a turn drops all.", rule.Sentence,
			"1 fail", "1 pass", `active["s1"]["c1"]`, "after record 3", "child s2 of A", began, "- active call\n-   session: \"s1\"",
			"quock replay .quock/x/start-drops-all.txtar -- node 'my reader.mjs'", "quock replay .quock/x/session.txtar -- node 'my reader.mjs'",
		} {
			Expect(p.text).To(ContainSubstring(words))
		}
		var text strings.Builder
		Expect(report.Text{Folder: ".quock/x"}.Write(&text, l)).To(Succeed())
		Expect(text.String()).To(ContainSubstring("quock replay .quock/x/session.txtar -- node 'my reader.mjs'"), "the command is the terminal's")
	})

	It("puts expected beside seen at each record, and marks what the comparison marks", func() {
		steps := reported(aLog("x")).data.Examples[0].Steps
		Expect(steps).To(HaveLen(3))
		Expect([]string{steps[0].State, steps[1].State, steps[2].State}).To(Equal([]string{"agrees", "unasked", "differs"}))
		var marked []string
		for _, row := range steps[2].Rows {
			if row.Mark != "" {
				marked = append(marked, row.Mark+" "+row.Want+row.Got)
			} else {
				Expect(row.Want).To(Equal(row.Got), "nothing else differs")
			}
			Expect(row.Want).NotTo(HavePrefix("turn"), "turns are not observed")
		}
		Expect(marked).To(Equal([]string{"missing active call", `missing session: "s1"`, `missing call: "c1"`, `missing name: "read"`, `missing phase: "executing"`}))
	})

	It("shows no expectation of its own where the run judged by another one", func() {
		l := aLog("x")
		e := &l.Footer.Diagnosis.Deviations[0].Example
		e.Expected = json.RawMessage(strings.Replace(want, `"name":"read"`, `"name":"other"`, 1))
		steps := reported(l).data.Examples[0].Steps
		Expect(steps).To(HaveLen(1))
		Expect(steps[0].State).To(Equal("differs"))
	})

	It("says what is not there: a stream that the log left out, an unknown dialect, a log that was cut off", func() {
		l := aLog("x")
		l.Footer.Diagnosis.Deviations[0].Example = report.Example{LeftOut: 70_000}
		l.Cases[0].Example.Dialect = "of-tomorrow"
		Expect(reported(l).text).To(And(ContainSubstring("it has 70000 bytes"), ContainSubstring("of-tomorrow")))
		l.Footer = nil
		Expect(reported(l).text).To(ContainSubstring("the log is cut off"))
	})

	It("runs nothing that a candidate or a stream says, and lets none of it steer the eye", func() {
		l := hostileLog()
		p := reported(l)
		p.isSafe()
		data, err := json.Marshal(p.data)
		Expect(err).NotTo(HaveOccurred())
		Expect(string(data)).NotTo(ContainSubstring("\u202e"))
		Expect(len(data)).To(BeNumerically("<", 200_000), "an id of a megabyte is cut")
		Expect(p.data.Examples[0].Layout.Sessions).To(ContainElements(HaveField("ID", "a"), HaveField("ID", "b")))
	})

	It("is the same again", func() {
		var one, two bytes.Buffer
		Expect(page.Report(&one, aLog("x"), "", report.Text{})).To(Succeed())
		Expect(page.Report(&two, aLog("x"), "", report.Text{})).To(Succeed())
		Expect(one.String()).To(Equal(two.String()))
	})
})

var _ = Describe("A board", func() {
	It("has the versions of a candidate in order, a cell for each rule, and what changed between them", func() {
		old, newer, other := aLog("reader"), aLog("reader"), aLog("another")
		old.Header.Candidate.Version, newer.Header.Candidate.Version = "1.9.0", "1.10.0"
		newer.Cases[0].Verdict, newer.Cases[0].Findings, newer.Cases[0].Rules[0].Verdict, newer.Footer.Diagnosis = spec.Pass, nil, spec.Pass, nil
		var to bytes.Buffer
		Expect(page.Board(&to, []*report.Log{newer, old, other})).To(Succeed())
		p := parse(to.Bytes())
		p.isSafe()
		var cells []string
		for _, row := range p.elements("tr") {
			text := strings.Join(strings.Fields((&read{root: row}).words()), " ")
			if strings.HasPrefix(text, "rule ") || strings.HasPrefix(text, "session/non-interference") {
				cells = append(cells, text)
			}
		}
		Expect(cells).To(Equal([]string{"rule another 1.2.0 reader 1.9.0 reader 1.10.0", "session/non-interference ✕ FAIL ✕ FAIL ✓ pass"}))
		Expect(p.text).To(And(ContainSubstring("reader 1.9.0 → 1.10.0"), ContainSubstring("gone"), ContainSubstring("failed before and passes now")))
		Expect(p.text).NotTo(ContainSubstring("another 1.2.0 →"))
	})

	// The order is that of Semantic Versioning 2.0.0, section 11.
	It("has the versions in one order, whatever the order of the logs", func() {
		ordered := []string{"0.9.0", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.9.0", "1.10.0", "1.1x.0", "2.0.0"}
		for turn := range ordered {
			var logs []*report.Log
			for i := range ordered {
				l := aLog("reader")
				l.Header.Candidate.Version = ordered[(i*5+turn)%len(ordered)]
				logs = append(logs, l)
			}
			var to bytes.Buffer
			Expect(page.Board(&to, logs)).To(Succeed())
			p := parse(to.Bytes())
			Expect(strings.Join(strings.Fields((&read{root: p.elements("tr")[len(ordered)+1]}).words()), " ")).To(
				Equal("rule reader "+strings.Join(ordered, " reader ")), "turn %d", turn)
		}
	})

	It("compares no two logs of one name that read other dialects", func() {
		chat, responses := aLog("reader"), aLog("reader")
		chat.Header.Dialects, responses.Header.Dialects = []string{"openai:chat"}, []string{"openai:responses"}
		var to bytes.Buffer
		Expect(page.Board(&to, []*report.Log{chat, responses})).To(Succeed())
		p := parse(to.Bytes())
		Expect(p.text).To(And(ContainSubstring("of openai:chat"), ContainSubstring("of openai:responses"), Not(ContainSubstring("changed since"))))
	})

	It("says of each candidate which rules fail and where its changes stand, and once how all were run", func() {
		old, newer := aLog("reader"), aLog("reader")
		old.Header.Candidate.Version, newer.Header.Candidate.Version = "1.9.0", "1.10.0"
		rows := func() (text string, candidates []string) {
			var to bytes.Buffer
			Expect(page.Board(&to, []*report.Log{old, newer})).To(Succeed())
			p := parse(to.Bytes())
			for _, row := range p.elements("tr") {
				if cells := strings.Join(strings.Fields((&read{root: row}).words()), " "); strings.HasPrefix(cells, "✕ fail") {
					candidates = append(candidates, cells)
				}
			}
			return p.text, candidates
		}
		text, candidates := rows()
		Expect(candidates).To(HaveExactElements(
			And(HavePrefix("✕ fail reader 1.9.0"), ContainSubstring("session/non-interference"), Not(ContainSubstring("changed since"))),
			And(HavePrefix("✕ fail reader 1.10.0"), ContainSubstring("session/non-interference"), HaveSuffix("changed since 1.9.0")),
		))
		Expect(strings.Count(text, "seed "+strconv.FormatUint(old.Header.Seed, 10))).To(Equal(1))

		newer.Header.Seed++
		_, candidates = rows()
		Expect(candidates).To(HaveExactElements(ContainSubstring("seed "), ContainSubstring("seed ")))
	})
})

// words are the texts of an element, a blank between them.
func (r *read) words() string {
	var all []string
	for n := range r.root.Descendants() {
		if n.Type == html.TextNode {
			all = append(all, n.Data)
		}
	}
	return strings.Join(all, " ")
}
