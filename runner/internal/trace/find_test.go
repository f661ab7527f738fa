package trace_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/trace"
)

// tree writes files, by their paths below a fresh folder; a path that ends in a
// slash is a folder.
func tree(files map[string]string) string {
	GinkgoHelper()
	root := GinkgoT().TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		Expect(os.MkdirAll(filepath.Dir(path), 0o755)).To(Succeed())
		if strings.HasSuffix(name, "/") {
			Expect(os.MkdirAll(path, 0o755)).To(Succeed())
		} else {
			Expect(os.WriteFile(path, []byte(text), 0o644)).To(Succeed())
		}
	}
	return root
}

// found lists the streams of places, relative to a folder.
func found(root string, places []trace.Place) (all []string) {
	GinkgoHelper()
	for _, p := range places {
		rel, err := filepath.Rel(root, p.Stream)
		Expect(err).NotTo(HaveOccurred())
		all = append(all, filepath.ToSlash(rel))
	}
	return all
}

func find(root, path string) ([]string, error) {
	GinkgoHelper()
	places, err := trace.Find(filepath.Join(root, path), false)
	return found(root, places), err
}

var _ = Describe("Finding traces", func() {
	It("takes a file for a trace whatever its name", func() {
		Expect(find(tree(map[string]string{"notes": "x"}), "notes")).To(Equal([]string{"notes"}))
	})

	DescribeTable("takes a folder with a stream for one recording",
		func(stream string) {
			root := tree(map[string]string{"meta.json": "{}", "exit.json": "{}", "stdin.txt": "", "stderr.log": "", "other.jsonl": "", stream: ""})
			places, err := trace.Find(root, false)
			Expect(err).NotTo(HaveOccurred())
			Expect(found(root, places)).To(Equal([]string{stream}))
			Expect(places[0].Dir).To(Equal(root))
		},
		Entry("the recorder's name", "stdout.jsonl"), Entry("compressed", "stdout.jsonl.gz"), Entry("compressed otherwise", "stdout.jsonl.zst"),
		Entry("a log", "stdout.log"), Entry("Server-Sent Events", "stdout.sse"),
	)

	It("prefers the recorder's own name for a stream", func() {
		Expect(find(tree(map[string]string{"stdout.log": "", "stdout.jsonl": "", "stdout": ""}), ".")).To(Equal([]string{"stdout.jsonl"}))
	})

	It("says of a recording without its stream that it lacks it", func() {
		_, err := find(tree(map[string]string{"meta.json": "{}", "exit.json": "{}"}), ".")
		Expect(err).To(MatchError(trace.ErrNoStream))
	})

	It("finds recordings and streams below a folder, in order, and nothing else", func() {
		root := tree(map[string]string{
			"b.jsonl": "", "a/2/stdout.jsonl": "", "a/2/meta.json": "{}", "a/1/stdout.jsonl": "", "a/c.sse.gz": "", "a/d.json": "",
			"a/README.md": "", ".git/x.jsonl": "", "a/.hidden.jsonl": "", "empty/": "",
		})
		Expect(find(root, ".")).To(Equal([]string{"a/1/stdout.jsonl", "a/2/stdout.jsonl", "a/c.sse.gz", "a/d.json", "b.jsonl"}))
	})

	It("goes on where something below a folder is no trace, and says so there", func() {
		root := tree(map[string]string{"a/exit.json": "{}", "b.jsonl": ""})
		places, err := trace.Find(root, false)
		Expect(err).NotTo(HaveOccurred())
		Expect(places).To(HaveExactElements(HaveField("Err", trace.ErrNoStream), HaveField("Err", BeNil())))
	})

	It("is an error where a folder has no trace in it", func() {
		_, err := find(tree(map[string]string{"README.md": "", "empty/": ""}), ".")
		Expect(err).To(MatchError(trace.ErrNoTrace))
	})

	It("goes through a link to a folder that is named, and through none below", func() {
		root := tree(map[string]string{"a/b.jsonl": "", "a/c/d.jsonl": ""})
		if os.Symlink("a", filepath.Join(root, "link")) != nil || os.Symlink("..", filepath.Join(root, "a", "up")) != nil {
			Skip("there are no links here")
		}
		Expect(find(root, "link")).To(Equal([]string{"link/b.jsonl", "link/c/d.jsonl"}))
	})

	It("says where a link that is named like a stream leads nowhere", func() {
		root := tree(map[string]string{"a.jsonl": ""})
		if os.Symlink("gone", filepath.Join(root, "b.jsonl")) != nil {
			Skip("there are no links here")
		}
		places, err := trace.Find(root, false)
		Expect(err).NotTo(HaveOccurred())
		Expect(places).To(HaveExactElements(HaveField("Err", BeNil()), And(HaveField("Name", filepath.Join(root, "b.jsonl")), HaveField("Err", MatchError(fs.ErrNotExist)))))
	})

	It("says why a path cannot be looked at, without the path", func() {
		_, err := trace.Find("nowhere", false)
		Expect(err).To(MatchError("no such file or directory"))
	})
})

var _ = Describe("A pointer to the latest trace", func() {
	const run = "codex/20260102-030405-a1/stdout.jsonl"

	DescribeTable("is followed",
		func(pointer string) {
			root := tree(map[string]string{"tracing/" + run: "", "tracing/old.jsonl": ""})
			text := strings.ReplaceAll(pointer, "ROOT", root)
			Expect(os.WriteFile(filepath.Join(root, "tracing", ".last-live-trace"), []byte(text), 0o644)).To(Succeed())
			for _, path := range []string{"tracing", "tracing/.last-live-trace"} {
				Expect(find(root, path)).To(Equal([]string{"tracing/" + run}))
			}
		},
		Entry("relative to its folder", "codex/20260102-030405-a1"), Entry("with a line end", "codex/20260102-030405-a1\r\n"),
		Entry("to the stream itself", run), Entry("as seen from the folder above, where the program ran", "tracing/codex/20260102-030405-a1"),
		Entry("absolute", "ROOT/tracing/codex/20260102-030405-a1"),
	)

	It("is not followed where everything is asked for", func() {
		root := tree(map[string]string{run: "", "old.jsonl": "", ".last-live-trace": "codex/20260102-030405-a1"})
		places, err := trace.Find(root, true)
		Expect(err).NotTo(HaveOccurred())
		Expect(found(root, places)).To(Equal([]string{run, "old.jsonl"}))
	})

	It("may point to another", func() {
		root := tree(map[string]string{"a/.last-live-trace": "../b", "b/.last-live-trace": "x.jsonl", "b/x.jsonl": ""})
		Expect(find(root, "a")).To(Equal([]string{"b/x.jsonl"}))
	})

	DescribeTable("that leads to no trace ends in a sentence",
		func(sentence string, files map[string]string) {
			_, err := find(tree(files), "a")
			Expect(err).To(MatchError(trace.ErrPointer))
			Expect(err).To(MatchError(ContainSubstring(sentence)))
		},
		Entry("nothing is there", "no such file", map[string]string{"a/.last-live-trace": "gone/20260102"}),
		Entry("itself", "lead back to", map[string]string{"a/.last-live-trace": ".last-live-trace"}),
		Entry("its own folder", "lead back to", map[string]string{"a/.last-live-trace": "."}),
		Entry("a ring", "lead back to", map[string]string{"a/.last-live-trace": "../b", "b/.last-live-trace": "../a"}),
		Entry("a recording without a stream", "its stream is missing", map[string]string{"a/.last-live-trace": "r", "a/r/exit.json": "{}"}),
		Entry("an empty folder", "there is no trace in it", map[string]string{"a/.last-live-trace": "r", "a/r/": ""}),
		Entry("it is empty", "does not hold one path", map[string]string{"a/.last-live-trace": "\n"}),
		Entry("it is not a path", "does not hold one path", map[string]string{"a/.last-live-trace": "one\ntwo"}),
		Entry("it is a stream by mistake", "does not hold one path", map[string]string{"a/.last-live-trace": strings.Repeat("{}", 5000)}),
	)
})
