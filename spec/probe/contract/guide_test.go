package contract_test

import (
	"encoding/json"
	"regexp"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe/contract"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// mostGuide is the most bytes of a guide: what one reads in a sitting.
const mostGuide = 15 << 10

// everyVariant calls f for each variant of each dialect.
func everyVariant(f func(codec wire.Codec, features spec.Features)) {
	for _, codec := range dialects.Generated() {
		for _, features := range variants(codec) {
			f(codec, features)
		}
	}
}

// guide is that of one variant, as Markdown.
func guide(f spec.Features, topics ...string) string {
	return contract.Audience{Variants: []spec.Features{f}, Topics: topics}.Guide()
}

var _ = Describe("A guide", func() {
	It("has at most 15 KB, for every variant", func() {
		everyVariant(func(_ wire.Codec, f spec.Features) {
			Expect(len(contract.PlainText(guide(f), 80))).To(BeNumerically("<=", mostGuide), f.Dialect)
		})
	})

	It("has lines of at most 80 columns, but for code that cannot be broken", func() {
		everyVariant(func(_ wire.Codec, f spec.Features) {
			for line := range strings.SplitSeq(contract.PlainText(guide(f), 80), "\n") {
				Expect(len([]rune(line)) <= 80 || !strings.Contains(strings.TrimSpace(line), " ") || strings.HasPrefix(line, "  ")).To(BeTrue(), line)
			}
		})
	})

	It("has no mark, emphasis or empty table of the contract", func() {
		everyVariant(func(_ wire.Codec, f spec.Features) {
			text := contract.PlainText(guide(f, contract.Topics()...), 80)
			Expect(text).NotTo(MatchRegexp(`<!--|\*\*|\|---`), f.Dialect)
		})
	})

	It("shows an example that means what it says", func() {
		everyVariant(func(codec wire.Codec, f spec.Features) {
			_, variant, _ := strings.Cut(f.Dialect, ":")
			stream, means := fence(f, "jsonl"), fence(f, "json")
			Expect(bare(stream.transcriptOf(codec, variant))).To(Equal(bare(means.value())), f.Dialect)
		})
	})

	It("is there for a dialect that is only read, and says what can be done with it", func() {
		codec, variant, err := dialects.Lookup("acp:v2")
		Expect(err).NotTo(HaveOccurred())
		text := guide(codec.Features(variant))
		Expect(len(contract.PlainText(text, 80))).To(BeNumerically("<=", mostGuide))
		Expect(text).To(And(ContainSubstring("quock replay RECORDING"), Not(ContainSubstring("quock init"))))
	})

	It("gives the path of every list of a session", func() {
		codec, _, _ := dialects.Lookup("agentc")
		for _, path := range []string{"sessions[].held[]", "sessions[].abandoned[]", "sessions[].messages[].calls[]", "sessions[].turns[]"} {
			Expect(guide(codec.Features(""))).To(ContainSubstring(path))
		}
	})

	It("leaves out what the dialect cannot show, and names what it leaves for later", func() {
		codec, _, _ := dialects.Lookup("aisdk:v5")
		text := guide(codec.Features("v5"))
		Expect(text).NotTo(Or(ContainSubstring("parent_call"), ContainSubstring("held-attach"), ContainSubstring("Stores")))
		Expect(text).To(ContainSubstring("--with rare"))
		Expect(guide(codec.Features("v5"), "rare")).To(ContainSubstring("late-fragment"))
	})
})

// A code is the text of a fenced block.
type code string

// fence is the only fenced block of that kind in the guide of a variant.
func fence(f spec.Features, kind string) code {
	GinkgoHelper()
	all := regexp.MustCompile("(?s)```"+kind+"\n(.*?)```").FindAllStringSubmatch(guide(f), -1)
	Expect(all).To(HaveLen(1), "the section of %s in spec/probe/probe.md needs one block of %s", f.Dialect, kind)
	return code(all[0][1])
}

func (c code) value() (v any) {
	Expect(json.Unmarshal([]byte(c), &v)).To(Succeed(), string(c))
	return v
}

// transcriptOf is what the reference model makes of the records.
func (c code) transcriptOf(codec wire.Codec, variant string) (v any) {
	decoder, state := codec.NewDecoder(variant), model.New(codec.Features(variant), spec.Policies{})
	records := json.NewDecoder(strings.NewReader(string(c)))
	for records.More() {
		var record json.RawMessage
		Expect(records.Decode(&record)).To(Succeed())
		events, problem := decoder.Decode(nil, record)
		Expect(problem).To(BeNil(), "%s: %s", codec.Name(), record)
		for i := range events {
			state.Step(&events[i])
		}
	}
	state.End(spec.EOF)
	text, err := json.Marshal(state.Transcript())
	Expect(err).NotTo(HaveOccurred())
	return code(text).value()
}

// bare leaves out what is empty, and false: absent means the same.
func bare(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, below := range v {
			if below = bare(below); below == nil || below == false || below == "" {
				delete(v, key)
			} else {
				v[key] = below
			}
		}
		if len(v) == 0 {
			return nil
		}
	case []any:
		for i := range v {
			v[i] = bare(v[i])
		}
		if len(v) == 0 {
			return nil
		}
	}
	return v
}
