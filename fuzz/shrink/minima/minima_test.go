package minima_test

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/nightly"
	. "github.com/quock-dev/quock/fuzz/shrink/minima"
	"github.com/quock-dev/quock/model/deviation"
)

var (
	update = flag.String("update", "", "search the minima of a dialect anew and write them; all for all of them")
	// improve begins with the minima that are kept, and finds only shorter ones:
	// what is needed after an alphabet has grown.
	improve = flag.Bool("improve", false, "with -update, search only for what is shorter than what is kept")

	file = filepath.Join("testdata", "minima.jsonl")
)

// kept are the minima that are kept.
func kept() ([]Minimum, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the minima that are kept: %w", err)
	}
	return Read(bytes.NewReader(b), features)
}

// searched are the minima of a dialect, by the names of the wrong models; known
// are those that are beaten only by shorter ones.
func (v *voice) searched(known []Minimum) map[string]Minimum {
	best := map[string]Minimum{}
	for _, m := range known {
		best[m.Mutant.Path()] = m
	}
	for _, sc := range v.scopes() {
		var suspects []Suspect
		for _, m := range deviation.Models() {
			if strings.HasPrefix(m.Path(), v.family) {
				suspects = append(suspects, Suspect{Deviation: m, Under: len(best[m.Path()].Stream.Events)})
			}
		}
		found, tried := sc.Search(suspects, sc.Depth)
		GinkgoWriter.Printf("%-28s %8d streams, %d minima\n", sc.Name, tried, len(found))
		for _, m := range found {
			best[m.Mutant.Path()] = m
		}
	}
	return best
}

// write searches the minima of a dialect, or of all, and keeps them in place of
// those that were kept.
func write(dialect string) error {
	for _, v := range voices {
		if dialect != "all" && dialect != v.dialect {
			continue
		}
		if err := v.write(); err != nil {
			return err
		}
	}
	return nil
}

func (v *voice) write() error {
	all, err := kept()
	if err != nil {
		return err
	}
	var known []Minimum
	if *improve {
		known = of(all, v.dialect)
	}
	all = slices.DeleteFunc(all, func(m Minimum) bool { return Dialect(m.Scope) == v.dialect })
	best := v.searched(known)
	for _, name := range slices.Sorted(maps.Keys(best)) {
		all = append(all, best[name])
	}
	var b bytes.Buffer
	if err := Write(&b, all); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o644)
}

// of are the minima of a dialect.
func of(all []Minimum, dialect string) []Minimum {
	var some []Minimum
	for _, m := range all {
		if Dialect(m.Scope) == dialect {
			some = append(some, m)
		}
	}
	return some
}

var _ = Describe("The minima that are kept", Ordered, ContinueOnFailure, func() {
	var all []Minimum

	BeforeAll(func() {
		if *update != "" {
			Expect(write(*update)).To(Succeed())
		}
		var err error
		all, err = kept()
		Expect(err).NotTo(HaveOccurred())
	})

	It("are there for at least sixty wrong models, or the reducer is measured on too few", func() {
		names := map[string]bool{}
		for _, m := range all {
			names[m.Mutant.Path()] = true
		}
		Expect(len(names)).To(BeNumerically(">=", 60))
		GinkgoWriter.Printf("%d minima of %d wrong models\n", len(all), len(names))
	})

	It("make their wrong models fail as they say, the clearest difference first", func() {
		for _, m := range all {
			Expect(Judge(m.Mutant)(&m.Subject)).To(ContainElement(m.Signature), "%s in %s", m.Mutant.Path(), m.Scope)
		}
	})

	It("fail with their last event and not before, as a shortest stream does", func() {
		for _, m := range all {
			for cut := range m.Stream.Events {
				short := m.Subject
				short.Stream.Events = slices.Clone(m.Stream.Events[:cut])
				Expect(Judge(m.Mutant)(&short)).To(BeEmpty(), "%s in %s after %d", m.Mutant.Path(), m.Scope, cut)
			}
		}
	})

	for _, v := range voices {
		It("are the shortest of "+v.dialect+", which each shorter stream of its scopes was tried for", func() {
			var suspects []Suspect
			for _, m := range of(all, v.dialect) {
				suspects = append(suspects, Suspect{m.Mutant, len(m.Stream.Events)})
			}
			for _, sc := range v.scopes() {
				depth := sc.Depth
				// The last level is most of the work, and matters for those alone
				// whose minimum is longer than that.
				if sc.Doubts = nightly.On(); !sc.Doubts {
					depth--
				}
				found, tried := sc.Search(suspects, depth)
				Expect(found).To(BeEmpty(), sc.Name)
				GinkgoWriter.Printf("%-28s %8d streams\n", sc.Name, tried)
			}
		})
	}
})
