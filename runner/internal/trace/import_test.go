package trace_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/bulk"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// open opens bytes, which are a stream of some dialect.
func open(from io.ReadSeeker, o trace.Options) *trace.Import {
	GinkgoHelper()
	i, err := trace.Open(from, o)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(i.Close)
	return i
}

// all is what one pass yields, and what ends it.
func all(i *trace.Import) (events []spec.Event, ended error) {
	for batch, err := range i.Batches() {
		events, ended = append(events, batch.Events...), err
	}
	return events, ended
}

// ended is what ends one pass.
func ended(i *trace.Import) (ended error) {
	for _, err := range i.Batches() {
		ended = err
	}
	return ended
}

var _ = Describe("An import", func() {
	It("gives the events of every dialect, as often as it is asked", func() {
		for _, dialect := range []string{"neutral", "agui", "aisdk:v4", "claudecode:partial", "langgraph:python-sse"} {
			var text bytes.Buffer
			_, err := bulk.Write(&text, bulk.Options{Dialect: dialect, Bytes: 100_000, Seed: 1})
			Expect(err).NotTo(HaveOccurred())
			codec, variant, err := dialects.Lookup(dialect)
			Expect(err).NotTo(HaveOccurred())
			want, _, err := wire.DecodeAll(codec, variant, bytes.NewReader(text.Bytes()), wire.Limits{})
			Expect(err).NotTo(HaveOccurred())
			i := open(bytes.NewReader(text.Bytes()), trace.Options{})
			for range 2 {
				events, err := all(i)
				Expect(err).NotTo(HaveOccurred())
				Expect(events).To(Equal(want.Events))
				Expect(i.Features).To(Equal(want.Features))
				Expect(i.Counts()).To(Equal(trace.Counts{Records: want.Records(), Events: len(events), Bytes: int64(text.Len())}))
				Expect(i.Cause()).To(Equal(spec.EOF))
			}
		}
	})

	It("counts torn records apart from lines of a log, and both apart from kinds that nobody knows", func() {
		i := open(strings.NewReader(opens+
			"npm warn deprecated\n"+ // noise
			"[INFO] it starts: 3 of 4\n"+ // noise
			"2026-01-02 03:04:05 done\n"+ // noise
			`{"kind":"text","session":"ma`+"\n"+ // torn
			`in","message":"m1","text":"x"}`+"\n"+ // torn
			`{"kind":"weather"}`+"\n"+
			says+closes+
			`{"session":"main"}`+"\n"+ // whole, and none of the dialect
			strings.TrimSuffix(ends, "}\n")), trace.Options{}) // torn
		Expect(ended(i)).To(Succeed())
		c := i.Counts()
		c.Bytes = 0
		Expect(c).To(Equal(trace.Counts{Records: 11, Events: 4, Bad: 7, Torn: 3, Noise: 3, Unknown: 1, Truncated: true}))
	})

	DescribeTable("says that a stream was cut",
		func(b []byte, o trace.Options, cause spec.Cause) {
			i := open(bytes.NewReader(b), o)
			for range i.Batches() {
			}
			Expect(i.Cause()).To(Equal(cause))
		},
		Entry("not where it ends at a line's end", []byte(whole), trace.Options{}, spec.EOF),
		Entry("not where its last line has no end", []byte(strings.TrimSpace(whole)), trace.Options{}, spec.EOF),
		Entry("not for a torn line before the last", []byte(opens+"{\"kind\":\n"+ends), trace.Options{}, spec.EOF),
		Entry("within its last line", []byte(whole[:len(whole)-5]), trace.Options{}, spec.Cut),
		Entry("where a limit ends it", []byte(whole), trace.Options{Records: 2}, spec.Cut),
		Entry("where its process was killed", []byte(whole), trace.Options{Recording: &trace.Recording{Process: &trace.Process{Signal: "SIGKILL"}}}, spec.Cut),
		Entry("not where its process ended by itself", []byte(whole), trace.Options{Recording: &trace.Recording{Process: &trace.Process{Code: new(int)}}}, spec.EOF),
	)

	It("says so of packed data that ends too early, and where", func() {
		packed := gzipped(strings.Repeat(whole, 500))
		i := open(bytes.NewReader(packed[:len(packed)-10]), trace.Options{})
		Expect(ended(i)).To(Succeed())
		Expect(i.Cause()).To(Equal(spec.Cut))
		Expect(i.Counts()).To(And(HaveField("Truncated", true), HaveField("Bad", BeNumerically(">=", 1))))
		Expect(i.Short().Detail).To(ContainSubstring("the gzip data ends too early"))
		i = open(bytes.NewReader(packed), trace.Options{})
		Expect(ended(i)).To(Succeed())
		Expect(i.Short()).To(BeNil())
	})

	It("says so of a pass that its user ends, and of no pass at all", func() {
		i := open(strings.NewReader(whole), trace.Options{})
		Expect(i.Cause()).To(Equal(spec.Cut))
		for range i.Batches() {
			break
		}
		Expect(i.Cause()).To(Equal(spec.Cut))
		Expect(i.Counts().Records).To(Equal(1))
	})

	It("is ended by its limits, each named, and by none on records unless one is given", func() {
		i := open(strings.NewReader(whole), trace.Options{Records: 3})
		Expect(ended(i)).To(MatchError("behind record 3: more than 3 records: it is too long; --max-records sets how much is read"))
		i = open(strings.NewReader(whole), trace.Options{Size: 100, Dialect: "neutral"})
		Expect(ended(i)).To(And(MatchError(trace.ErrSize), MatchError(ContainSubstring("--max-size"))))
		Expect(i.Counts().Bytes).To(BeEquivalentTo(100))
		i = open(strings.NewReader(opens+strings.Repeat(says, 50)+closes+ends), trace.Options{Limits: wire.Limits{Line: 56}})
		Expect(ended(i)).To(Succeed())
		Expect(i.Counts()).To(And(HaveField("Bad", 50), HaveField("Torn", 0), HaveField("Noise", 0)))
	})

	It("gives the error that its reader fails with, behind what it could read", func() {
		i := open(failing{strings.NewReader(strings.Repeat(opens+says, 2000))}, trace.Options{Dialect: "neutral"})
		events, err := all(i)
		Expect(err).To(MatchError(ContainSubstring("the disk is gone")))
		Expect(len(events)).To(BeNumerically(">", 10))
	})

	DescribeTable("knows the version of the program that wrote it, where the stream says so",
		func(text, version string) {
			i := open(strings.NewReader(text), trace.Options{})
			Expect(i.Version()).To(BeEmpty(), "before anything was read")
			Expect(ended(i)).To(Succeed())
			Expect(i.Version()).To(Equal(version))
		},
		Entry("Claude Code", `{"type":"system","subtype":"hook_started","session_id":"s"}`+"\n"+initOf("2.1.329"), "2.1.329"),
		Entry("the first of several", initOf("2.1.3")+initOf("2.1.4"), "2.1.3"),
		Entry("none in form, which may be anybody's words", initOf("the one of Ann's laptop"), ""),
		Entry("a tool that shows some", initOf("")+`{"type":"user","session_id":"s","message":{"role":"user","content":"claude_code_version 1"}}`+"\n", ""),
		Entry("a dialect without", whole, ""),
	)

	It("gives its bytes, too, unpacked, torn lines and all, and within the limit", func() {
		text := whole + "no record\n"
		i := open(bytes.NewReader(gzipped(text)), trace.Options{})
		for range 2 {
			raw, err := i.Raw()
			Expect(err).NotTo(HaveOccurred())
			Expect(io.ReadAll(raw)).To(BeEquivalentTo(text))
			Expect(ended(i)).To(Succeed())
		}
		i = open(bytes.NewReader(gzipped(text)), trace.Options{Size: 100})
		raw, err := i.Raw()
		Expect(err).NotTo(HaveOccurred())
		_, err = io.ReadAll(raw)
		Expect(err).To(MatchError(trace.ErrSize))
	})

	It("says what speaks for each dialect, also where none is sure", func() {
		i, err := trace.Open(strings.NewReader(`{"a":1}`), trace.Options{})
		Expect(err).To(MatchError(trace.ErrDialect))
		Expect(i.Why).NotTo(BeEmpty())
	})
})

func initOf(version string) string {
	return `{"type":"system","subtype":"init","session_id":"s","uuid":"u","model":"m","tools":[],"claude_code_version":"` + version + "\"}\n"
}

var _ = Describe("A file that changes while it is imported", func() {
	var path string
	var i *trace.Import
	BeforeEach(func() {
		path = filepath.Join(GinkgoT().TempDir(), "trace.jsonl")
		Expect(os.WriteFile(path, []byte(strings.Repeat(whole, 1000)), 0o644)).To(Succeed())
		file, err := os.Open(path)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(file.Close)
		i = open(file, trace.Options{})
		Expect(ended(i)).To(Succeed())
	})

	It("and is longer the second time ends so, in a sentence", func() {
		file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		Expect(err).NotTo(HaveOccurred())
		_, err = file.WriteString(whole)
		Expect(err).NotTo(HaveOccurred())
		Expect(file.Close()).To(Succeed())
		Expect(ended(i)).To(MatchError(trace.ErrChanged))
		Expect(ended(i)).To(MatchError(MatchRegexp(`^it was 4000 records in \d+ bytes and is 4004 in \d+: it changed while it was read; read a copy of it$`)))
	})

	It("and is shorter, or empty, ends so, too", func() {
		Expect(os.Truncate(path, 1000)).To(Succeed())
		Expect(ended(i)).To(MatchError(trace.ErrChanged))
		Expect(os.Truncate(path, 0)).To(Succeed())
		Expect(ended(i)).To(MatchError(trace.ErrChanged))
	})

	It("and is removed is read all the same, since it was open", func() {
		if os.Remove(path) != nil {
			Skip("a file that is open cannot be removed here")
		}
		Expect(ended(i)).To(Succeed())
		Expect(i.Counts().Records).To(Equal(4000))
	})

	It("within one reading is read as far as it then is", func() {
		n := 0
		for _, err := range i.Batches() {
			if n++; n == 1 {
				Expect(os.Truncate(path, 200_000)).To(Succeed())
			}
			if err != nil {
				Expect(err).To(MatchError(trace.ErrChanged))
			}
		}
		Expect(n).To(BeNumerically("<", 4000))
	})
})
