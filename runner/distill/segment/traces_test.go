package segment_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/runner/distill/segment"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// recorded are the recorded streams beside the work tree, by name.
func recorded() map[string]spec.Stream {
	GinkgoHelper()
	shared := filepath.Join("..", "..", "..", "..", "shared", "traces")
	if _, err := os.Stat(shared); err != nil {
		Skip("they are not beside the work tree")
	}
	all := map[string]spec.Stream{}
	Expect(filepath.WalkDir(shared, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(shared, path)
		folder, _, _ := strings.Cut(filepath.ToSlash(name), "/")
		if err != nil || filepath.Ext(path) != ".jsonl" {
			return err
		}
		c, variant, err := dialects.Lookup(strings.ReplaceAll(folder, "-", ""))
		Expect(err).NotTo(HaveOccurred())
		file, err := os.Open(path)
		Expect(err).NotTo(HaveOccurred())
		defer file.Close()
		s, _, err := wire.DecodeAll(c, variant, file, wire.Limits{})
		Expect(err).NotTo(HaveOccurred())
		if len(s.Events) > 0 {
			all[name] = s
		}
		return nil
	})).To(Succeed())
	return all
}

var _ = Describe("The segments of recorded streams", func() {
	It("say together what the whole says, each message once", func() {
		streams := recorded()
		Expect(len(streams)).To(BeNumerically(">", 40))
		for name, s := range streams {
			segments := cut(s, segment.Options{Join: 1})
			tiled(s, segments)
			whole, parts := map[string][]string{}, map[string][]string{}
			t := model.Run(s, spec.Policies{})
			collect(whole, &t)
			for _, one := range segments {
				t := model.Run(one.Stream, spec.Policies{})
				collect(parts, &t)
			}
			Expect(parted(whole, parts)).To(BeEmpty(), name)
		}
	})
})
