package trace_test

import (
	"bytes"
	"compress/gzip"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("Taking the records of a stream", func() {
	const first = `{"kind":"turn.start","session":"s","turn":"1"}`
	const second = `{"kind":"text",  "session":"s","message":"m","odd":1,"text":"hi"}`
	options := trace.Options{Dialect: "neutral"}

	It("gives them as they were recorded, byte for byte", func() {
		t, err := trace.Take(strings.NewReader(first+"\r\n\n"+second+"\n"), options)
		Expect(err).NotTo(HaveOccurred())
		Expect(t.Records).To(HaveExactElements([]byte(first), []byte(second)))
		Expect(t.Dialect).To(Equal("neutral"))
		Expect(t.End).To(Equal(spec.EOF))
	})

	It("unpacks what is packed, and says that one cut short was cut", func() {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, _ = w.Write([]byte(strings.Repeat(first+"\n"+second+"\n", 200)))
		Expect(w.Close()).To(Succeed())
		t, err := trace.Take(bytes.NewReader(packed.Bytes()), options)
		Expect(err).NotTo(HaveOccurred())
		Expect(t.Records).To(HaveLen(400))
		t, err = trace.Take(bytes.NewReader(packed.Bytes()[:packed.Len()-12]), options)
		Expect(err).NotTo(HaveOccurred())
		Expect(t.End).To(Equal(spec.Cut))
	})

	It("leaves out what cannot be read, and counts it", func() {
		t, err := trace.Take(strings.NewReader(first+"\n{\"kind\":\n"+second+"\n"), options)
		Expect(err).NotTo(HaveOccurred())
		Expect(t.Records).To(HaveLen(2))
		Expect(t.Bad).To(Equal(1))
	})

	It("refuses what is longer than a limit, or nothing, or of no dialect", func() {
		limited := options
		limited.Records = 1
		_, err := trace.Take(strings.NewReader(first+"\n"+second+"\n"), limited)
		Expect(err).To(MatchError(trace.ErrRecords))
		_, err = trace.Take(strings.NewReader("\n"), options)
		Expect(err).To(MatchError(trace.ErrEmpty))
		_, err = trace.Take(strings.NewReader(`{"a":1}`), trace.Options{})
		Expect(err).To(MatchError(trace.ErrDialect))
	})
})
