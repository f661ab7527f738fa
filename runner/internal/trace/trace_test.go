package trace_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

func TestTrace(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Trace")
}

func read(text string) (*trace.Reading, error) {
	return trace.Read(strings.NewReader(text), trace.Options{})
}

func printed(r *trace.Reading) string {
	GinkgoHelper()
	var b bytes.Buffer
	Expect(r.Print(&b, 0)).To(Succeed())
	return b.String()
}

const (
	opens  = `{"kind":"turn.start","session":"main","turn":"t1"}` + "\n"
	says   = `{"kind":"text","session":"main","message":"m1","text":"Hello."}` + "\n"
	closes = `{"kind":"message.close","session":"main","message":"m1"}` + "\n"
	ends   = `{"kind":"turn.end","session":"main","turn":"t1"}` + "\n"
)

var _ = Describe("A recorded trace", func() {
	It("is successful if it completed and nothing was left open", func() {
		r, err := read(opens + says + closes + ends)
		Expect(err).NotTo(HaveOccurred())
		Expect(r.Dialect).To(Equal("neutral"))
		Expect(r.Verdict().Passed).To(BeTrue(), printed(r))
		Expect(printed(r)).To(ContainSubstring("text: Hello."))
	})

	It("is not successful if its end was not seen", func() {
		r, err := read(opens + says)
		Expect(err).NotTo(HaveOccurred())
		Expect(r.Transcript.Outcome).To(Equal(spec.OutcomeIncomplete))
		Expect(r.Verdict().Passed).To(BeFalse())
	})

	It("is not successful if a line of it cannot be read, because nobody knows what that said", func() {
		r, err := read(opens + says + "}\n" + closes + ends)
		Expect(err).NotTo(HaveOccurred())
		Expect(r.Transcript.Outcome).To(Equal(spec.OutcomeCompleted))
		Expect(r.Verdict().Passed).To(BeFalse())
		Expect(printed(r)).To(MatchRegexp(`line 3 \(byte \d+\): malformed`))
	})

	It("counts lines and not records, because that is what an editor shows", func() {
		r, err := read(opens + "\n\n" + `{"kind":"weather"}` + "\n" + says + closes + ends)
		Expect(err).NotTo(HaveOccurred())
		Expect(r.Unknown).To(HaveExactElements(HaveField("Line", 4)))
	})

	It("that was cut off within a line broke, so what is open is not complete", func() {
		r, err := read(opens + says + closes + strings.TrimSuffix(ends, "}\n"))
		Expect(err).NotTo(HaveOccurred())
		Expect(r.Problems).To(HaveExactElements(HaveField("Reason", wire.Truncated)))
		Expect(r.Transcript.Outcome).To(Equal(spec.OutcomeIncomplete))
	})

	It("shows a session below the call that made it, and once", func() {
		r, err := read(opens + `{"kind":"call.open","session":"main","message":"m1","slot":"0","call":"c1","name":"task"}
{"kind":"session.open","session":"kid","parent":"main","parent_call":"c1"}
{"kind":"text","session":"kid","message":"k1","text":"Inside."}
`)
		Expect(err).NotTo(HaveOccurred())
		Expect(printed(r)).To(MatchRegexp(`(?s)call c1 task.*\n {8}session "kid"`))
		Expect(regexp.MustCompile(`(?m)^ *session "kid"`).FindAllString(printed(r), -1)).To(HaveLen(1))
	})

	It("of agents without end, each made by the one before, is shown in so many lines, and says how many more there are", func() {
		const sessions = 3000
		var text strings.Builder
		for i := range sessions {
			fmt.Fprintf(&text, `{"kind":"call.open","session":"s%d","message":"m","slot":"0","call":"c","name":"task","args":"{}"}`+"\n", i)
			fmt.Fprintf(&text, `{"kind":"session.open","session":"s%d","parent":"s%d","parent_call":"c"}`+"\n", i+1, i)
		}
		r, err := read(text.String())
		Expect(err).NotTo(HaveOccurred())
		var short, whole bytes.Buffer
		Expect(errors.Join(r.Print(&short, 100), r.Print(&whole, 0))).To(Succeed())
		Expect(short.String()).To(MatchRegexp(`\n… and \d+ more lines of the sessions; --lines \d+ shows all\n`))
		head, _, _ := strings.Cut(short.String(), "… and ")
		Expect(strings.Count(head, "\n")).To(BeNumerically("~", 105, 5))
		Expect(strings.Contains(whole.String(), `(4000) session "s1000"`)).To(BeTrue())
		Expect(whole.Len()).To(BeNumerically("<", 200*5*sessions))
	})

	It("may have sessions that are each other's parents, and is printed all the same", func() {
		r, err := read(`{"kind":"text","session":"a","parent":"b","message":"m","text":"x"}
{"kind":"text","session":"b","parent":"a","message":"m","text":"y"}
`)
		Expect(err).NotTo(HaveOccurred())
		Expect(printed(r)).To(And(ContainSubstring("text: x"), ContainSubstring("text: y")))
	})

	It("that goes on and on with what nobody knows is counted, and not kept", func() {
		many := opens + strings.Repeat(says, 20) + strings.Repeat(`{"kind":"weather","sky":"`+strings.Repeat("grey", 100)+"\"}\n}\n", 5000) + ends
		r, err := read(many)
		Expect(err).NotTo(HaveOccurred())
		Expect([]int{r.Strange, r.Bad}).To(Equal([]int{5000, 5000}))
		Expect(r.Unknown).To(HaveLen(1000))
		Expect(r.Problems).To(HaveLen(1000))
		Expect(printed(r)).To(And(ContainSubstring("5000 places that cannot be read"), ContainSubstring("and 4000 more")))
		Expect(len(printed(r))).To(BeNumerically("<", 400_000))
	})

	It("of more records than allowed ends at the limit, which the sentence names", func() {
		r, err := trace.Read(strings.NewReader(opens+says+closes+ends), trace.Options{Records: 2})
		Expect(err).To(MatchError(trace.ErrRecords))
		Expect(err).To(MatchError("behind record 2: more than 2 records: it is too long; --max-records sets how much is read"))
		Expect(r.Transcript.Outcome).To(Equal(spec.OutcomeIncomplete))
		_, err = trace.Read(strings.NewReader(opens+says+closes+ends), trace.Options{Records: 4})
		Expect(err).NotTo(HaveOccurred())
	})

	It("keeps what was read before the reader failed", func() {
		broken := failing{strings.NewReader(strings.Repeat(opens+says, 2000))}
		r, err := trace.Read(broken, trace.Options{Dialect: "neutral"})
		Expect(err).To(MatchError(ContainSubstring("the disk is gone")))
		Expect(r.Records).To(BeNumerically(">", 10))
	})

	DescribeTable("that is none ends in a sentence",
		func(text string, want error) {
			_, err := read(text)
			Expect(errors.Is(err, want)).To(BeTrue(), "%v", err)
		},
		Entry("it is empty", "", trace.ErrEmpty),
		Entry("it is blank", " \n\n", trace.ErrEmpty),
		Entry("it is binary", "\x7fELF\x00\x01", trace.ErrBinary),
		Entry("it is nothing, compressed, and cut off", "\x1f\x8b\x08", trace.ErrEmpty),
		Entry("it is UTF-16, as some shells write", "\xff\xfe{\x00}\x00", trace.ErrBinary),
		Entry("it is prose", "Dear reader,\n", trace.ErrDialect),
		Entry("it is something else in JSON", `{"a":1}`, trace.ErrDialect),
	)
})

// failing fails once it has given out some bytes.
type failing struct{ *strings.Reader }

func (f failing) Read(p []byte) (int, error) {
	if f.Size()-int64(f.Len()) > 100_000 {
		return 0, errors.New("the disk is gone")
	}
	return f.Reader.Read(p)
}

var _ io.ReadSeeker = failing{}
