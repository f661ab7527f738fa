package trace_test

import (
	"bytes"
	_ "embed"
	"io"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/trace"
)

// refused are the recordings that do not pass: the reasons of the verdict, and the words of
// the manifest beside them that say why.
//
//go:embed testdata/refused.tsv
var refused string

// A refusal is a line of refused.
type refusal struct{ reasons, words string }

func refusals() map[string]refusal {
	all := map[string]refusal{}
	for line := range strings.Lines(refused) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		Expect(cells).To(HaveLen(3), line)
		all[cells[0]] = refusal{cells[1], cells[2]}
	}
	return all
}

// judged is what is said of a trace: "pass", "none" where nothing can be said, else the
// reasons of its verdict.
func judged(place trace.Place) string {
	GinkgoHelper()
	var from io.Reader = place.Read()
	if len(place.Parts) == 0 {
		file, err := os.Open(place.Stream)
		Expect(err).NotTo(HaveOccurred())
		defer file.Close()
		from = file
	}
	text, err := io.ReadAll(from)
	Expect(err).NotTo(HaveOccurred())
	r, err := trace.Read(bytes.NewReader(text), trace.Options{})
	if trace.None(err) {
		return "none"
	}
	Expect(err).NotTo(HaveOccurred(), place.Name)
	if v := r.Verdict(); !v.Passed {
		return strings.Join(v.Reasons, "; ")
	}
	return "pass"
}

// manifests are the texts of the manifests of a folder of recordings, by their folder. One
// speaks of its own folder, or of several beside it.
func manifests(root string) string {
	GinkgoHelper()
	names, err := filepath.Glob(filepath.Join(root, "*", "MANIFEST.md"))
	Expect(err).NotTo(HaveOccurred())
	Expect(names).NotTo(BeEmpty())
	var all strings.Builder
	for _, name := range names {
		text, err := os.ReadFile(name)
		Expect(err).NotTo(HaveOccurred())
		all.Write(text)
	}
	return all.String()
}

var _ = Describe("Every recording", func() {
	for _, folder := range []string{"recordings", "traces"} {
		It("passes, but for those whose manifest says what went wrong in them: "+folder, func() {
			root := filepath.Join(filepath.Dir(shared()), folder)
			if _, err := os.Stat(root); err != nil {
				Skip("they are not beside the work tree")
			}
			places, err := trace.Find(root, true)
			Expect(err).NotTo(HaveOccurred())
			known, says := refusals(), manifests(root)
			for _, place := range places {
				name, err := filepath.Rel(filepath.Dir(root), place.Name)
				Expect(err).NotTo(HaveOccurred())
				name = filepath.ToSlash(name)
				want, reasons := known[name], "pass"
				if want.reasons != "" {
					reasons = want.reasons
					Expect(says).To(ContainSubstring(want.words), name)
				} else if strings.HasPrefix(filepath.Base(name), "vendor-") {
					reasons = "none" // what another program read, and no wire
				}
				Expect(judged(place)).To(Equal(reasons), name)
				delete(known, name)
			}
			for name := range known {
				Expect(name).NotTo(HavePrefix(folder+"/"), "it is listed, and there is no such recording")
			}
		})
	}
})
