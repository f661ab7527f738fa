package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// large is how long a trace of the size in the figures is.
const large = 20 << 20

// calls are the records of calls in five sessions, at least so many bytes of them.
func calls(bytes int) string {
	var long strings.Builder
	for i := 0; long.Len() < bytes; i++ {
		fmt.Fprintf(&long, "{\"kind\":\"call.open\",\"session\":\"s%d\",\"message\":\"m\",\"call\":\"c%d\",\"name\":\"read\",\"args\":\"{\\\"text\\\":\\\"%s\\\"}\"}\n{\"kind\":\"call.done\",\"session\":\"s%d\",\"call\":\"c%d\",\"result\":\"%[3]s\"}\n", i%5, i, strings.Repeat("tide ", 40), i%5, i)
	}
	return long.String()
}

// onCommand is the page that the command writes of a trace in a folder.
func onCommand(folder, name string) string {
	GinkgoHelper()
	page := filepath.Join(GinkgoT().TempDir(), "page.html")
	_, errs, _ := do(folder, thePage().quock, "check", "--html", page, name)
	text, err := os.ReadFile(page)
	Expect(err).NotTo(HaveOccurred(), errs)
	return string(text)
}

var _ = Describe("The page in a browser", Ordered, func() {
	It("has a module of at most 6 MB", func() {
		info, err := os.Stat(filepath.Join(thePage().site(), "quock.wasm.gz"))
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
		folder := written(GinkgoT().TempDir(), map[string]string{
			"turn.jsonl": turn, "packed.jsonl.gz": packed.String(), "packed.jsonl.zst": string(zstandard.EncodeAll([]byte(turn), nil)), "hostile.jsonl": hostile, "large.jsonl": calls(large),
			"binary.jsonl": "\x00\x01", "several/one.jsonl": turn, "several/deep/two.jsonl": hostile,
		})
		second := 1
		jobs := []job{{Name: "several", Folder: true, Paths: []string{filepath.Join(folder, "several")}, Open: &second}}
		jobs = append(jobs, job{Name: "dragged", Drag: true, Paths: []string{filepath.Join(folder, "several"), filepath.Join(folder, "turn.jsonl")}})
		for _, name := range []string{"turn.jsonl", "packed.jsonl.gz", "packed.jsonl.zst", "hostile.jsonl", "large.jsonl", "binary.jsonl"} {
			jobs = append(jobs, job{Name: name, Paths: []string{filepath.Join(folder, name)}, Cancel: name == "turn.jsonl", Axe: name == "turn.jsonl"})
		}
		all := look(jobs...)
		Expect(all).To(HaveLen(len(jobs)))
		for name, s := range all {
			switch {
			case s.Title == "":
			case name == "several":
				Expect(s.Saved == onCommand(folder, "several/one.jsonl")).To(BeTrue(), "%s: the page saves what the command writes", name)
			default:
				Expect(s.Saved == onCommand(folder, name)).To(BeTrue(), "%s: the page saves what the command writes", name)
			}
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
		s := look(job{Name: "hostile", Folder: true, Paths: []string{filepath.Join(folder, "hostile")}, Each: true})["hostile"]
		Expect(s.Listed).To(HaveLen(40))
		Expect(s.Each).To(HaveLen(40))
	})

	It("says that a browser's memory is too small, and the command of the terminal", func() {
		path := filepath.Join(written(GinkgoT().TempDir(), map[string]string{"large.jsonl": strings.Repeat(turn, large/len(turn))}), "large.jsonl")
		s := lookAt(thePage().file(), []string{"--js-flags=--wasm-max-mem-pages=1024"}, job{Name: "large", Paths: []string{path}})["large"]
		Expect(s.State).To(Equal("The browser's memory is too small for this. In a terminal: quock check large.jsonl"))
	})

	It("distills the fixtures that the command distills, in the same bytes", func() {
		const recorded = "two-parallel-subagents-partial.jsonl"
		path, err := filepath.Abs("../../../../shared/traces/claude-code/lab/" + recorded)
		Expect(err).NotTo(HaveOccurred())
		if _, err := os.Stat(path); err != nil {
			Skip("there is no " + path)
		}
		into := GinkgoT().TempDir()
		_, errs, err := do(filepath.Dir(path), thePage().quock, "distill", "--into", into, recorded)
		Expect(err).NotTo(HaveOccurred(), errs)
		want := map[string]string{}
		all, err := os.ReadDir(into)
		Expect(err).NotTo(HaveOccurred())
		for _, e := range all {
			text, err := os.ReadFile(filepath.Join(into, e.Name()))
			Expect(err).NotTo(HaveOccurred())
			want[e.Name()] = string(text)
		}
		s := look(job{Name: "distill", Paths: []string{path}, Distill: true, Axe: true})["distill"]
		Expect(s.State).To(BeEmpty())
		Expect(s.Fixtures).To(And(Not(BeEmpty()), Equal(want)))
		Expect(s.Saved == onCommand(filepath.Dir(path), recorded)).To(BeTrue(), "its lanes are those of the command")
		Expect(s.Note).To(ContainSubstring("replaced: "))
	})

	It("works as a folder on a host of files, and asks that host alone", func() {
		server := httptest.NewServer(http.FileServer(http.Dir(thePage().site())))
		defer server.Close()
		path := filepath.Join(written(GinkgoT().TempDir(), map[string]string{"turn.jsonl": turn}), "turn.jsonl")
		s := lookAt(server.URL+"/", nil, job{Name: "turn", Paths: []string{path}})["turn"]
		Expect(s.Asked).To(And(Not(BeEmpty()), HaveEach(HavePrefix(server.URL+"/"))))
		Expect(s.Verdict).To(Equal("pass: successful"))
	})

	It("works where there is no network any more, once a browser has it", func() {
		var gone atomic.Bool
		files := http.FileServer(http.Dir(thePage().site()))
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
		s := lookAt(server.URL+"/", nil, job{Name: "turn", Paths: []string{path}, Cut: server.URL + "/cut", Distill: true})["turn"]
		Expect(gone.Load()).To(BeTrue())
		Expect(s.Verdict).To(Equal("pass: successful"))
		Expect(s.Fixtures).NotTo(BeEmpty())
	})
})
