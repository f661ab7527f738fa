package input_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner/internal/input"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

func TestInput(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "input")
}

// file is a file with a text.
func file(name, text string) string {
	GinkgoHelper()
	path := filepath.Join(GinkgoT().TempDir(), name)
	Expect(os.WriteFile(path, []byte(text), 0o600)).To(Succeed())
	return path
}

// token is that of a generated case.
func token() string {
	GinkgoHelper()
	t, ok := perform.Generate(neutral.New().Features(""), perform.Degraded, 7).Token()
	Expect(ok).To(BeTrue())
	return t.String()
}

const stream = `{"kind":"turn.start","session":"s","turn":"t"}` + "\n" + `{"kind":"turn.end","session":"s","turn":"t"}` + "\n"

var _ = Describe("A name", func() {
	ctx := context.Background()

	It("may be a token, or a file with one", func() {
		direct, err := input.Written(token())
		Expect(err).NotTo(HaveOccurred())
		entry, err := input.Written(file("entry", token()+"\n"))
		Expect(err).NotTo(HaveOccurred())
		Expect(entry.Records).To(Equal(direct.Records))
		Expect(entry.About).To(Equal(direct.About))
	})

	It("is no case where it means a recorded stream", func() {
		c, err := input.Written(file("trace.jsonl", stream))
		Expect(err).NotTo(HaveOccurred())
		Expect(c).To(BeNil())
	})

	It("is an error where a corpus entry was cut short, or has more than a line", func() {
		for _, text := range []string{token(), token() + "\nmore\n"} {
			_, err := input.Written(file("entry", text))
			Expect(err).To(MatchError(ContainSubstring("it was cut short or changed")))
		}
	})

	It("is an error that names the file where there is none, or it is no case", func() {
		_, err := input.Written(filepath.Join(GinkgoT().TempDir(), "none.txtar"))
		Expect(err).To(MatchError(ContainSubstring("none.txtar")))
		odd := file("odd.txtar", "rule: noise/x\n")
		_, err = input.Written(odd)
		Expect(err).To(MatchError(HavePrefix("fixture " + odd)))
		prose := file("prose.txtar", "It was a dark night.\n")
		_, err = input.Written(prose)
		Expect(err).To(MatchError(HavePrefix("replay file " + prose)))
	})

	// What is wrong with a file stands in front of whoever wrote it, or was sent it.
	DescribeTable("is an error that says what is wrong with the file, and where", func(name, text, words string) {
		_, err := input.Written(file(name, text))
		Expect(err).To(MatchError(And(ContainSubstring(name), ContainSubstring(words), Not(ContainSubstring("%!")))))
	},
		Entry("an empty file", "a.txtar", "", "its part case.json is missing"),
		Entry("a replay file without its header", "a.txtar", "-- case.json --\n-- stream.jsonl --\n", "unexpected end of JSON input"),
		Entry("a replay file of an older form", "a.txtar", "-- case.json --\n{}\n", "its form is 1"),
		Entry("a replay file of a later form", "a.txtar", `-- case.json --`+"\n"+`{"replay":99}`+"\n", "its form is 99"),
		Entry("a replay file whose header is a list", "a.txtar", "-- case.json --\n[]\n", "cannot unmarshal array"),
		Entry("a replay file that lost a part", "a.txtar", `-- case.json --`+"\n"+`{"replay":2,"parts":["stream.jsonl"]}`+"\n", "its part stream.jsonl is missing"),
		Entry("a replay file that was changed", "a.txtar", `-- case.json --`+"\n"+`{"replay":2,"parts":[],"sum":"00"}`+"\n", "it was cut short or changed"),
		Entry("a written case that was cut", "backward.breaking.agentc.txtar", "rule: attach/backward\ndialect: agentc\ntwin: attach/backward.clean.agentc\n", `no key "why"`),
		Entry("a written case with an unknown key", "backward.breaking.agentc.txtar", "rule: attach/backward\ndialect: agentc\ntwin: x\nwho: me\n", `:4: unknown key "who"`),
		Entry("a written case with an end that is none", "backward.breaking.agentc.txtar", "rule: attach/backward\ntwin: x\nend: soon\n", ":3: end: want eof or cut"),
		Entry("a corpus entry of no token", "entry", "q2/neutral/degraded/0/0/!!\n", "corpus entry "),
		Entry("a corpus entry of an unknown dialect", "entry", "q2/morse/degraded/0/0/AA\n", "corpus entry "),
		Entry("a corpus entry of another version", "entry", "q1/neutral/degraded/0/0/AA\n", "corpus entry "),
	)

	It("may be a recorded stream, which is read as a case", func() {
		c, err := input.Read(ctx, nil, file("trace.jsonl", stream), trace.Options{Dialect: "neutral"})
		Expect(err).NotTo(HaveOccurred())
		Expect(c.Records).To(HaveLen(2))
		Expect(c.About).To(HavePrefix("trace "))
	})

	It("may be - for standard input", func() {
		c, err := input.Read(ctx, strings.NewReader(stream), "-", trace.Options{Dialect: "neutral", Size: 1 << 20})
		Expect(err).NotTo(HaveOccurred())
		Expect(c.Records).To(HaveLen(2))
	})

	It("must mean one trace where one is needed", func() {
		folder := GinkgoT().TempDir()
		for _, name := range []string{"a.jsonl", "b.jsonl"} {
			Expect(os.WriteFile(filepath.Join(folder, name), []byte(stream), 0o600)).To(Succeed())
		}
		Expect(input.Find([]string{folder}, true)).To(HaveLen(2))
		_, err := input.FindOne(folder)
		Expect(err).To(MatchError(ContainSubstring("it holds 2 traces; name one of them")))
	})
})

var _ = Describe("Standard input", func() {
	It("is copied with one byte more than the limit, so that the reader sees that it is too much", func() {
		f, err := input.Open(context.Background(), strings.NewReader("0123456789"), "-", 4)
		Expect(err).NotTo(HaveOccurred())
		defer f.Close()
		Expect(io.ReadAll(f)).To(Equal([]byte("01234")))
	})

	It("is not waited for once the context ended", func() {
		ctx, stop := context.WithCancel(context.Background())
		stop()
		r, w := io.Pipe()
		defer w.Close()
		_, err := input.Open(ctx, r, "-", 4)
		Expect(err).To(MatchError(context.Canceled))
	})

	It("passes its error on", func() {
		_, err := input.Open(context.Background(), iotest.ErrReader(errors.New("gone")), "-", 4)
		Expect(err).To(MatchError(ContainSubstring("gone")))
	})
})

var _ = Describe("A file that is read until a context ends", func() {
	It("fails then, and not before", func() {
		ctx, stop := context.WithCancel(context.Background())
		f, err := os.Open(file("a", "abc"))
		Expect(err).NotTo(HaveOccurred())
		defer f.Close()
		r, one := input.Until(ctx, f), make([]byte, 1)
		Expect(r.Read(one)).To(Equal(1))
		stop()
		_, err = r.Read(one)
		Expect(err).To(MatchError(context.Canceled))
	})
})

var _ = Describe("A stream that is read record by record", func() {
	It("comes from a trace or a case alike, and stops at the caller's error", func() {
		for _, name := range []string{file("trace.jsonl", stream), token()} {
			w, err := input.Watch(context.Background(), nil, name, trace.Options{Dialect: "neutral"})
			Expect(err).NotTo(HaveOccurred())
			Expect(w.Features.Dialect).To(Equal("neutral"))
			enough := errors.New("enough")
			Expect(w.Each(func(*wire.Batch) error { return enough })).To(MatchError(enough))
			w.Close()
		}
	})
})
