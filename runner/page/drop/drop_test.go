package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
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
		strings.Repeat("${document.title='ran'}{{.}}", 20_000),
	} {
		for place := range 5 {
			said := [5]string{"main", "m", "read", `{"__proto__":{"polluted":true}}`, "x"}
			said[place] = text
			var b strings.Builder
			for _, record := range []map[string]string{
				{"kind": "turn.start", "session": said[0]}, {"kind": "session.open", "session": "a", "parent": said[0]}, {"kind": "session.open", "session": said[0], "parent": "a"},
				{"kind": "text", "session": said[0], "message": said[1], "text": said[4]},
				{"kind": "call.open", "session": said[0], "message": said[1], "call": said[1], "name": said[2], "args": said[3]},
				{"kind": "call.done", "session": said[0], "call": said[1], "result": said[4]}, {"kind": said[4], "session": said[0]},
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

	It("reads no more than fits, and says what reads the rest", func() {
		defer func(n int64) { mostBytes = n }(mostBytes)
		mostBytes = int64(len(turn)) - 1
		Expect(run([]string{"check", out, filepath.Join(in, "good.jsonl")})).To(MatchError(ContainSubstring("in a terminal there is room: quock check")))
	})
})

// A job is what browser/drop.mjs does, and seen what it saw.
type job struct {
	Name    string   `json:"name"`
	Paths   []string `json:"paths"`
	Folder  bool     `json:"folder"`
	Open    *int     `json:"open,omitempty"`
	Cancel  bool     `json:"cancel"`
	Axe     bool     `json:"axe"`
	Distill bool     `json:"distill"`
	Cut     string   `json:"cut,omitempty"`
	Drag    bool     `json:"drag"`
	Each    bool     `json:"each"`
}

type seen struct {
	Bad, Asked, Rows, Listed, Axe, Each     []string
	State, Title, Verdict, Saved, Cancelled string
	MS, Scripts                             int
	Polluted                                bool
	Said                                    string
	Fixtures                                map[string]string
}

func in(name string) string {
	GinkgoHelper()
	path, err := exec.LookPath(name)
	if err != nil {
		Skip("there is no " + name)
	}
	return path
}

// do runs a program to its end.
func do(folder, name string, args ...string) (out, errs string, err error) {
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = folder
	var to, errTo bytes.Buffer
	cmd.Stdout, cmd.Stderr = &to, &errTo
	err = cmd.Run()
	return to.String(), errTo.String(), err
}

var _ = Describe("The page in a browser", Ordered, func() {
	var quock, built, chromium string
	large := 20 << 20

	var flags []string // more of Chromium
	look := func(url string, jobs ...job) map[string]seen {
		GinkgoHelper()
		text, err := json.Marshal(jobs)
		Expect(err).NotTo(HaveOccurred())
		out, errs, err := do("..", "node", append([]string{"browser/drop.mjs", chromium, url, string(text)}, flags...)...)
		Expect(err).NotTo(HaveOccurred(), errs)
		all := map[string]seen{}
		Expect(json.Unmarshal([]byte(out), &all)).To(Succeed())
		return all
	}

	BeforeAll(func() {
		if os.Getenv("QUOCK_NIGHTLY") == "" {
			Skip("building the module takes a minute of processor time: QUOCK_NIGHTLY=1")
		}
		in("node")
		chromium = in("chromium")
		if _, err := os.Stat("../node_modules"); err != nil {
			Skip("the packages are not installed: npm ci in runner/page")
		}
		built, quock = GinkgoT().TempDir(), filepath.Join(GinkgoT().TempDir(), "quock")
		_, errs, err := do("..", "node", "drop/build.mjs", built)
		Expect(err).NotTo(HaveOccurred(), errs)
		_, errs, err = do(".", "go", "build", "-o", quock, "../../cmd/quock")
		Expect(err).NotTo(HaveOccurred(), errs)
	})

	It("has a module of at most 6 MB", func() {
		info, err := os.Stat(filepath.Join(built, "site", "quock.wasm.gz"))
		Expect(err).NotTo(HaveOccurred())
		Expect(info.Size()).To(And(BeNumerically(">", 1_000_000), BeNumerically("<=", 6_000_000)))
	})

	It("says of each trace what the command says, in the same bytes, and asks for nothing", func() {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		_, _ = z.Write([]byte(turn))
		Expect(z.Close()).To(Succeed())
		zstandard, err := zstd.NewWriter(nil)
		Expect(err).NotTo(HaveOccurred())
		var long strings.Builder
		for i := 0; long.Len() < large; i++ {
			fmt.Fprintf(&long, "{\"kind\":\"call.open\",\"session\":\"s%d\",\"message\":\"m\",\"call\":\"c%d\",\"name\":\"read\",\"args\":\"{\\\"text\\\":\\\"%s\\\"}\"}\n{\"kind\":\"call.done\",\"session\":\"s%d\",\"call\":\"c%d\",\"result\":\"%[3]s\"}\n", i%5, i, strings.Repeat("tide ", 40), i%5, i)
		}
		folder := written(GinkgoT().TempDir(), map[string]string{
			"turn.jsonl": turn, "packed.jsonl.gz": packed.String(), "packed.jsonl.zst": string(zstandard.EncodeAll([]byte(turn), nil)), "hostile.jsonl": hostile, "large.jsonl": long.String(),
			"binary.jsonl": "\x00\x01", "several/one.jsonl": turn, "several/deep/two.jsonl": hostile,
		})
		second := 1
		jobs := []job{{Name: "several", Folder: true, Paths: []string{filepath.Join(folder, "several")}, Open: &second}}
		jobs = append(jobs, job{Name: "dragged", Drag: true, Paths: []string{filepath.Join(folder, "several"), filepath.Join(folder, "turn.jsonl")}})
		for _, name := range []string{"turn.jsonl", "packed.jsonl.gz", "packed.jsonl.zst", "hostile.jsonl", "large.jsonl", "binary.jsonl"} {
			jobs = append(jobs, job{Name: name, Paths: []string{filepath.Join(folder, name)}, Cancel: name == "turn.jsonl", Axe: name == "turn.jsonl"})
		}
		all := look("file://"+filepath.Join(built, "quock.html"), jobs...)
		Expect(all).To(HaveLen(len(jobs)))
		for name, s := range all {
			Expect(s.Bad).To(BeEmpty(), name)
			Expect(s.Asked).To(BeEmpty(), name)
			Expect(s.Axe).To(BeEmpty(), name)
			Expect(s.Polluted).To(BeFalse(), name)
			Expect(s.Scripts).To(Equal(3), name)
			if s.Title == "" {
				continue
			}
			page, began := filepath.Join(GinkgoT().TempDir(), "page.html"), time.Now()
			_, errs, _ := do(folder, quock, "check", "--html", page, name)
			if name == "several" {
				_, errs, _ = do(folder, quock, "check", "--html", page, "several/one.jsonl")
			}
			fmt.Fprintf(GinkgoWriter, "%s: page %d ms, command %d ms\n", name, s.MS, time.Since(began).Milliseconds())
			text, err := os.ReadFile(page)
			Expect(err).NotTo(HaveOccurred(), errs)
			Expect(s.Saved == string(text)).To(BeTrue(), "%s: the page saves what the command writes", name)
		}
		Expect(all["turn.jsonl"].Cancelled).To(Equal("Cancelled."))
		Expect(all["turn.jsonl"].Rows).To(ContainElement("says: Low tide."))
		Expect(all["packed.jsonl.gz"].Verdict).To(Equal("pass: successful"))
		Expect(all["packed.jsonl.zst"].Verdict).To(Equal("pass: successful"))
		Expect(all["dragged"].Listed).To(HaveLen(3))
		Expect(all["hostile.jsonl"].Title).NotTo(BeEmpty())
		Expect(len(all["large.jsonl"].Rows)).To(And(BeNumerically(">", 10), BeNumerically("<", 100)))
		Expect(all["binary.jsonl"].State).To(ContainSubstring("it is binary"))
		Expect(all["several"].Listed).To(HaveLen(2))
		Expect(all["several"].Title).To(HaveSuffix("trace several/one.jsonl"))
	})

	It("runs nothing of forty hostile traces, asks for nothing, and draws each", func() {
		folder := written(GinkgoT().TempDir(), hostileTraces())
		s := look("file://"+filepath.Join(built, "quock.html"), job{Name: "hostile", Folder: true, Paths: []string{filepath.Join(folder, "hostile")}, Each: true})["hostile"]
		Expect(s.Bad).To(BeEmpty())
		Expect(s.Asked).To(BeEmpty())
		Expect(s.Listed).To(HaveLen(40))
		Expect(s.Each).To(HaveLen(40))
	})

	It("says that a browser's memory is too small, and the command of the terminal", func() {
		path := filepath.Join(written(GinkgoT().TempDir(), map[string]string{"large.jsonl": strings.Repeat(turn, large/len(turn))}), "large.jsonl")
		defer func() { flags = nil }()
		flags = []string{"--js-flags=--wasm-max-mem-pages=1024"}
		s := look("file://"+filepath.Join(built, "quock.html"), job{Name: "large", Paths: []string{path}})["large"]
		Expect(s.State).To(Equal("The browser's memory is too small for this. In a terminal: quock check large.jsonl"))
		Expect(s.Bad).To(BeEmpty())
	})

	It("distills the fixtures that the command distills, in the same bytes", func() {
		const recorded = "two-parallel-subagents-partial.jsonl"
		path, err := filepath.Abs("../../../../shared/traces/claude-code/lab/" + recorded)
		Expect(err).NotTo(HaveOccurred())
		if _, err := os.Stat(path); err != nil {
			Skip("there is no " + path)
		}
		into := GinkgoT().TempDir()
		_, errs, err := do(filepath.Dir(path), quock, "distill", "--into", into, recorded)
		Expect(err).NotTo(HaveOccurred(), errs)
		want := map[string]string{}
		all, err := os.ReadDir(into)
		Expect(err).NotTo(HaveOccurred())
		for _, e := range all {
			text, err := os.ReadFile(filepath.Join(into, e.Name()))
			Expect(err).NotTo(HaveOccurred())
			want[e.Name()] = string(text)
		}
		s := look("file://"+filepath.Join(built, "quock.html"), job{Name: "distill", Paths: []string{path}, Distill: true, Axe: true})["distill"]
		Expect(s.Bad).To(BeEmpty())
		Expect(s.Asked).To(BeEmpty())
		Expect(s.Axe).To(BeEmpty())
		Expect(s.State).To(BeEmpty())
		Expect(s.Fixtures).To(And(Not(BeEmpty()), Equal(want)))
		page := filepath.Join(GinkgoT().TempDir(), "page.html")
		_, errs, _ = do(filepath.Dir(path), quock, "check", "--html", page, recorded)
		text, err := os.ReadFile(page)
		Expect(err).NotTo(HaveOccurred(), errs)
		Expect(s.Saved == string(text)).To(BeTrue(), "its lanes are those of the command")
		Expect(s.Said).To(ContainSubstring("replaced: "))
	})

	It("works as a folder on a host of files, and asks that host alone", func() {
		server := httptest.NewServer(http.FileServer(http.Dir(filepath.Join(built, "site"))))
		defer server.Close()
		path := filepath.Join(written(GinkgoT().TempDir(), map[string]string{"turn.jsonl": turn}), "turn.jsonl")
		s := look(server.URL+"/", job{Name: "turn", Paths: []string{path}})["turn"]
		Expect(s.Bad).To(BeEmpty())
		Expect(s.Asked).To(And(Not(BeEmpty()), HaveEach(HavePrefix(server.URL+"/"))))
		Expect(s.Verdict).To(Equal("pass: successful"))
	})

	It("works where there is no network any more, once a browser has it", func() {
		var gone atomic.Bool
		files := http.FileServer(http.Dir(filepath.Join(built, "site")))
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if gone.Load() {
				panic(http.ErrAbortHandler)
			}
			if r.URL.Path == "/cut" {
				gone.Store(true)
				return
			}
			files.ServeHTTP(w, r)
		}))
		defer server.Close()
		server.Config.ErrorLog = log.New(io.Discard, "", 0)
		path := filepath.Join(written(GinkgoT().TempDir(), map[string]string{"turn.jsonl": turn}), "turn.jsonl")
		s := look(server.URL+"/", job{Name: "turn", Paths: []string{path}, Cut: server.URL + "/cut", Distill: true})["turn"]
		Expect(gone.Load()).To(BeTrue())
		Expect(s.Verdict).To(Equal("pass: successful"))
		Expect(s.Fixtures).NotTo(BeEmpty())
		Expect(s.Bad).To(BeEmpty())
	})
})
