package probe_test

import (
	"errors"
	"io"
	"strings"
	"testing/iotest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/probe"
)

// drain reads every line; a line over the limit is its error's text.
func drain(r io.Reader, l probe.Limits) (lines []string) {
	in := probe.NewReader(r, l)
	for {
		line, err := in.Next()
		var bad *probe.ProtocolError
		switch {
		case errors.Is(err, io.EOF):
			return lines
		case errors.As(err, &bad):
			lines = append(lines, "! "+string(bad.Reason))
		default:
			Expect(err).NotTo(HaveOccurred())
			lines = append(lines, string(line))
		}
	}
}

var _ = Describe("A reader of lines", func() {
	small := probe.Limits{Line: 10, Depth: 3}

	It("gives each line without its end, LF or CRLF, and passes over blank ones", func() {
		Expect(drain(strings.NewReader("{}\n\r\n[1]\r\n\n\"x\"\n"), small)).To(Equal([]string{"{}", "[1]", `"x"`}))
	})

	It("gives a last line that has no end", func() {
		Expect(drain(strings.NewReader("{}\n{"), small)).To(Equal([]string{"{}", "{"}))
	})

	It("gives the same lines byte by byte", func() {
		Expect(drain(iotest.OneByteReader(strings.NewReader("{\"a\":1}\n12345678901\n{}\n")), small)).
			To(Equal([]string{`{"a":1}`, "! limit", "{}"}))
	})

	It("takes a line of the limit, refuses one byte more, and goes on behind it", func() {
		long := strings.Repeat("x", 200_000)
		Expect(drain(strings.NewReader("1234567890\n12345678901\n"+long+"\nok\n"), small)).
			To(Equal([]string{"1234567890", "! limit", "! limit", "ok"}))
	})

	It("refuses a last line that is too long and has no end", func() {
		Expect(drain(strings.NewReader(strings.Repeat("x", 100_000)), small)).To(Equal([]string{"! limit"}))
	})

	It("says at which line it failed to read", func() {
		in := probe.NewReader(io.MultiReader(strings.NewReader("{}\n"), iotest.ErrReader(io.ErrClosedPipe)), small)
		_, err := in.Next()
		Expect(err).NotTo(HaveOccurred())
		_, err = in.Next()
		Expect(err).To(MatchError(io.ErrClosedPipe))
		Expect(err).To(MatchError(ContainSubstring("line 2")))
	})
})

var _ = Describe("Limits", func() {
	limits := probe.Limits{Line: 1000, Depth: 4}

	It("count nesting outside strings only", func() {
		_, bad := probe.ParseRequest([]byte(`{"op":"run","id":1,"dialect":"x","events":[{"text":"[[[[[\"[[["}]}`), limits)
		Expect(bad).To(BeNil())
	})

	It("name the byte at which a line gets too deep", func() {
		_, bad := probe.ParseRequest([]byte(`{"a":[[[[1]]]]}`), limits)
		Expect(bad).To(HaveField("Reason", probe.LimitExceeded))
		Expect(bad).To(HaveField("Offset", int64(8)))
		Expect(bad.Error()).To(ContainSubstring("deeper than 4"))
	})

	It("stop a message of ours before it is sent", func() {
		request := &probe.RunRequest{Op: probe.OpRun, Dialect: strings.Repeat("x", 1000)}
		line, err := probe.AppendLine([]byte("before"), request, limits)
		Expect(line).To(Equal([]byte("before")))
		Expect(err).To(MatchError(ContainSubstring("longer than 1000 bytes")))
	})
})
