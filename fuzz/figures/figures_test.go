package figures_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/figures"
)

const output = `commit: abcdef
goos: linux
pkg: github.com/quock-dev/quock/fuzz/shrink/minima
cpu: some cpu
BenchmarkShrunkSize-2   	       1	 1200 ns/op	         1.000 median/optimum	 1.2 p95/optimum
BenchmarkShrunkSize-2   	       1	 1300 ns/op	         1.000 median/optimum	 1.1 p95/optimum
BenchmarkShrunkSize-2   	       1	 1100 ns/op	         1.000 median/optimum	 1.4 p95/optimum
--- FAIL: BenchmarkOracleRuns
    a line of a log
FAIL
pkg: github.com/quock-dev/quock/fuzz/relation
BenchmarkDistinctInterleavings-2 	 100	 0.95 forms/case
PASS
`

func read(text string) *figures.Run {
	GinkgoHelper()
	run, err := figures.Read(strings.NewReader(text))
	Expect(err).NotTo(HaveOccurred())
	return run
}

func table(run *figures.Run) string {
	GinkgoHelper()
	var b strings.Builder
	Expect(figures.Write(&b, figures.All(), run)).To(Succeed())
	return b.String()
}

var _ = Describe("The table of figures", func() {
	It("takes the median of several runs, because one run of a busy machine tells little", func() {
		median, times := read(output).Value("ShrunkSize", "p95/optimum")
		Expect(median).To(Equal(1.2))
		Expect(times).To(Equal(3))
	})

	It("marks what missed its aim and leaves what met it unmarked", func() {
		t := table(read(output))
		Expect(t).To(ContainSubstring("| p95 ≤ 1.15 | **1.2 (median of 3)**, missed |"))
		Expect(t).To(ContainSubstring("| median ≤ 1 | 1 (median of 3) |"))
		Expect(t).To(ContainSubstring("| forms a case ≥ 0.9 | 0.95 |"))
		Expect(t).To(ContainSubstring("Aims missed: shrunk size / certified optimum: p95.\n"))
	})

	It("says what was not run, each figure once, so that no gap looks like a success", func() {
		t := table(read(output))
		Expect(t).To(ContainSubstring("| from 50 events ≤ 400 | not run |"))
		Expect(strings.Count(t[strings.Index(t, "Not run: "):], "oracle runs a reduction")).To(Equal(1))
	})

	It("says what machine it was, and nothing of packages", func() {
		Expect(table(read(output))).To(ContainSubstring("Machine: 2 CPUs; commit: abcdef; goos: linux; cpu: some cpu.\n"))
		Expect(table(read("PASS\n"))).To(ContainSubstring("No benchmark was run.\n"))
	})

	It("counts one CPU where the name has no number, and takes a number in a name for none", func() {
		Expect(read("BenchmarkOne 1 2 x\n").CPUs).To(Equal(1))
		run := read("BenchmarkOf/events=10-4 1 2 x\n")
		Expect(run.CPUs).To(Equal(4))
		v, _ := run.Value("Of/events=10", "x")
		Expect(v).To(Equal(2.0))
	})

	It("knows numbers by the unit that the benchmark named, though the reader tidies units", func() {
		v, times := read("BenchmarkOne-2 1 500 ns/op\n").Value("One", "ns/op")
		Expect(v).To(Equal(500.0))
		Expect(times).To(Equal(1))
	})

	It("refuses a benchmark's line that it cannot read, because a figure would be missing for no reason", func() {
		_, err := figures.Read(strings.NewReader("BenchmarkOne-2 1 many ns/op\n"))
		Expect(err).To(MatchError(ContainSubstring("reading the benchmarks' output: benchmarks:1")))
	})

	DescribeTable("bounds a number on one side", func(a figures.Aim, v float64, met bool) {
		Expect(a.Met(v)).To(Equal(met))
	},
		Entry("at least: the bound itself is enough", figures.All()[0].Measures[2].Aim, 90.0, true),
		Entry("at least: less is not", figures.All()[0].Measures[2].Aim, 89.9, false),
		Entry("at most: the bound itself is allowed", figures.All()[0].Measures[0].Aim, 1.0, true),
		Entry("at most: more is not", figures.All()[0].Measures[0].Aim, 1.01, false),
		Entry("none: anything goes", figures.Aim{}, 0.0, true),
	)
})

var _ = Describe("The list of figures", func() {
	It("names benchmarks that there are, and units that they report, or they would read as never run", func() {
		there := benchmarks()
		for _, f := range figures.All() {
			Expect(there).To(HaveKey(f.Bench), f.Name)
			text := tests(there[f.Bench])
			if strings.Contains(text, "wiretest.Decoding(") {
				text += texts("../../spec/wire/wiretest/decoding.go")
			}
			for _, m := range f.Measures {
				Expect(text).To(ContainSubstring(`"`+m.Unit+`"`), "%s: %s", f.Name, m.What)
			}
		}
	})
})

// benchmarks are the folders of the benchmarks of figures.
func benchmarks() map[string]string {
	GinkgoHelper()
	there := map[string]string{}
	Expect(filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, f := range figures.All() {
			if strings.Contains(string(text), "func Benchmark"+f.Bench+"(b *testing.B)") {
				there[f.Bench] = filepath.Dir(path)
			}
		}
		return err
	})).To(Succeed())
	return there
}

// tests is the text of all tests of a folder, and of the measurement that benchmarks of
// decoders share.
func tests(dir string) string {
	GinkgoHelper()
	return texts(filepath.Join(dir, "*_test.go"))
}

// texts are those of the files that a pattern matches.
func texts(pattern string) string {
	GinkgoHelper()
	paths, err := filepath.Glob(pattern)
	Expect(err).NotTo(HaveOccurred())
	paths = append(paths, "../../spec/wire/wiretest/decoding.go")
	var all strings.Builder
	for _, path := range paths {
		text, err := os.ReadFile(path)
		Expect(err).NotTo(HaveOccurred())
		all.Write(text)
	}
	return all.String()
}
