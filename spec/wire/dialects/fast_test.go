package dialects_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// What a dialect reads its fast path it reads as its strict one does: in every
// written fixture, and in what real producers wrote. Damage is the matter of the
// fuzz targets.
var _ = Describe("the quick ways", func() {
	It("exist for the dialects whose streams are long", func() {
		var fast []string
		for _, c := range dialects.All() {
			if _, ok := c.NewDecoder("").(wire.FastDecoder); ok {
				fast = append(fast, c.Name())
			}
		}
		Expect(fast).To(ContainElements("neutral", "langgraph", "claudecode"))
	})

	It("read every fixture as the strict ways do", func() {
		cases, err := fixtures.Streams()
		Expect(err).NotTo(HaveOccurred())
		Expect(cases).NotTo(BeEmpty())
		for _, c := range cases {
			codec, variant, err := dialects.Lookup(c.Dialect)
			Expect(err).NotTo(HaveOccurred())
			text := bytes.Join(c.Records, []byte("\n"))
			Expect(wiretest.FastAsStrict(codec, variant, text, wire.Limits{})).To(Succeed(), c.Name)
		}
	})

	It("read every recording as the strict ways do, whichever dialect takes it", func() {
		root := filepath.Join("..", "..", "..", "..", "shared", "traces")
		if _, err := os.Stat(root); err != nil {
			Skip("the recorded traces are not beside the repository")
		}
		read := 0
		Expect(filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".jsonl") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, codec := range dialects.All() {
				Expect(wiretest.FastAsStrict(codec, "", text, wire.Limits{})).To(Succeed(), path)
			}
			read++
			return err
		})).To(Succeed())
		Expect(read).To(BeNumerically(">", 10))
	})
})
