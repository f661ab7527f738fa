package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestDrop(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "drop")
}

const turn = `{"kind":"turn.start","session":"main"}
{"kind":"text","session":"main","message":"m","text":"Low tide."}
{"kind":"message.close","session":"main","message":"m"}
{"kind":"turn.end","session":"main","status":"completed"}
`

// hostile is a stream that is made to break a page.
const hostile = `{"kind":"turn.start","session":"</script><style>*{display:none}</style><script>document.title='ran'</script>"}
{"kind":"text","session":"__proto__","message":"constructor","text":"<img src=http://127.0.0.1:1/x onerror=document.title='ran'>\u202e\u0000"}
{"kind":"call.open","session":"__proto__","message":"m","call":"toString","name":"<style>*{}</style>","args":"{\"__proto__\":{\"polluted\":true}}"}
{"kind":"session.open","session":"a","parent":"b"}
{"kind":"session.open","session":"b","parent":"a"}
`

// hostileTraces are forty: each of eight texts in five places of a stream.
func hostileTraces() map[string]string {
	all := map[string]string{}
	for i, text := range []string{
		"</script><script>document.title='ran'</script>", "<img src=http://127.0.0.1:1/x onerror=document.title='ran'>",
		"</style><style>*{display:none}</style>", "<svg onload=document.title='ran'><a href=javascript:document.title='ran'>",
		"__proto__", "\u202e\x1b[31m\u200b\x00", "<iframe srcdoc='<script>parent.document.title=1</script>'></iframe><base href=http://127.0.0.1:1/>",
		strings.Repeat("${document.title='ran'}{{.}}", 40_000),
	} {
		for place := range 5 {
			values := [5]string{"main", "m", "read", `{"__proto__":{"polluted":true}}`, "x"}
			values[place] = text
			var b strings.Builder
			for _, record := range []map[string]string{
				{"kind": "turn.start", "session": values[0]}, {"kind": "session.open", "session": "a", "parent": values[0]}, {"kind": "session.open", "session": values[0], "parent": "a"},
				{"kind": "text", "session": values[0], "message": values[1], "text": values[4]},
				{"kind": "call.open", "session": values[0], "message": values[1], "call": values[1], "name": values[2], "args": values[3]},
				{"kind": "call.done", "session": values[0], "call": values[1], "result": values[4]}, {"kind": values[4], "session": values[0]},
			} {
				line, err := json.Marshal(record)
				Expect(err).NotTo(HaveOccurred())
				b.Write(append(line, '\n'))
			}
			all[fmt.Sprintf("hostile/%d-%d.jsonl", i, place)] = b.String()
		}
	}
	return all
}

func written(folder string, files map[string]string) string {
	GinkgoHelper()
	for name, text := range files {
		path := filepath.Join(folder, name)
		Expect(os.MkdirAll(filepath.Dir(path), 0o777)).To(Succeed())
		Expect(os.WriteFile(path, []byte(text), 0o600)).To(Succeed())
	}
	return folder
}

var _ = Describe("Reading what was dropped", func() {
	var out, in string
	BeforeEach(func() {
		out = GinkgoT().TempDir()
		in = written(GinkgoT().TempDir(), map[string]string{"good.jsonl": turn, "sub/odd.jsonl": "{\"a\":\n"})
	})

	It("draws one trace, and lists several with the one that cannot be read", func() {
		Expect(run([]string{"check", out, filepath.Join(in, "good.jsonl")})).To(Succeed())
		Expect(os.ReadFile(filepath.Join(out, "page.html"))).To(ContainSubstring("Low tide."))
		Expect(run([]string{"check", out, in})).To(Succeed())
		text, err := os.ReadFile(filepath.Join(out, "list.json"))
		Expect(err).NotTo(HaveOccurred())
		var all []listed
		Expect(json.Unmarshal(text, &all)).To(Succeed())
		Expect(all).To(HaveExactElements(
			listed{Name: filepath.Join(in, "good.jsonl"), Verdict: "pass: successful", Passed: true},
			And(HaveField("Verdict", HavePrefix("not read: ")), HaveField("Passed", false))))
	})

	It("opens one of several, and says which it does not have", func() {
		Expect(run([]string{"check", out, in, "0"})).To(Succeed())
		Expect(os.ReadFile(filepath.Join(out, "page.html"))).To(ContainSubstring("Low tide."))
		Expect(run([]string{"check", out, in, "1"})).To(MatchError(ContainSubstring("odd.jsonl")))
		for _, n := range []string{"2", "-1", "x"} {
			Expect(run([]string{"check", out, in, n})).To(MatchError(ContainSubstring("there is none")), n)
		}
		Expect(run([]string{"check", out, filepath.Join(in, "gone")})).To(MatchError(ContainSubstring("gone")))
	})

	It("draws the beginning of what is too large, without a verdict, and says what reads the whole", func() {
		defer func(bytes int64, records int) { mostBytes, mostRecords = bytes, records }(mostBytes, mostRecords)
		path := filepath.Join(written(in, map[string]string{"my trace.jsonl": turn}), "my trace.jsonl")
		for _, narrow := range []func(){func() { mostBytes = int64(len(turn)) - 1 }, func() { mostBytes, mostRecords = 1<<20, 3 }} {
			narrow()
			Expect(run([]string{"check", out, path})).To(Succeed())
			page, err := os.ReadFile(filepath.Join(out, "page.html"))
			Expect(err).NotTo(HaveOccurred())
			Expect(string(page)).To(And(
				ContainSubstring("Low tide."), ContainSubstring("the reading breaks off"), Not(ContainSubstring("FAIL")),
				MatchRegexp("no verdict: the page reads at most .* in a terminal: quock check &#39;"+path+"&#39;"),
			))
			Expect(run([]string{"distill", out, path})).To(MatchError(ContainSubstring("in a terminal: quock distill '" + path + "'")))
		}
	})
})
