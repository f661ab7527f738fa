package terminal_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/terminal"
)

func TestTerminal(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "terminal")
}

var _ = Describe("What is written elsewhere than on a terminal", func() {
	It("has the width that COLUMNS says, else 100, and text 80", func() {
		GinkgoT().Setenv("COLUMNS", "63")
		Expect(terminal.Columns(&bytes.Buffer{})).To(Equal(63))
		Expect(terminal.TextColumns(&bytes.Buffer{})).To(Equal(63))
		for _, odd := range []string{"", "wide", "0", "-4"} {
			GinkgoT().Setenv("COLUMNS", odd)
			Expect(terminal.Columns(&bytes.Buffer{})).To(Equal(100), odd)
			Expect(terminal.TextColumns(&bytes.Buffer{})).To(Equal(80), odd)
		}
	})

	It("has colours only where they are asked for always", func() {
		Expect(terminal.Colored(&bytes.Buffer{}, "auto")).To(BeFalse())
		Expect(terminal.Colored(&bytes.Buffer{}, "always")).To(BeTrue())
		Expect(terminal.Colored(&bytes.Buffer{}, "never")).To(BeFalse())
	})

	It("has no line that is rewritten, be it a file or not", func() {
		var out bytes.Buffer
		line := terminal.NewLine(&out)
		line.Show("working")
		line.Show("")
		Expect(line.Live()).To(BeFalse())
		Expect(out.String()).To(BeEmpty())
		null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
		Expect(err).NotTo(HaveOccurred())
		defer null.Close()
		Expect(terminal.NewLine(null).Live()).To(BeFalse(), "a device is not yet a terminal")
	})
})

var _ = Describe("The last line of a terminal", func() {
	It("is rewritten in place, and no text steers the terminal", func() {
		var out bytes.Buffer
		line := terminal.LiveLine(&out)
		line.Show("one")
		line.Show("two\x1b[2J\nthree")
		Expect(out.String()).To(HavePrefix("\r\x1b[Kone\r\x1b[Ktwo"))
		Expect(strings.Count(out.String(), "\x1b")).To(Equal(2), "those that clear the line")
		Expect(out.String()).NotTo(ContainSubstring("\n"))
	})

	It("is cleared before anything else is written", func() {
		var out bytes.Buffer
		line := terminal.LiveLine(&out)
		line.Show("working")
		above := &terminal.Above{To: &out, Line: line}
		_, err := io.WriteString(above, "found it\n")
		Expect(err).NotTo(HaveOccurred())
		Expect(out.String()).To(Equal("\r\x1b[Kworking\r\x1b[Kfound it\n"))
	})
})

// full fails after its first write.
type full struct{ writes int }

func (f *full) Write(p []byte) (int, error) {
	if f.writes++; f.writes > 1 {
		return 0, errors.New("no space left, " + string(p))
	}
	return len(p), nil
}

var _ = Describe("An output above the last line", func() {
	It("keeps its first error", func() {
		above := &terminal.Above{To: &full{}, Line: terminal.NewLine(io.Discard)}
		for _, text := range []string{"a", "b", "c"} {
			_, _ = io.WriteString(above, text)
		}
		Expect(above.Err).To(MatchError("no space left, b"))
	})
})

var _ = Describe("A reader that shows how far it has come", func() {
	const size = 3 << 20
	read := func(line *terminal.Line) *terminal.CountedReader {
		return terminal.NewCountedReader(bytes.NewReader(make([]byte, size)), size, line, ": that was all")
	}

	It("reads and seeks as what it reads from", func() {
		r := read(terminal.NewLine(io.Discard))
		all, err := io.ReadAll(r)
		Expect(err).NotTo(HaveOccurred())
		Expect(all).To(HaveLen(size))
		Expect(r.Seek(1, io.SeekStart)).To(Equal(int64(1)))
		Expect(io.ReadAll(r)).To(HaveLen(size - 1))
	})

	It("says what it does, how far it is, and that it came to the end", func() {
		var out bytes.Buffer
		r := read(terminal.LiveLine(&out))
		r.Does("looking")
		r.Now()
		_, err := io.ReadFull(r, make([]byte, 2<<20))
		Expect(err).NotTo(HaveOccurred())
		_, err = io.ReadAll(r)
		Expect(err).NotTo(HaveOccurred())
		Expect(strings.Split(out.String(), "\r\x1b[K")).To(Equal([]string{"", "looking", "looking: 2 of 3 MB read", "looking: that was all"}))
	})

	It("begins anew where it is read again", func() {
		var out bytes.Buffer
		r := read(terminal.LiveLine(&out))
		_, err := io.CopyN(io.Discard, r, 1<<20)
		Expect(err).NotTo(HaveOccurred())
		_, err = r.Seek(0, io.SeekStart)
		Expect(err).NotTo(HaveOccurred())
		r.Now()
		out.Reset()
		_, err = io.ReadFull(r, make([]byte, 1<<20))
		Expect(err).NotTo(HaveOccurred())
		Expect(out.String()).To(HaveSuffix("1 of 3 MB read"))
	})
})
