package trace_test

import (
	"bytes"
	"io"
	"runtime"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

const whole = opens + says + closes + ends

func gzipped(text string) []byte {
	var b bytes.Buffer
	return packed(&b, gzip.NewWriter(&b), strings.NewReader(text))
}

func zstded(text string) []byte {
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b)
	Expect(err).NotTo(HaveOccurred())
	return packed(&b, z, strings.NewReader(text))
}

func packed(b *bytes.Buffer, z io.WriteCloser, from io.Reader) []byte {
	GinkgoHelper()
	_, err := io.Copy(z, from)
	Expect(err).NotTo(HaveOccurred())
	Expect(z.Close()).To(Succeed())
	return b.Bytes()
}

func readBytes(b []byte, o trace.Options) (*trace.Reading, error) {
	return trace.Read(bytes.NewReader(b), o)
}

var _ = Describe("A compressed trace", func() {
	for name, pack := range map[string]func(string) []byte{"gzip": gzipped, "zstd": zstded} {
		Context("of "+name, func() {
			It("is read as what it holds, by its bytes and not by a name", func() {
				r, err := readBytes(pack(whole), trace.Options{})
				Expect(err).NotTo(HaveOccurred())
				Expect(r.Dialect).To(Equal("neutral"))
				Expect(r.Verdict().Passed).To(BeTrue())
			})

			It("is read again from a file that was read to its end, as check --html and --readers do", func() {
				file := bytes.NewReader(pack(whole))
				for range 2 {
					r, err := trace.Read(file, trace.Options{})
					Expect(err).NotTo(HaveOccurred())
					Expect(r.Records).To(Equal(4))
				}
			})

			It("may come in several parts, as a log that is rotated", func() {
				r, err := readBytes(append(pack(opens+says), pack(closes+ends)...), trace.Options{})
				Expect(err).NotTo(HaveOccurred())
				Expect(r.Records).To(Equal(4))
			})

			It("that breaks off is a stream that breaks off, whatever of it is there counts", func() {
				noise := strings.Repeat(says, 3000)
				b := pack(opens + noise + closes + ends)
				r, err := readBytes(b[:len(b)-12], trace.Options{})
				Expect(err).NotTo(HaveOccurred())
				Expect(r.Problems).To(ContainElement(And(HaveField("Reason", wire.Truncated), HaveField("Detail", ContainSubstring(name+" data ends too early")))))
				Expect(r.Transcript.Outcome).To(BeElementOf(spec.OutcomeIncomplete, spec.OutcomeCompleted))
				Expect(r.Verdict().Passed).To(BeFalse())
			})

			It("that is damaged ends in a sentence, behind what could be read", func() {
				b := pack(opens + strings.Repeat(says+closes, 1))
				b[len(b)-3] ^= 0x55
				_, err := readBytes(b, trace.Options{})
				Expect(err).To(MatchError(ContainSubstring("unpacking it (" + name + ")")))
			})

			It("within another is not unpacked on and on", func() {
				_, err := readBytes(pack(string(pack(whole))), trace.Options{})
				Expect(err).To(MatchError(trace.ErrBinary))
				Expect(err).To(MatchError(ContainSubstring("compressed twice")))
			})
		})
	}

	It("that is a bomb meets its limit, which the sentence names, and needs no memory", func() {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, err := io.WriteString(z, opens)
		Expect(err).NotTo(HaveOccurred())
		bomb := packed(&b, z, io.LimitReader(zeros{}, 1<<30))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r, err := readBytes(bomb, trace.Options{Size: 200 << 20})
		runtime.ReadMemStats(&after)
		Expect(err).To(MatchError(trace.ErrSize))
		Expect(err).To(MatchError(And(ContainSubstring("behind record 1"), ContainSubstring("--max-size"))))
		Expect(r.Records).To(Equal(1))
		Expect(after.TotalAlloc-before.TotalAlloc).To(BeNumerically("<", 150<<20), "allocated in all")
	})

	It("of exactly the size allowed is read", func() {
		_, err := readBytes(gzipped(whole), trace.Options{Size: int64(len(whole))})
		Expect(err).NotTo(HaveOccurred())
		_, err = readBytes(gzipped(whole), trace.Options{Size: int64(len(whole)) - 1})
		Expect(err).To(MatchError(trace.ErrSize))
	})
})

// zeros is blank text without an end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}
