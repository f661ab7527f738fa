package shrink_test

import (
	"regexp"
	"slices"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

func TestShrink(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Shrink")
}

// features are those of a dialect, by its name and variant.
func features(dialect string) spec.Features {
	for _, f := range everyDialect() {
		if f.Dialect == dialect {
			return f
		}
	}
	panic("no dialect " + dialect)
}

// everyDialect lists the features of all dialects whose streams are told live.
func everyDialect() []spec.Features {
	var all []spec.Features
	for _, c := range dialects.Generated() {
		variants := c.Variants()
		if len(variants) == 0 {
			variants = []string{""}
		}
		for _, v := range variants {
			if f := c.Features(v); !f.Document {
				all = append(all, f)
			}
		}
	}
	return all
}

// subject is a generated case as a reducer takes it.
func subject(f spec.Features, seed uint64) shrink.Subject {
	c := perform.Generate(f, perform.Degraded, seed)
	return shrink.Subject{Stream: c.Stream, Faults: c.Faults}
}

var where = regexp.MustCompile(`\[[^\]]*\]`)

// against judges a wrong model by the honest one: after the last record of
// each of the first lines in which it departs, and after the end.
func against(m deviation.Deviation) shrink.Judge {
	return func(s *shrink.Subject) []shrink.Signature {
		sem, count := m.New()
		right, wrong := model.New(s.Stream.Features, spec.Policies{}), model.NewWith(sem, s.Stream.Features, spec.Policies{})
		var found []shrink.Signature
		look := func() {
			want, got := right.Transcript(), wrong.Transcript()
			for _, d := range (spec.Compare{Observes: spec.AllParts()}).Transcripts(&want, &got) {
				sig := shrink.Signature{Rule: m.Rule(), Kind: where.ReplaceAllString(d.Path, "[]") + " " + string(d.Kind)}
				if !slices.Contains(found, sig) {
					found = append(found, sig)
				}
			}
		}
		looks := 0
		for i := range s.Stream.Events {
			before := count.Triggered
			right.Step(&s.Stream.Events[i])
			wrong.Step(&s.Stream.Events[i])
			if count.Triggered > before && looks < 4 {
				looks++
				look()
			}
		}
		right.End(s.Stream.End)
		wrong.End(s.Stream.End)
		look()
		return found
	}
}

// failing finds a case of a dialect that a judge fails, from a seed on.
func failing(f spec.Features, judge shrink.Judge, from uint64) (shrink.Subject, shrink.Signature, bool) {
	for seed := from; seed < from+300; seed++ {
		s := subject(f, seed)
		if len(s.Stream.Events) < 12 {
			continue
		}
		if found := judge(&s); len(found) > 0 {
			return s, found[0], true
		}
	}
	return shrink.Subject{}, shrink.Signature{}, false
}
