package readers_test

import (
	"bytes"
	"errors"
	"regexp"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/runner/internal/readers"
	"github.com/quock-dev/quock/runner/internal/trace"
)

// same names a bug by its id.
func same(id string) string { return id }

// quoted are the texts of a stream within a sentence.
var quoted = regexp.MustCompile(`"(\\.|[^"\\])*"`)

// gap is what a sentence has where a name, a number or a value was to be put in.
var gap = regexp.MustCompile(`\{(is|s|a|its|got|want)\}|%|\(\)|  | $|, ,|of (is|are)\b`)

// expectSentences holds what is said of each way: whole sentences.
func expectSentences(what string, found *readers.Readings) {
	GinkgoHelper()
	for _, w := range found.Ways {
		Expect(w.Differences).NotTo(BeEmpty(), what)
		for _, s := range append(w.Differences, w.Later...) {
			Expect(quoted.ReplaceAllString(s.Says, `""`)).NotTo(MatchRegexp(gap.String()), "%s, %s", what, w.Known[0].Name)
			Expect(s.Count).To(BeNumerically(">", 0), "%s: %s", what, s.Says)
		}
	}
}

// A fullWriter fails once, at the write with that number.
type fullWriter struct{ writes, at int }

var errFull = errors.New("no space")

func (w *fullWriter) Write(p []byte) (int, error) {
	if w.writes++; w.writes == w.at {
		return 0, errFull
	}
	return len(p), nil
}

var _ = Describe("What a user sees otherwise", func() {
	It("is said in whole sentences, of whatever written case", func() {
		cases, err := fixtures.Streams()
		Expect(err).NotTo(HaveOccurred())
		ways := 0
		for n := 0; n < len(cases); n += nightly.Count(23, 1) {
			c := &cases[n]
			i, err := trace.Open(bytes.NewReader(bytes.Join(c.Records, []byte("\n"))), trace.Options{Dialect: c.Dialect})
			Expect(err).NotTo(HaveOccurred(), c.Name)
			found, err := readers.Find(i, true)
			Expect(err).NotTo(HaveOccurred(), c.Name)
			expectSentences(c.Name, found)
			ways += len(found.Ways)
			i.Close()
		}
		Expect(ways).To(BeNumerically(">", 500))
	})

	It("names what has no name and no id as such", func() {
		sentences := map[string]bool{}
		for _, stream := range []string{colliding, `{"kind":"call.open","session":"s","call":"c","name":"ls","args":"{}"}
{"kind":"call.open","session":"s","call":"d","name":"ls","args":"{}"}
`} {
			found := find(stream, true)
			expectSentences(stream, found)
			for _, w := range found.Ways {
				for _, s := range w.Differences {
					sentences[s.Says] = true
				}
			}
		}
		Expect(sentences).To(HaveKey("the session without an id is shown, where there is none"))
	})

	It("is all of a stream, or of its beginning where it is too long, which is said", func() {
		var text bytes.Buffer
		text.WriteString(colliding)
		for range readers.MostEvents {
			text.WriteString(`{"kind":"note","session":"r","note":"custom"}` + "\n")
		}
		found := find(text.String(), false)
		Expect(found.Cut).To(BeTrue())
		Expect(found.Records).To(Equal(readers.MostEvents))
		var printed bytes.Buffer
		Expect(found.Print(&printed, false, same)).To(Succeed())
		Expect(printed.String()).To(ContainSubstring("only the first 20000 records were read, with 20000 events\n"))
		Expect(printed.String()).To(ContainSubstring("transcripts were compared at the end, and after "))
	})

	It("is that of what was read, where no more bytes are allowed", func() {
		i, err := trace.Open(strings.NewReader(colliding), trace.Options{Dialect: "neutral", Size: 400})
		Expect(err).NotTo(HaveOccurred())
		defer i.Close()
		found, err := readers.Find(i, false)
		Expect(err).NotTo(HaveOccurred())
		Expect(found.Cut).To(BeTrue())
		Expect(found.Records).To(BeNumerically("~", 5, 2))
		Expect(found.Ways).NotTo(BeEmpty())
	})

	It("is how the run ended alone, where the stream says nothing", func() {
		for _, w := range find(`{"kind":"note","note":"heartbeat","global":true}`+"\n", true).Ways {
			Expect(w.Differences[0].Says).To(HavePrefix("the run is shown as "), w.Known[0].Name)
		}
	})

	It("is printed in full where all is asked for, else with the number of the rest", func() {
		print := func(all bool) string {
			var to bytes.Buffer
			Expect(find(colliding, all).Print(&to, all, same)).To(Succeed())
			return to.String()
		}
		whole, brief := print(true), print(false)
		Expect(strings.Count(whole, "mistake:")).To(BeNumerically(">", 50))
		Expect(whole).NotTo(ContainSubstring("more: --readers=all"))
		Expect(strings.Count(brief, "mistake:")).To(Equal(3))
		Expect(brief).To(MatchRegexp(`\n +\d+ more: --readers=all shows them`))
		Expect(whole).To(And(ContainSubstring("the end: it is right again"), ContainSubstring("a choice ("), ContainSubstring("; the same here: "), ContainSubstring("; public: ")))
	})

	It("ends with the first error of where it is printed, and writes nothing behind it", func() {
		to := &fullWriter{at: 3}
		Expect(find(colliding, false).Print(to, false, same)).To(MatchError(errFull))
		Expect(to.writes).To(Equal(3))
	})
})
