package page_test

import (
	"bytes"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/lanes"
	"github.com/quock-dev/quock/runner/page"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// streamed is the page of records of the neutral dialect.
func streamed(o lanes.Options, head page.Head, records ...string) []byte {
	GinkgoHelper()
	s := page.NewTrace(neutral.New().Features(""), o)
	decoder := neutral.New().NewDecoder("")
	for i, r := range records {
		b := wire.Batch{Record: wire.Record{Number: i + 1, Line: i + 1, JSON: []byte(r)}}
		b.Events, b.Problem = decoder.Decode(nil, []byte(r))
		Expect(s.Add(&b)).To(Succeed())
	}
	_, err := s.End(spec.EOF, "")
	Expect(err).NotTo(HaveOccurred())
	var to bytes.Buffer
	Expect(s.Write(&to, head)).To(Succeed())
	return to.Bytes()
}

// hostileRecords are a stream that is made to break a page: markup, bidi and control
// characters, keys of Object, ids of a megabyte, sessions that are their own ancestors.
func hostileRecords() []string {
	long := strings.Repeat("x", 1<<20)
	all := []string{
		`{"kind":"turn.start","session":"</script><script>document.title='ran'</script>"}`,
		`{"kind":"text","session":"__proto__","message":"constructor","text":"<img src=x onerror=\"document.title='ran'\">\u202e\u0000"}`,
		`{"kind":"call.open","session":"__proto__","message":"m","call":"toString","name":"hasOwnProperty","args":"{\"__proto__\":{\"polluted\":true}}"}`,
		`{"kind":"session.open","session":"a","parent":"b"}`, `{"kind":"session.open","session":"b","parent":"a"}`,
		`{"kind":"session.open","session":"self","parent":"self"}`,
		`{"kind":"session.open","session":"` + long + `"}`, `{"kind":"call.done","session":"self","call":"` + long + `","result":"x"}`,
		`{"kind":`, "\xff\xfe", `{"kind":"note","session":"self","note":"unknown","raw":{"__proto__":{"polluted":1}}}`,
	}
	for i := range 300 {
		all = append(all, fmt.Sprintf(`{"kind":"session.open","session":"deep%d","parent":"deep%d"}`, i, i-1), fmt.Sprintf(`{"kind":"turn.start","session":"deep%d"}`, i))
	}
	return all
}

var _ = Describe("The page of a trace", func() {
	It("draws without a script as the terminal does, and carries each record", func() {
		p := parse(streamed(lanes.Options{Title: "a trace"}, page.Head{Command: "check", Title: "a trace", Verdict: "pass: successful", Passed: true, Check: "what it says"},
			`{"kind":"turn.start","session":"main"}`, `{"kind":"text","session":"main","message":"m","text":"Low tide."}`))
		p.isSafe()
		Expect(p.text).To(And(ContainSubstring("      2  A  says: Low tide."), ContainSubstring("pass: successful"), ContainSubstring("what it says")))
		Expect(p.data.Trace.Records).To(Equal([]page.RawRecord{
			{Line: 1, Text: `{"kind":"turn.start","session":"main"}`}, {Line: 2, Text: `{"kind":"text","session":"main","message":"m","text":"Low tide."}`},
		}))
	})

	It("is safe whatever the stream says, and bounded where that is long", func() {
		text := streamed(lanes.Options{}, page.Head{Command: "show", Title: "<script>\u202e"}, hostileRecords()...)
		p := parse(text)
		p.isSafe()
		Expect(len(text)).To(BeNumerically("<", 1<<20))
		Expect(p.data.Trace.Records[6].Cut).To(BeNumerically(">", 1<<20-1<<15))
	})

	It("says how much it leaves out", func() {
		record := `{"kind":"note","session":"main","note":"system","text":"` + strings.Repeat("tide ", 3000) + `"}`
		var all []string
		for range 1800 {
			all = append(all, record)
		}
		p := parse(streamed(lanes.Options{}, page.Head{}, all...))
		Expect(p.data.Trace.LeftOut).To(BeNumerically(">", 0))
		Expect(p.text).To(ContainSubstring(fmt.Sprintf("left out: the text of the last %d records", p.data.Trace.LeftOut)))
	})
})
