package trace_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/trace"
)

// recordings is the folder of recordings in formats of which most are not read,
// beside the work tree, if there is one.
func recordings() string { return filepath.Join("..", "..", "..", "shared", "recordings") }

// formats are what the error about a recording in each folder says.
var formats = map[string]string{
	"codex-rollout": "a Codex rollout file",
}

// Beside them lie the streams of the same runs, which are read, and what their
// vendors' readers made of them, which is no stream.
var (
	streams = regexp.MustCompile(`^(stream|exec)[-0-9a-z]*\.jsonl$`)
	besides = regexp.MustCompile(`^vendor-|\.meta\.json$`)
)

var _ = Describe("The recordings of what is not read", func() {
	It("are named for what they are, and none has a verdict", func() {
		if _, err := os.Stat(recordings()); err != nil {
			Skip("they are not beside the work tree")
		}
		named := map[string]int{}
		for folder, words := range formats {
			places, err := trace.Find(filepath.Join(recordings(), folder), true)
			Expect(err).NotTo(HaveOccurred())
			for _, place := range places {
				if streams.MatchString(filepath.Base(place.Stream)) {
					continue
				}
				file, err := os.Open(place.Stream)
				Expect(err).NotTo(HaveOccurred())
				_, err = trace.Read(file, trace.Options{})
				Expect(file.Close()).To(Succeed())
				Expect(trace.None(err)).To(BeTrue(), place.Stream)
				if !besides.MatchString(filepath.Base(place.Stream)) {
					Expect(err).To(MatchError(trace.ErrUnread), place.Stream)
					Expect(err.Error()).To(HavePrefix("this is "+words), place.Stream)
					named[folder]++
				}
			}
		}
		Expect(named).To(HaveLen(len(formats)))
		Expect(named).To(HaveEach(BeNumerically(">", 10)))
	})
})

var _ = Describe("A stream of which", func() {
	const unknown = `{"kind":"weather"}` + "\n"

	It("a tenth is of unknown kind has a verdict, and says how much is understood", func() {
		r, err := read(opens + strings.Repeat(says, 6) + closes + unknown + ends)
		Expect(err).NotTo(HaveOccurred())
		Expect(r.Understood).To(Equal(9))
		Expect(r.Verdict()).To(And(HaveField("Passed", true), HaveField("None", false)))
		Expect(printed(r)).To(MatchRegexp(`(?m)^dialect: .*, understood 9 of 10 records$`))
	})

	It("more than a tenth is of unknown kind has none, since nobody knows what that says", func() {
		r, err := read(opens + strings.Repeat(says, 5) + closes + unknown + ends)
		Expect(err).NotTo(HaveOccurred())
		Expect(r.Verdict()).To(And(HaveField("Passed", false), HaveField("None", true)))
		Expect(printed(r)).To(MatchRegexp(`(?m)^verdict: none: not understood, 1 of 9 records are of a kind that neutral does not have$`))
	})

	It("many records cannot be read fails: what they are is known", func() {
		r, err := read(opens + says + "}\n}\n}\n" + closes + ends)
		Expect(err).NotTo(HaveOccurred())
		Expect(r.Verdict()).To(And(HaveField("Passed", false), HaveField("None", false)))
	})
})
