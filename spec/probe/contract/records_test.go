package contract_test

import (
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe/contract"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// variants are the features of a codec's variants.
func variants(codec wire.Codec) []spec.Features {
	var all []spec.Features
	for _, variant := range codec.Variants() {
		all = append(all, codec.Features(variant))
	}
	if all == nil {
		all = append(all, codec.Features(""))
	}
	return all
}

// records are those of a dialect, as "neutral" or "aisdk:v4".
func records(name string) []contract.RecordType {
	codec, variant, err := dialects.Lookup(name)
	Expect(err).NotTo(HaveOccurred())
	return contract.Audience{Variants: []spec.Features{codec.Features(variant)}}.RecordTypes()
}

var _ = Describe("The records of a dialect", func() {
	It("have a sentence each, and say what all others mean", func() {
		for _, codec := range dialects.Generated() {
			for _, f := range variants(codec) {
				all := contract.Audience{Variants: []spec.Features{f}}.RecordTypes()
				if f.Document {
					continue // it is no stream of records
				}
				Expect(len(all)).To(BeNumerically(">", 3), "%s needs a section with a table of its records in spec/probe/probe.md", f.Dialect)
				for _, r := range all {
					Expect(r.Means).NotTo(BeEmpty(), "%s: %v", f.Dialect, r)
					Expect(len(r.Values) > 0 || r.When != "").To(BeTrue(), "%s: %v", f.Dialect, r)
					Expect(r.When+r.Means).NotTo(ContainSubstring("<!--"), "%s: %v", f.Dialect, r)
				}
				if f.Dialect != "neutral" {
					Expect(all[len(all)-1].When).To(Equal("all others"), "the last row of the table of %s in spec/probe/probe.md", f.Dialect)
				}
			}
		}
	})

	It("are those of the variant alone", func() {
		Expect(records("aisdk:v4")[0]).To(Equal(contract.RecordType{Field: "code", Values: []string{"f"}, Means: "begins message `messageId`"}))
		Expect(records("aisdk:v5")[0].Values).To(Equal([]string{"start"}))
	})

	It("are known by the field that the table names, and by what else they have", func() {
		Expect(records("agentc")[0]).To(Equal(contract.RecordType{
			Field: "type", Values: []string{"interaction"}, When: "with `started` true", Means: "turn start; the turn's id is `id`",
		}))
		deep := records("deepagents:poll")
		Expect(deep[len(deep)-2]).To(HaveField("When", "a list of states"))
		Expect(deep[len(deep)-2].Values).To(BeEmpty())
	})

	It("of the neutral dialect are all kinds of event", func() {
		var named []string
		for _, r := range records("neutral") {
			named = append(named, r.Values...)
		}
		for _, kind := range spec.Kinds() {
			Expect(slices.Contains(named, kind.String())).To(BeTrue(), kind.String())
		}
	})

	It("of LangGraph stand in the table of deep agents as well", func() {
		Expect(records("deepagents:stream")[0]).To(Equal(records("langgraph")[0]))
	})

	It("name only what the field can be", func() {
		for _, codec := range dialects.Generated() {
			for _, r := range (contract.Audience{Variants: variants(codec)}).RecordTypes() {
				for _, value := range r.Values {
					Expect(strings.ContainsAny(value, " {}")).To(BeFalse(), "%s: %q", codec.Name(), value)
				}
			}
		}
	})
})
