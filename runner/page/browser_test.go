package page_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/lanes"
	"github.com/quock-dev/quock/runner/page"
	"github.com/quock-dev/quock/runner/report"
)

// needs skips visibly what needs packages of npm, or a browser.
func needs(programs ...string) (paths []string) {
	GinkgoHelper()
	for _, name := range programs {
		path, err := exec.LookPath(name)
		if err != nil {
			Skip("there is no " + name)
		}
		paths = append(paths, path)
	}
	if _, err := os.Stat("node_modules"); err != nil {
		Skip("the packages are not installed: npm ci in runner/page")
	}
	return paths
}

// browser is the first browser that there is.
func browser() string {
	GinkgoHelper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	Skip("there is no Chromium")
	return ""
}

var _ = Describe("The script of the page", func() {
	It("is what its sources build to", func(ctx SpecContext) {
		needs("node")
		built := filepath.Join(GinkgoT().TempDir(), "script.js")
		args := []string{"--bundle", "--format=iife", "--target=es2022", "--charset=ascii", "--legal-comments=none", "--log-level=warning", "--outfile=" + built}
		out, err := exec.CommandContext(ctx, filepath.Join("node_modules", ".bin", "esbuild"), append([]string{"script/main.ts"}, args...)...).CombinedOutput()
		Expect(err).NotTo(HaveOccurred(), string(out))
		fresh, err := os.ReadFile(built)
		Expect(err).NotTo(HaveOccurred())
		committed, err := os.ReadFile("script.js")
		Expect(err).NotTo(HaveOccurred())
		Expect(committed).To(Equal(fresh), `run "make page"`)
		setup, err := os.ReadFile("package.json")
		Expect(err).NotTo(HaveOccurred())
		Expect(string(setup)).To(ContainSubstring(strings.Join(args[:len(args)-1], " ")), "the build has the same options")
	}, SpecTimeout(time.Minute))
})

// looked is what look.mjs says of a page.
type looked struct {
	Bad                      []string
	Axe                      []string
	Title                    string
	MS                       int
	Last, Before, First      position
	Again                    []string
	Opened                   *string
	Printed, Visible         bool
	Polluted                 bool
	Scripts, Rows            int
	Elements, ElementsAtEnd  int
	End, Record, Bare        string
	Rules                    map[string][]string
	OnScreen                 []bool
	All, Session, Tool, Odd  list
	Search, Folded, Unfolded list
}

type position struct {
	Place, Record                string
	Rows, Current, Marked, State []string
}

type list struct {
	Found string
	Words []string
}

var _ = Describe("In a browser", Ordered, func() {
	var seen map[string]looked

	BeforeAll(func() {
		paths := append(needs("node"), browser())
		folder := GinkgoT().TempDir()
		for name, text := range lookedAt() {
			Expect(os.WriteFile(filepath.Join(folder, name+".html"), text, 0o600)).To(Succeed())
		}
		ctx, stop := context.WithTimeout(context.Background(), 2*time.Minute)
		defer stop()
		look := exec.CommandContext(ctx, paths[0], "browser/look.mjs", paths[1], folder)
		look.Env = append(os.Environ(), "HOME="+folder)
		var errs bytes.Buffer
		look.Stderr = &errs
		out, err := look.Output()
		Expect(err).NotTo(HaveOccurred(), errs.String())
		Expect(json.Unmarshal(out, &seen)).To(Succeed())
		for name, p := range seen {
			fmt.Fprintf(GinkgoWriter, "%s: %d ms\n", name, p.MS)
		}
	})

	It("no page asks for anything, fails or warns, whatever is in it", func() {
		Expect(seen).To(HaveLen(7))
		for name, p := range seen {
			Expect(p.Bad).To(BeEmpty(), name)
			Expect(p.Polluted).To(BeFalse(), name)
			Expect(p.Title).To(HaveSuffix("· quock"), name)
		}
		Expect(seen["hostile"].Scripts).To(Equal(2))
		Expect(seen["hostile"].Rows).To(And(BeNumerically(">", 10), BeNumerically("<", 100)))
		Expect(seen["hostile-report"].Scripts).To(Equal(2))
	})

	It("axe finds nothing serious, in light and dark", func() {
		for _, name := range []string{"report", "trace", "board"} {
			Expect(seen[name].Axe).To(BeEmpty(), name)
		}
	})

	It("an example opens where the two sides differ, and steps by slider, key and click", func() {
		p := seen["report"]
		Expect(p.Last.Place).To(Equal("after record 3 of 3"))
		Expect(p.Last.Rows).To(ContainElement(ContainSubstring("child s2 of A")))
		Expect(p.Last.Current).To(ConsistOf(ContainSubstring("child s2")))
		Expect(p.Last.Marked).To(ContainElement(ContainSubstring("active call")))
		Expect(p.Last.Record).To(ContainSubstring(`"session_id": "s2"`))
		Expect(p.Before.Place).To(Equal("after record 2 of 3"))
		Expect(p.Before.State).To(ConsistOf("the candidate was not asked here"))
		Expect(p.First.Place).To(Equal("after record 1 of 3"))
		Expect(p.First.State).To(ConsistOf("the same, in all that the candidate observes"))
		Expect(p.Opened).NotTo(BeNil(), "a link to a finding opens it")
	})

	It("the lanes of a long example scroll with the slider", func() {
		Expect(seen["long"].OnScreen).To(Equal([]bool{true, true, true, true}))
	})

	It("the rules of a report are filtered by text, family and verdict, with keys alone, and printed whole", func() {
		Expect(seen["report"].Rules).To(Equal(map[string][]string{
			"all": {"2 rules", "attach/by-id", "session/non-interference"}, "text": {"1 of 2 rules", "attach/by-id"},
			"family": {"1 of 2 rules", "attach/by-id"}, "fail": {"1 of 2 rules", "session/non-interference"},
		}))
		Expect(seen["report"].Printed).To(BeTrue())
	})

	It("the command to copy is the terminal's", func() {
		l := aLog("my-reader")
		text := report.Text{Folder: ".quock/x"}
		Expect(seen["report"].Again).To(Equal([]string{text.Again(l, "start-drops-all.txtar"), text.Again(l, "session.txtar")}))
	})

	It("a trace is filtered by session, tool, anomaly and search, and folded", func() {
		p := seen["trace"]
		Expect(p.All.Words).To(HaveLen(len(strings.Split(strings.TrimSpace(p.Bare), "\n")) - 2)) // without title and sums
		Expect(p.Session.Words).To(HaveEach(Or(ContainSubstring("child"), ContainSubstring("Hm."), ContainSubstring("session ends"), ContainSubstring("never seen"), ContainSubstring("!"))))
		Expect(len(p.Session.Words)).To(BeNumerically("<", len(p.All.Words)))
		Expect(p.Tool.Words).To(And(Not(BeEmpty()), HaveEach(ContainSubstring("task"))))
		Expect(p.Odd.Words).To(ContainElement(ContainSubstring("!")))
		Expect(p.Search.Words).To(HaveLen(1))
		Expect(p.Folded.Words).To(ContainElement(ContainSubstring("child")))
		Expect(p.Folded.Words).NotTo(ContainElement(ContainSubstring("Hm.")))
		Expect(p.Unfolded.Words).To(Equal(p.All.Words))
		Expect(p.Record).To(ContainSubstring(`"kind": "session.open"`))
	})

	It("many records, by night a hundred thousand, are few elements", func() {
		p := seen["large"]
		Expect(p.Elements).To(And(BeNumerically(">", 10), BeNumerically("<", 100)))
		Expect(p.ElementsAtEnd).To(And(BeNumerically(">", 10), BeNumerically("<", 100)))
		Expect(p.End).To(ContainSubstring("breaks produce/closed"), "the last line")
	})

	It("a page is read without a script, and printed whole", func() {
		Expect(seen["trace"].Bare).To(ContainSubstring("says: Hm."))
		Expect(seen["trace"].Visible).To(BeTrue())
		Expect(seen["report"].Bare).To(ContainSubstring("child s2 of A"))
		Expect(seen["report"].Visible).To(BeTrue())
		Expect(seen["report"].Printed).To(BeTrue())
	})
})

// lookedAt are the pages that the browser opens, by name.
func lookedAt() map[string][]byte {
	GinkgoHelper()
	all := map[string][]byte{
		"trace": streamed(lanes.Options{Title: "a trace"}, page.Head{Command: "check", Title: "a trace", Verdict: "FAIL: it failed", Check: "said"},
			`{"kind":"turn.start","session":"main"}`, `{"kind":"text","session":"main","message":"m1","text":"Low tide.","extra":"only in the record"}`,
			`{"kind":"call.open","session":"main","message":"m1","call":"c1","name":"task","args":"{}"}`,
			`{"kind":"session.open","session":"one","parent":"main","parent_call":"c1","agent":"scout"}`,
			`{"kind":"text","session":"one","message":"m1","text":"Hm."}`, `{"kind":"call.done","session":"one","call":"c9","result":"x"}`,
			`{"kind":"session.close","session":"one"}`, `{"kind":"call.done","session":"main","call":"c1","result":"seen"}`, `{"kind":"turn.end","session":"main"}`),
		"hostile": streamed(lanes.Options{}, page.Head{Command: "show", Title: "<script>"}, hostileRecords()...),
	}
	var large []string
	calls := 5_000
	if os.Getenv("QUOCK_NIGHTLY") != "" {
		calls = 50_000
	}
	for i := range calls {
		large = append(large, fmt.Sprintf(`{"kind":"call.open","session":"s%d","message":"m","call":"c%d","name":"read","args":"{}"}`, i%5, i), fmt.Sprintf(`{"kind":"call.done","session":"s%d","call":"c%d","result":"x"}`, i%5, i))
	}
	all["large"] = streamed(lanes.Options{}, page.Head{Command: "show", Title: "large"}, large...)
	var to bytes.Buffer
	Expect(page.Report(&to, aLog("my-reader"), "FAIL: 1 rule fails", report.Text{Folder: ".quock/x"})).To(Succeed())
	all["report"] = bytes.Clone(to.Bytes())
	to.Reset()
	long := aLog("long")
	e := &long.Footer.Diagnosis.Deviations[0].Example
	for i := range 40 {
		e.Stream += strings.Replace(asked, `"c1"`, fmt.Sprintf(`"c%d"`, i+2), 1) + "\n"
	}
	e.Records, e.Position = 43, 43
	Expect(page.Report(&to, long, "FAIL: 1 rule fails", report.Text{})).To(Succeed())
	all["long"] = bytes.Clone(to.Bytes())
	to.Reset()
	Expect(page.Report(&to, hostileLog(), "FAIL", report.Text{})).To(Succeed())
	all["hostile-report"] = bytes.Clone(to.Bytes())
	to.Reset()
	Expect(page.Board(&to, []*report.Log{aLog("one"), aLog("one"), aLog("two")})).To(Succeed())
	all["board"] = bytes.Clone(to.Bytes())
	return all
}
