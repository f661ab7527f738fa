package anonym_test

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/perform/performtest"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// everyDialect checks on some generated streams of each dialect and level that
// nothing is wrong.
func everyDialect(times int, wrong func(s sample) string) {
	GinkgoHelper()
	for _, g := range dialectVariants() {
		f := g.Features(g.variant)
		if f.Document {
			continue
		}
		for level := range perform.Level(3) {
			holds(times, prop.ForAll(func(c *perform.Case) string {
				records, err := wire.EncodeStream(g.Codec, g.variant, c.Stream)
				if err != nil || len(bytes.Join(records, nil)) > nightly.Count(15_000, 1<<30) {
					return "" // the dialect cannot say it, or for long
				}
				return wrong(decoded(g, c.String(), records, c.Stream.End))
			}, performtest.Gen(f, level)))
		}
	}
}

// holds checks a property so many times.
func holds(times int, is gopter.Prop) {
	GinkgoHelper()
	parameters := gopter.DefaultTestParametersWithSeed(5)
	parameters.MinSuccessfulTests, parameters.MaxSize = times, 24
	result := is.Check(parameters)
	Expect(result.Passed()).To(BeTrue(), "%v %v %v", result.Labels, result.Args, result.Error)
}

// aWord draws words of letters, digits and marks of any script.
func aWord() gopter.Gen {
	letters := gen.OneConstOf('a', 'b', 'e', 'z', 'A', 'E', '0', '1', '7', '9', 'ß', 'é', 'ж', 'Ж', 'ש', '日', '本', '語', '한', '𝒜', '\u0301', '٣', '½')
	return gen.OneGenOf(gen.Identifier(), gen.NumString(), gen.UnicodeString(unicode.Letter), gen.SliceOfN(6, letters).Map(func(all []rune) string { return string(all) }))
}

// aText draws texts of words.
func aText() gopter.Gen {
	return gen.SliceOf(aWord()).Map(func(all []string) string { return strings.Join(all, " ") })
}

// anonymousTexts is what texts become, one a message.
func anonymousTexts(texts ...string) []string {
	var events []spec.Event
	for i, text := range texts {
		events = append(events, spec.Event{Kind: spec.Text, Session: "s", Message: string(rune('a' + i%26)), Slot: string(rune('a' + i/26)), Text: text})
	}
	return anonymous(events...)
}

var _ = Describe("The words of any text", func() {
	It("have the lengths and widths that they had, and case and digits where they were", func() {
		holds(60, prop.ForAll(func(text string) string {
			return misshapen(text, anonymousTexts(text)[0])
		}, aText()))
	})

	It("are equal where they were and different where they were, letter case included", func() {
		holds(60, prop.ForAll(func(words []string) bool {
			to := anonymousTexts(strings.Join(words, " "))
			back, there := map[string]string{}, map[string]string{}
			for i, is := range strings.Split(to[0], " ") {
				was := strings.Split(strings.Join(words, " "), " ")[i]
				if known, seen := there[was]; seen && known != is {
					return false
				}
				if known, seen := back[is]; seen && known != was {
					return false
				}
				there[was], back[is] = is, was
			}
			return true
		}, gen.SliceOf(aWord())))
	})

	It("have equal characters where the word had them, so that equal pieces stay equal", func() {
		holds(60, prop.ForAll(func(word string) bool {
			was, is := []rune(strings.ToLower(word)), []rune(strings.ToLower(anonymousTexts(word)[0]))
			for i := range was {
				for j := range was {
					if (was[i] == was[j]) != (is[i] == is[j]) {
						return false
					}
				}
			}
			return true
		}, gen.OneGenOf(gen.Identifier(), gen.NumString())))
	})

	It("are the same in pieces as in one, wherever the cuts are", func() {
		holds(60, prop.ForAll(func(text string, cut int) bool {
			at := cut % (len(text) + 1)
			for at < len(text) && !utf8.RuneStart(text[at]) {
				at++ // records are UTF-8
			}
			if at == 0 || at == len(text) {
				return true // one piece
			}
			whole := anonymousTexts(text)[0]
			piece := func(text string) spec.Event {
				return spec.Event{Kind: spec.Text, Session: "s", Message: "a", Slot: "a", Text: text}
			}
			pieces := anonymous(piece(text[:at]), piece(text[at:]))
			return strings.Join(pieces, "") == whole && len(pieces[0]) == at
		}, aText(), gen.IntRange(0, 1<<20)))
	})
})

// misshapen says how a text differs from another one in more than its words.
func misshapen(was, is string) string {
	from, to := []rune(was), []rune(is)
	if len(from) != len(to) || len(was) != len(is) {
		return "another length"
	}
	for i, r := range from {
		switch {
		case utf8.RuneLen(r) != utf8.RuneLen(to[i]):
			return "another width"
		case unicode.IsUpper(r) != unicode.IsUpper(to[i]), unicode.IsDigit(r) != unicode.IsDigit(to[i]), unicode.IsSpace(r) != unicode.IsSpace(to[i]):
			return "another sort"
		}
	}
	return ""
}
