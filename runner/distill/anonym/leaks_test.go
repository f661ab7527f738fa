package anonym_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/distill/anonym"
	"github.com/quock-dev/quock/runner/distill/secret/fakes"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// saying is a stream of one text.
func saying(text string) spec.Stream {
	return spec.Stream{Features: neutral.New().Features(""), Events: []spec.Event{
		{Kind: spec.TurnStart, Record: 1, Session: "quayside-44"},
		{Kind: spec.Text, Record: 2, Session: "quayside-44", Message: "m1", Text: text},
	}, End: spec.EOF}
}

func leak(original, output string, o anonym.Options) []anonym.Leak {
	return anonym.Leaks(saying(original), nil, []byte(output), o)
}

// percented is every byte of a text as %XX.
func percented(text string) string {
	var b strings.Builder
	for i := range len(text) {
		b.WriteString("%" + hex.EncodeToString([]byte{text[i]}))
	}
	return b.String()
}

// numbered is every character of a text as \uXXXX.
func numbered(text string) string {
	var b strings.Builder
	for _, r := range text {
		b.WriteString(`\u` + hex.EncodeToString([]byte{byte(r >> 8), byte(r)}))
	}
	return b.String()
}

var _ = Describe("Looking for what leaked", func() {
	const name = "Thorvaldsen"
	forms := map[string]func(string) string{
		"word":          func(s string) string { return s },
		"word, hex":     func(s string) string { return hex.EncodeToString([]byte(s)) },
		"word, escaped": numbered,
	}
	// A recording that says arguments again as they grow was refused for a key of the dialect.
	It("passes the beginning of a word that may stand there, where a text breaks off inside of it, and of no other word", func() {
		growing := saying(`{"harb`)
		growing.Events = append(growing.Events, saying(`{"harbour":"ask Thorv`).Events...)
		growing.Events = append(growing.Events, saying(`{"harbour":"ask Thorvaldsen"}`).Events...)
		for i := range growing.Events {
			growing.Events[i].Message, growing.Events[i].Record = "m"+strconv.Itoa(i), i+1
		}
		found := func(output string, o anonym.Options) []anonym.Leak {
			return anonym.Leaks(growing, nil, []byte(output), o)
		}
		Expect(found(`{"harb`, anonym.Options{Allow: []string{"harbour"}})).To(BeEmpty())
		Expect(found(`{"harb`, anonym.Options{})).NotTo(BeEmpty())
		Expect(found(`thorv`, anonym.Options{Allow: []string{"harbour"}})).NotTo(BeEmpty())
	})

	for kind, write := range forms {
		It("finds a "+kind+", since a fixture shows it to who looks", func() {
			Expect(leak("ask "+name+" now", "xy "+write(name)+" z", anonym.Options{})).To(Equal([]anonym.Leak{{Kind: kind, Offset: 3}}))
		})
	}

	It("finds a word percent-encoded in either case, and in any case of its letters", func() {
		for _, form := range []string{percented(name), strings.ToUpper(percented(name)), strings.ToUpper(name), strings.ToLower(name), "pre" + name + "post"} {
			Expect(leak(name, "xy "+form+" z", anonym.Options{})).NotTo(BeEmpty(), form)
		}
	})

	It("finds a word in base64 of both alphabets at each alignment, alone and in a text", func() {
		for _, before := range []string{"", "a", "ab", "abc", "?>~?>~"} {
			for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
				coded := encoding.EncodeToString([]byte(before + name + before))
				Expect(leak(name, `{"data":"`+coded+`"}`, anonym.Options{})).To(ContainElement(HaveField("Kind", "word, base64")), coded)
			}
		}
	})

	It("finds ids and long numbers, numbers only as a whole", func() {
		Expect(leak("order 4711042", `{"s":"quayside-44","n":4711042}`, anonym.Options{})).To(Equal([]anonym.Leak{
			{Kind: "id", Offset: 6}, {Kind: "number", Offset: 23},
		}))
		Expect(leak("order 4711042", `{"n":14711042,"m":1234}`, anonym.Options{})).To(BeEmpty())
	})

	It("puts words together that came in pieces", func() {
		s := saying("Thorv")
		s.Events = append(s.Events, spec.Event{Kind: spec.Text, Record: 3, Session: "quayside-44", Message: "m1", Text: "aldsen"})
		Expect(anonym.Leaks(s, nil, []byte("to Thorvaldsen"), anonym.Options{})).To(HaveLen(1))
	})

	It("looks for the words of records, too, where nobody knows the field", func() {
		record := []byte(`{"kind":"turn.start","whose":"Whitlockson"}`)
		Expect(anonym.Leaks(saying(""), [][]byte{record}, []byte("of whitlockson"), anonym.Options{})).To(HaveLen(1))
	})

	It("passes over the vocabulary, what is kept and what is allowed, and words inside of such", func() {
		Expect(leak("the session has a sage message", `{"kind":"message.open","session":"s1"}`, anonym.Options{})).To(BeEmpty())
		Expect(leak(name, name, anonym.Options{Keep: []string{"text"}})).To(BeEmpty())
		Expect(leak(name, name, anonym.Options{Allow: []string{name}})).To(BeEmpty())
		Expect(leak("sage advice", "the fixture's\\nmessage", anonym.Options{})).To(BeEmpty())
	})

	It("finds nothing in bytes that only happen to be letters once they are decoded", func() {
		var words []string
		for a := 'a'; a <= 'z'; a++ {
			for b := 'a'; b <= 'z'; b++ {
				words = append(words, string([]rune{a, b, b, a}), string([]rune{a, a, b, b, a}))
			}
		}
		to, _ := inStream(saying(strings.Repeat("some words that are different, and ", 200)), anonym.Options{})
		text, err := json.Marshal(to.Events)
		Expect(err).NotTo(HaveOccurred())
		found := leak(strings.Join(words, " "), string(text), anonym.Options{})
		for _, l := range found {
			Expect(l.Kind).NotTo(ContainSubstring("base64"))
		}
	})

	It("finds what holds no letter and no digit, whole and in part, in texts and in JSON", func() {
		for _, c := range fakes.CodedWords(40, 3) {
			part := string([]rune(c.Text)[len([]rune(c.Text))/2:])
			quoted, err := json.Marshal(map[string]string{part: "x"})
			Expect(err).NotTo(HaveOccurred())
			for _, output := range []string{"xy " + c.Text + " z", "xy" + part + "z", string(quoted)} {
				Expect(leak("a "+c.Text+" b", output, anonym.Options{})).To(ContainElement(HaveField("Kind", "bytes")), "%s %q", c.Name, output)
			}
		}
	})

	It("finds twelve bytes of anything, as of short words, and not what any output has", func() {
		Expect(leak("it qx zv jq wk xq it", `{"s":"qx zv jq wk xq"}`, anonym.Options{})).To(Equal([]anonym.Leak{{Kind: "bytes", Offset: 6}}))
		for _, text := range []string{"............", `{"a":[],"b":[]}`, "0.000000000000", "             "} {
			Expect(leak("ab "+text+" cd", text, anonym.Options{})).To(BeEmpty(), text)
		}
	})

	// A new id that began with the digit of the old one was taken for it, behind a word of
	// the dialect.
	It("lets a word's first characters stand behind a word that may stand there, if they are too few to tell", func() {
		o := anonym.Options{Allow: []string{"harbour", "model"}}
		Expect(leak("harbour model:094fe0ef", `{"s":"harbour model:015en0ne"}`, o)).To(BeEmpty())
		Expect(leak("harbour model:094fe0ef", `{"s":"harbour model:094fen0n"}`, o)).To(HaveLen(1))
	})

	// 日 and 旦, which stands for it, begin with the same byte: behind eleven bytes that may
	// stand there, text that looks like JSON, that byte was taken for the twelfth.
	It("counts whole characters alone in these, since half of one says nothing of it", func() {
		const original = `a} null [[]] 日本`
		Expect(leak(original, `{"s":"e} null [[]] 旦札"}`, anonym.Options{})).To(BeEmpty())
		Expect(leak(original, `{"s":"e} null [[]] 日札"}`, anonym.Options{})).To(Equal([]anonym.Leak{{Kind: "bytes", Offset: 8}}))
	})

	It("reads nothing into what url.QueryEscape leaves alone", func() {
		Expect(leak(name, url.QueryEscape("q="+name), anonym.Options{})).NotTo(BeEmpty())
	})
})
