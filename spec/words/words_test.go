package words_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/words"
)

var _ = Describe("A text of foreign origin", func() {
	DescribeTable("shows what would steer a terminal, forge a line or hide, and does none of it",
		func(text, shown string) { Expect(words.Line(text)).To(Equal(shown)) },
		Entry("an escape sequence", "\x1b[2J", `\x1b[2J`),
		Entry("a carriage return, which writes over the line", "ok\rFAIL", `ok\rFAIL`),
		Entry("a line that looks like one of ours", "x\npass", `x\npass`),
		Entry("a tab", "a\tb", `a\tb`),
		Entry("null and DEL", "\x00\x7f", `\x00\x7f`),
		Entry("C1: a terminal takes U+009B for ESC [", "\u009b31m", `\u009b31m`),
		Entry("the same as a byte that is no UTF-8", "\x9b31m", `\x9b31m`),
		Entry("bidi overrides, isolates and marks", "\u202e\u2066\u200f\u061c", `\u202e\u2066\u200f\u061c`),
		Entry("line and paragraph separators", "\u2028\u2029", `\u2028\u2029`),
		Entry("zero-width characters", "a\u200bb\u2060c\ufeffd\u00ade", `a\u200bb\u2060c\ufeffd\u00ade`),
		Entry("a joiner between letters that do not join", "a\u200db\u200cc", `a\u200db\u200cc`),
		Entry("two joiners", "👩\u200d\u200d", "👩\u200d"+`\u200d`),
		Entry("tag characters", "\U000e0041\U000e007f", `\U000e0041\U000e007f`),
		Entry("variation selectors that select nothing", "a\ufe0f\U000e0100", `a\ufe0f\U000e0100`),
		Entry("fillers, which show nothing", "\u3164\u115f\u034f", `\u3164\u115f\u034f`),
		Entry("private use", "\ue000\U000f0000", `\ue000\U000f0000`),
		Entry("what Unicode does not assign", "\uffff\U0001fffe", `\uffff\U0001fffe`),
		Entry("half a character", "\xe6\xbd", `\xe6\xbd`),
	)

	DescribeTable("is left as it is where people read it",
		func(text string) { Expect(words.Line(text)).To(Equal(text)) },
		Entry("empty", ""),
		Entry("ASCII", `quock run -- "x" \n`),
		Entry("many scripts", "žluťoučký Καλημέρα Привет 潮が引く 안녕 שָׁלוֹם العربية हिन्दी தமிழ் ไทย བོད"),
		Entry("non-joiners and joiners of scripts that need them", "می\u200cخواهم ක්\u200dෂ क्\u200dष"),
		Entry("emoji: families, flags, skin, keycaps, text and picture form", "👩‍👩‍👧‍👦 🇩🇪 👍🏽 1️⃣ #️⃣ ❤️ ☎︎ 🏳️‍🌈 ‼️"),
		Entry("spaces of any width, dashes, quotes", "a\u00a0b\u3000c – „d“ …"),
		Entry("a character that stands for a lost one", "\ufffd"),
		Entry("combining accents", "e\u0301\u0302"),
		Entry("signs that enclose digits", "\u06dd\u0661"),
	)

	It("keeps its lines where it is a text", func() {
		Expect(words.Text("a\n\tb\r\n\x1b")).To(Equal("a\n\tb" + `\r` + "\n" + `\x1b`))
	})

	It("says in JSON the same as before", func() {
		text := []byte("{\"a\":\"\u009b\u202e潮\U000e0041\x7f\"}\n")
		safe := words.JSON(text)
		Expect(string(safe)).To(Equal(`{"a":"\u009b\u202e潮\udb40\udc41\u007f"}` + "\n"))
		Expect(safe).To(MatchJSON(text))
	})

	It("is cut where it is long, and says how much is left out", func() {
		Expect(words.Clip("潮が引く", 2)).To(Equal("潮が… (2 more characters)"))
		Expect(words.Clip("潮が引く", 4)).To(Equal("潮が引く"))
		Expect(words.Clip("", 0)).To(BeEmpty())
	})
})

var _ = Describe("A writer", func() {
	It("lets nothing through, wherever its writes are cut", func() {
		text := "pass 潮 👩‍👩‍👧 \x1b[31m\u009b\xff\xe6\n\tnext \u200b"
		for a := range len(text) {
			for b := a; b < len(text); b++ {
				var out bytes.Buffer
				w := words.NewWriter(&out)
				for _, part := range []string{text[:a], text[a:b], text[b:]} {
					Expect(w.Write([]byte(part))).To(Equal(len(part)))
				}
				Expect(w.Flush()).To(Succeed())
				Expect(out.String()).To(Equal(words.Text(text)), "cut at %d and %d", a, b)
			}
		}
	})
})

// FuzzSafe: whatever comes in, what goes out holds nothing that steers, hides or
// forges, and stays as it is when it goes through once more.
func FuzzSafe(f *testing.F) {
	for _, seed := range []string{"", "潮 👩‍👩‍👧", "\x1b[31m", "\u009b\u202e\U000e0041", "\xff\xe6\xbd", "ک\u200cb\u200d", "a\r\n\t"} {
		f.Add(seed, 3)
	}
	f.Fuzz(func(t *testing.T, text string, most int) {
		line := words.Line(text)
		if strings.ContainsFunc(line, harmful) || !utf8.ValidString(line) {
			t.Fatalf("%q is not safe", line)
		}
		if again := words.Line(line); again != line {
			t.Fatalf("%q became %q", line, again)
		}
		if lines := words.Text(text); strings.ContainsFunc(strings.NewReplacer("\n", "", "\t", "").Replace(lines), harmful) {
			t.Fatalf("%q is not safe", lines)
		}
		if utf8.ValidString(text) {
			raw, err := json.Marshal(text)
			if err != nil {
				t.Fatal(err)
			}
			var back string
			if err := json.Unmarshal(words.JSON(raw), &back); err != nil || back != text {
				t.Fatalf("%q came back from JSON as %q (%v)", text, back, err)
			}
		}
		if n := utf8.RuneCountInString(words.Clip(text, most)); most >= 0 && n > most+40 {
			t.Fatalf("%d characters, though %d were asked for", n, most)
		}
	})
}

// harmful is what may stand in no line, said otherwise than the product says it.
// Joiners and the two usual variation selectors have cases of their own.
func harmful(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp, unicode.Bidi_Control) ||
		unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d' && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

var _ = Describe("A command to type", func() {
	It("quotes what a shell would take for more than a word", func() {
		Expect(words.Shell("quock", "check", "a.jsonl")).To(Equal("quock check a.jsonl"))
		Expect(words.Shell("node", "my reader.mjs", "", "it's", "$(x)")).To(Equal(`node 'my reader.mjs' '' 'it'\''s' '$(x)'`))
	})
})
