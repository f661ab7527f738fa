package cover_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/distill/behaviour"
	"github.com/quock-dev/quock/runner/distill/cover"
	"github.com/quock-dev/quock/runner/trace"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

const shared = "../../../../shared/traces"

// recordings are the shared recordings, by path below their folder.
func recordings() []string {
	GinkgoHelper()
	if _, err := os.Stat(shared); err != nil {
		Skip("the shared recordings are not here")
	}
	var names []string
	Expect(filepath.WalkDir(shared, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasSuffix(path, ".md") {
			names = append(names, strings.TrimPrefix(path, shared+"/"))
		}
		return err
	})).To(Succeed())
	return names
}

// distilled distils one recording.
func distilled(name string, workers int) (*cover.Result, *trace.Import) {
	GinkgoHelper()
	text, err := os.ReadFile(filepath.Join(shared, name))
	Expect(err).NotTo(HaveOccurred())
	in, err := trace.Open(bytes.NewReader(text), trace.Options{})
	Expect(err).NotTo(HaveOccurred(), name)
	codec, variant, err := dialects.Lookup(in.Dialect)
	Expect(err).NotTo(HaveOccurred())
	result, err := cover.Distil(in.Batches(), in.Features, in.Cause, cover.Options{Codec: codec, Variant: variant, Width: workers, Map: atOnce(workers)})
	Expect(err).NotTo(HaveOccurred(), name)
	return result, in
}

var _ = Describe("Covering the shared recordings", func() {
	It("keeps every behaviour, in a quarter of the records where there are more than fifty", func() {
		var table strings.Builder
		for _, name := range recordings() {
			if o := os.Getenv("ONLY"); !strings.Contains(name, o) {
				continue
			}
			start := time.Now()
			result, in := distilled(name, 1)
			after, events := 0, 0
			for _, d := range result.Distillates {
				n := d.Stream.Records()
				if d.Records != nil {
					n = len(d.Records)
				}
				after, events = after+n, events+len(d.Stream.Events)
			}
			before := in.Counts().Records
			fmt.Fprintf(&table, "%-66s %4d -> %3d (%2d %%) in %d, events %d -> %d, %d steps and orders, %d rules, %d runs, %v\n", name, before, after, 100*after/before,
				len(result.Distillates), result.Events, events, result.Behaviours.Steps().Len(), len(result.Behaviours.Rules()), result.Runs, time.Since(start).Round(time.Millisecond))
			if before > 50 {
				if 4*after > before {
					fmt.Fprintln(&table, "   TOO LONG")
				}
			}
			if result.Shown != result.Behaviours {
				fmt.Fprintln(&table, "   DIFFERS: lost", result.Behaviours.Minus(result.Shown).Names(), "new", result.Shown.Minus(result.Behaviours).Names())
			}
			_ = behaviour.Most
		}
		fmt.Println(table.String())
	})
})
