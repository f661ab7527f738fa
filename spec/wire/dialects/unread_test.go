package dialects_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/tools/txtar"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// samples are the beginnings of streams that are not read, by file.
func samples() map[string][]byte {
	GinkgoHelper()
	text, err := os.ReadFile(filepath.Join("testdata", "unread.txtar"))
	Expect(err).NotTo(HaveOccurred())
	all := map[string][]byte{}
	for _, file := range txtar.Parse(text).Files {
		all[file.Name] = file.Data
	}
	return all
}

// recordsOf cuts a sample as the end of its name says.
func recordsOf(name string, text []byte) [][]byte {
	GinkgoHelper()
	framing := wire.Lines
	if filepath.Ext(name) == ".sse" {
		framing = wire.SSE
	}
	var records [][]byte
	for reader := wire.NewReader(bytes.NewReader(text), framing, wire.Limits{}); ; {
		record, problem, err := reader.Next()
		if err == io.EOF {
			return records
		}
		Expect(err).NotTo(HaveOccurred())
		Expect(problem).To(BeNil())
		records = append(records, bytes.Clone(record.JSON))
	}
}

var _ = Describe("A format that is recognised and not read", func() {
	names := map[string]string{
		"cursor.jsonl":               "Cursor's stream (cursor-agent --output-format stream-json)",
		"cursor-without-calls.jsonl": "Cursor's stream (cursor-agent --output-format stream-json)",
		"codex-rollout-old.jsonl":    "a Codex rollout file of before October 2025 (bare response items)",
		"responses-beta.sse":         "OpenAI's hosted multi-agent beta (Responses)",
	}

	It("is named, and no dialect claims it, however much it looks like one", func() {
		Expect(samples()).To(HaveLen(len(names)))
		for file, text := range samples() {
			records := recordsOf(file, text)
			Expect(dialects.Unread(records)).To(HaveValue(HaveField("Name", names[file])), file)
			c, _, reasons := dialects.Detect(records)
			Expect(c).To(BeNil(), file)
			Expect(reasons).To(ContainElement("not read: "+names[file]), file)
		}
	})

	It("is known by marks that a sample of it bears, each, and a sample of another never", func() {
		covered := map[string]bool{}
		for file, text := range samples() {
			for _, record := range recordsOf(file, text) {
				for name, marks := range dialects.UnreadMarks() {
					for _, mark := range marks {
						if dialects.HasMark(record, mark) {
							Expect(names[file]).To(Equal(name), "%s bears %s: %s", file, mark, record)
							covered[mark] = true
						}
					}
				}
			}
		}
		for name, marks := range dialects.UnreadMarks() {
			for _, mark := range marks {
				Expect(covered).To(HaveKey(mark), name)
			}
		}
	})

	everyVariant(func(name string, c wire.Codec, variant string) {
		It("is none that is read: "+name, func() {
			for seed := range uint64(30) {
				p := perform.Generate(c.Features(variant), perform.Degraded, seed)
				records, err := wire.EncodeStream(c, variant, p.Stream)
				if err == nil {
					Expect(dialects.Unread(records)).To(BeNil(), "seed %d", seed)
				}
			}
		})
	})

	It("is nothing where there is nothing", func() {
		Expect(dialects.Unread(nil)).To(BeNil())
		Expect(dialects.Unread([][]byte{[]byte(`[]`), []byte(`1`), []byte(`}`), []byte(`{"msg":{"jsonrpc":"2.0"}}`)})).To(BeNil())
	})
})
