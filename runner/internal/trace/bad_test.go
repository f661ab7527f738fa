package trace_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"unicode/utf16"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/bulk"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec/wire"
)

// sentence opens bytes, passes over them, and is the one sentence that it ends
// with.
func sentence(text string, o trace.Options) (string, error) {
	GinkgoHelper()
	i, err := trace.Open(strings.NewReader(text), o)
	if err == nil {
		defer i.Close()
		err = ended(i)
	}
	Expect(err).To(HaveOccurred())
	Expect(err.Error()).NotTo(ContainSubstring("\n"))
	return err.Error(), err
}

func utf16of(text string) string {
	b := []byte("\xff\xfe")
	for _, unit := range utf16.Encode([]rune(text)) {
		b = append(b, byte(unit), byte(unit>>8))
	}
	return string(b)
}

// line is a record of so many bytes.
func line(size int) string {
	frame := `{"kind":"text","session":"main","message":"m1","text":""}` + "\n"
	return strings.Replace(frame, `""`, `"`+strings.Repeat("x", size-len(frame)+1)+`"`, 1)
}

const graph = `[[],"messages",[{"content":"Hi","id":"m","type":"ai","tool_call_chunks":[]},{"langgraph_step":1,"langgraph_node":"model"}]]` + "\n"

var _ = Describe("Input that is no trace", func() {
	DescribeTable("ends in one sentence, and it is known that there is none",
		func(text string, o trace.Options, words string) {
			described, err := sentence(text, o)
			Expect(described).To(ContainSubstring(words))
			Expect(trace.None(err)).To(BeTrue())
		},
		Entry("zero events", "", trace.Options{}, "there is no record in it"),
		Entry("white space", " \n\t\r\n", trace.Options{}, "there is no record in it"),
		Entry("more white space than is looked at", strings.Repeat("\n ", 50_000), trace.Options{Dialect: "neutral"}, "there is no record in it"),
		Entry("the same, of no dialect", strings.Repeat("\n ", 50_000), trace.Options{}, "there is no record in it"),
		Entry("a binary", "\x7fELF\x02\x01\x01\x00\x00", trace.Options{}, "byte 7 is zero: it is binary"),
		Entry("UTF-16", utf16of(whole), trace.Options{}, "it is UTF-16"),
		Entry("prose", "Dear reader,\nthis is none.\n", trace.Options{}, "no record of it can be read: line 1"),
		Entry("JSON of another kind", `{"a":1}`, trace.Options{}, "its dialect is not known; name it with --dialect"),
		Entry("one line that is too long", line(70_000), trace.Options{Limits: wire.Limits{Line: 64 << 10}}, "longer than 65536 bytes (--max-line)"),
		Entry("another dialect than said", strings.Repeat(graph, 5), trace.Options{Dialect: "codex"}, "it is of another dialect than said: not codex, but langgraph:js by its looks"),
		Entry("another, that would take it for nothing", whole, trace.Options{Dialect: "langgraph"}, "not langgraph, but neutral by its looks"),
		Entry("a dialect that there is none of", whole, trace.Options{Dialect: "morse"}, `no dialect "morse"`),
		Entry("packed twice, gzip", string(gzipped(string(gzipped(whole)))), trace.Options{}, "it is compressed twice"),
		Entry("packed twice, zstd in gzip", string(gzipped(string(zstded(whole)))), trace.Options{}, "it is compressed twice"),
		Entry("packed nothing", string(zstded("")), trace.Options{}, "there is no record in it"),
		Entry("packed, and only the head of it there", string(gzipped(whole)[:9]), trace.Options{}, "its gzip data ends too early"),
	)

	It("is said of a line within the limit that it is read", func() {
		i := open(strings.NewReader(opens+line(60_000)+closes+ends), trace.Options{Limits: wire.Limits{Line: 64 << 10}})
		Expect(ended(i)).To(Succeed())
		Expect(i.Counts()).To(And(HaveField("Events", 4), HaveField("Bad", 0)))
	})

	It("may only look like another dialect in part: what the named one understands is read", func() {
		i := open(strings.NewReader(whole+strings.Repeat(`{"kind":"weather"}`+"\n", 9)), trace.Options{Dialect: "neutral"})
		Expect(ended(i)).To(Succeed())
		Expect(i.Counts().Unknown).To(Equal(9))
	})

	It("may be a file that nobody may read, or a folder without a trace", func() {
		root := tree(map[string]string{"none/README.md": "", "secret.jsonl": whole})
		_, err := trace.Find(filepath.Join(root, "none"), false)
		Expect(err).To(MatchError("there is no trace in it"))
		secret := filepath.Join(root, "secret.jsonl")
		Expect(os.Chmod(secret, 0)).To(Succeed())
		if _, err := os.ReadFile(secret); err == nil {
			Skip("nothing is forbidden here")
		}
		places, err := trace.Find(secret, false)
		Expect(err).NotTo(HaveOccurred())
		_, err = os.Open(places[0].Stream)
		Expect(err).To(MatchError(ContainSubstring("permission denied")))
	})
})

// pass is the most memory that a pass has in use, above what there was before.
func pass(from io.ReadSeeker, o trace.Options) (used uint64, counts trace.Counts, broken error) {
	GinkgoHelper()
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	before, i := m.HeapAlloc, open(from, o)
	n := 0
	for _, err := range i.Batches() {
		if n++; n%400_000 == 0 {
			runtime.GC()
			runtime.ReadMemStats(&m)
			used = max(used, m.HeapAlloc-min(before, m.HeapAlloc))
		}
		broken = err
	}
	return used, i.Counts(), broken
}

var _ = Describe("Input that is large in a bad way", func() {
	for name, pack := range map[string]func(io.Writer) io.WriteCloser{
		"gzip": func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
		"zstd": func(w io.Writer) io.WriteCloser {
			z, err := zstd.NewWriter(w)
			Expect(err).NotTo(HaveOccurred())
			return z
		},
	} {
		It("is read no further than the limit where it is a bomb: "+name, func() {
			for _, endless := range []io.Reader{zeros{}, repeated(says)} {
				var b bytes.Buffer
				z := pack(&b)
				_, err := io.WriteString(z, opens)
				Expect(err).NotTo(HaveOccurred())
				bomb := packed(&b, z, io.LimitReader(endless, 300<<20))
				Expect(len(bomb)).To(BeNumerically("<", 4<<20))
				used, counts, err := pass(bytes.NewReader(bomb), trace.Options{Size: 100 << 20})
				Expect(err).To(And(MatchError(trace.ErrSize), MatchError(ContainSubstring("more than 104857600 bytes"))))
				Expect(counts.Bytes).To(BeEquivalentTo(100 << 20))
				Expect(used).To(BeNumerically("<", 64<<20))
			}
		})
	}

	DescribeTable("is read in memory that does not grow",
		func(shape string, n, events int) {
			s, err := bulk.ShapeNamed(shape)
			Expect(err).NotTo(HaveOccurred())
			used, counts, err := pass(&made{write: func(w io.Writer) error { return s.Write(w, n) }}, trace.Options{})
			Expect(err).NotTo(HaveOccurred())
			Expect(counts).To(And(HaveField("Events", events), HaveField("Bad", 0)))
			Expect(used).To(BeNumerically("<", 16<<20))
		},
		Entry("a million sessions", "open-sessions", 1_000_000, 2_000_004),
		Entry("parents that go round", "cycle", 400_000, 800_000),
		Entry("sessions in sessions", "chain", 400_000, 800_004),
		Entry("a turn of two million pieces", "deltas", 2_000_000, 2_000_004),
	)

	DescribeTable("is understood and printed all the same",
		func(shape string, n int) {
			s, err := bulk.ShapeNamed(shape)
			Expect(err).NotTo(HaveOccurred())
			var text bytes.Buffer
			Expect(s.Write(&text, n)).To(Succeed())
			r, err := trace.Read(bytes.NewReader(text.Bytes()), trace.Options{})
			Expect(err).NotTo(HaveOccurred())
			Expect(len(printed(r))).To(BeNumerically("<", 1000*n))
		},
		Entry("parents that go round", "cycle", 3000),
		Entry("sessions in sessions", "chain", 3000),
		Entry("sessions side by side", "open-sessions", 3000),
		Entry("calls", "calls", 3000),
	)
})

// repeated is a text again and again, without an end.
func repeated(text string) io.Reader { return &again{text: text} }

type again struct {
	text string
	at   int
}

func (r *again) Read(p []byte) (n int, _ error) {
	for n < len(p) {
		m := copy(p[n:], r.text[r.at:])
		n, r.at = n+m, (r.at+m)%len(r.text)
	}
	return n, nil
}

// made is a stream that is written anew whenever it is read from its start, so
// that it is nowhere as a whole.
type made struct {
	write func(io.Writer) error
	from  *io.PipeReader
}

func (m *made) Seek(int64, int) (int64, error) {
	if m.from != nil {
		m.from.Close()
	}
	var to *io.PipeWriter
	m.from, to = io.Pipe()
	go func() { to.CloseWithError(m.write(to)) }()
	return 0, nil
}

func (m *made) Read(p []byte) (int, error) {
	if m.from == nil {
		_, _ = m.Seek(0, io.SeekStart)
	}
	return m.from.Read(p)
}
