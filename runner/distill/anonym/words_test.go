package anonym_test

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/distill/anonym"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// of is a stream of the neutral dialect.
func of(events ...spec.Event) spec.Stream {
	for i := range events {
		events[i].Record = i + 1
	}
	return spec.Stream{Features: neutral.New().Features(""), Events: events, End: spec.EOF}
}

func args(session, call string, pieces ...string) []spec.Event {
	events := []spec.Event{{Kind: spec.CallOpen, Session: session, Message: "msg-1", Call: call, Slot: "0", Name: "lookup"}}
	for _, piece := range pieces {
		events = append(events, spec.Event{Kind: spec.CallArgs, Session: session, Message: "msg-1", Slot: "0", Text: piece})
	}
	return events
}

func fragments(s spec.Stream) (all []string) {
	for _, e := range s.Events {
		if e.Kind == spec.CallArgs || e.Kind == spec.Text {
			all = append(all, e.Text)
		}
	}
	return all
}

// symbolsOnly makes all letters and digits the same.
func symbolsOnly(r rune) rune {
	if unicode.IsLetter(r) || unicode.IsDigit(r) {
		return 'a'
	}
	return r
}

func anonymous(events ...spec.Event) []string {
	to, _ := inStream(of(events...), anonym.Options{})
	return fragments(to)
}

var _ = Describe("The words of an anonymous stream", func() {
	It("are cut where they were cut: in words, escapes and numbers", func() {
		pieces := []string{`{"na`, `me":"Caf\u0`, `0e9 M`, "ü", "nchen\\", `nA","n":-1`, `2.5e`, `3,"ok":tr`, `ue}`}
		whole := ""
		for _, piece := range pieces {
			whole += piece
		}
		Expect(json.Valid([]byte(whole))).To(BeTrue())
		got := anonymous(args("s", "c", pieces...)...)
		all := ""
		for i, piece := range got {
			if i != 5 { // begins in an escape of two bytes, for which one of six stands
				Expect(piece).To(HaveLen(len(pieces[i])))
			}
			all += piece
		}
		Expect(json.Valid([]byte(all))).To(BeTrue(), all)
		Expect(all).To(MatchRegexp(`^\{"[a-z]{4}":"[A-Z][a-z]{2}\\u00[0-9a-f]{2} [A-Z]\pL[a-z]{5}\\u0020[A-Z]","[a-z]+":-[0-9]{1,2}\.[0-9]e3,"[a-z]{2}":true\}$`))
	})

	It("leave of other characters how many there are, and which are white space or pictures, and nothing else", func() {
		for was, is := range map[string]string{
			"x!@#$%^&*()": "b..........", "\ue001\U000f0001\U000e0061\ufe01\U000e0101\u200b\u00ad\ufffd\x01": ".........",
			"..- -.. /": "... ... .", " \t\n\u00a0\u3000": "     ", "✅👍🏽⠿": "\U0001f600\U0001f600\U0001f600\U0001f600", "C:\\n\"": "B...b.",
		} {
			if was == "C:\\n\"" {
				is = "B..d."
			}
			got := anonymous(spec.Event{Kind: spec.Text, Message: "m", Text: was})[0]
			Expect(len([]rune(got))).To(Equal(len([]rune(is))), "%q", got)
			Expect(strings.Map(symbolsOnly, got)).To(Equal(strings.Map(symbolsOnly, is)), "%q", was)
		}
	})

	It("are different values where they were, also if they have no letters, and equal where they were", func() {
		values := []string{"!", "?", "...", "?", "-", "\u200b", "\u200c", " ", "\n", "👍", "👎", "!"}
		got := anonymousTexts(values...)
		for i := range values {
			for j := range values {
				Expect(got[i] == got[j]).To(Equal(values[i] == values[j]), "%q", got)
			}
		}
		one := anonymous(append(args("s", "c", `{"!":"a","?":"%","%":[]}`), args("s", "d", `{"x":"\u`, `0025 \`, `n","y":"% \n"}`)...)...)
		var first, second map[string]any
		Expect(json.Unmarshal([]byte(one[0]), &first)).To(Succeed())
		Expect(first).To(HaveLen(3), one[0])
		Expect(json.Unmarshal([]byte(one[1]+one[2]+one[3]), &second)).To(Succeed(), "%q", one)
		for _, v := range second {
			Expect(v).To(HaveLen(3))
		}
	})

	It("keep the structure of JSON, and as much of it as is torn, but no other text for it", func() {
		for was, is := range map[string]string{
			`{"a!":[1,-2.5e3,true,null,{}],"b":"{}"}`: `^\{"\w\.":\[\d,-\d\.\de3,true,null,\{\}\],"\w":"\{\}"\}$`,
			`"tide"}`:                `^"\w{4}"\}$`,
			`{"a":1}{"a":1}`:         `^\{"(\w)":(\d)\}\{"(\w)":(\d)\}$`,
			`{}[]}}]]{}{{::,,}}][}{`: `^\{\}\[\]\}\}\]\]\{\}\{\{::,\.{7}$`,
			`*** {"a":1}`:            `^\.\.\. \.\.\w\.\.\d\.$`,
		} {
			Expect(anonymous(args("s", "c", was)...)[0]).To(MatchRegexp(is))
		}
	})

	It("keep arguments that are no JSON as wrong as they were", func() {
		for _, text := range []string{`{"city":"Par`, `{"city":`, `{"city":"Paris"}}`, `[1,]`, `{'city'}`, `{"a":\u12"}`, `nul`, `01`, `-`, `1.`} {
			got := anonymous(args("s", "c", text)...)
			Expect(json.Valid([]byte(got[0]))).To(BeFalse(), got[0])
			Expect(got[0]).To(HaveLen(len(text)))
		}
	})

	It("keep numbers what they were: whole, in 53 bits, negative, fractions, zero", func() {
		for _, text := range []string{"0", "-0", "0.0", "1e10", "1E+05", "-12.50", "8999999999999999", "100", "1.0e-7", "9007199254740991"} {
			got := anonymous(args("s", "c", text)...)
			Expect(json.Valid([]byte(got[0]))).To(BeTrue(), got[0])
			Expect(got[0]).To(HaveLen(len(text)))
			var was, is float64
			Expect(json.Unmarshal([]byte(text), &was)).To(Succeed())
			Expect(json.Unmarshal([]byte(got[0]), &is)).To(Succeed())
			Expect(is == 0).To(Equal(was == 0))
			Expect(is < 0).To(Equal(was < 0))
			Expect(is <= 1<<53).To(BeTrue())
		}
	})

	It("keep scripts and widths, so that what counts bytes or characters counts the same", func() {
		text := "Ab1 Straße Ωμέγα Жук שלום 日本語 한국어 𝒜𝒷 मी e\u0301 ½ ٣"
		got := anonymous(spec.Event{Kind: spec.Text, Message: "m", Text: text})[0]
		Expect(got).To(HaveLen(len(text)))
		was, is := []rune(text), []rune(got)
		Expect(is).To(HaveLen(len(was)))
		for i := range was {
			Expect(string(is[i])).To(HaveLen(len(string(was[i]))))
		}
		Expect(got).To(MatchRegexp(`^\p{Lu}\p{Ll}\d \p{Latin}+ \p{Greek}+ \p{Cyrillic}+ \p{Hebrew}+ \p{Han}+ \p{Hangul}+ `))
	})

	It("are equal where the original's are, across texts, arguments, results and escapes, and nowhere else", func() {
		to, _ := inStream(of(append(args("s", "c", `{"city":"M\u00fcnchen"}`),
			spec.Event{Kind: spec.Text, Session: "s", Message: "msg-1", Slot: "9", Text: "In München"},
			spec.Event{Kind: spec.CallDone, Session: "s", Call: "c", Result: []byte(`{"where":"München","else":"Münster"}`)},
		)...), anonym.Options{})
		var done map[string]string
		Expect(json.Unmarshal(to.Events[3].Result, &done)).To(Succeed())
		var named map[string]string
		Expect(json.Unmarshal([]byte(to.Events[1].Text), &named)).To(Succeed())
		var cities []string
		for _, city := range named {
			cities = append(cities, city)
		}
		Expect(done).To(ContainElement(cities[0]))
		Expect(to.Events[2].Text).To(HaveSuffix(" " + cities[0]))
		Expect(slices.Collect(func(yield func(string) bool) {
			for _, v := range done {
				if v != cities[0] {
					yield(v)
				}
			}
		})).To(HaveLen(1))
	})

	It("say ids wherever the original does, by their new names, also where they are cut", func() {
		id := "toolu_01AbCdEf"
		got, _ := inStream(of(
			spec.Event{Kind: spec.Text, Session: "main-session", Message: "m", Text: "see tool"},
			spec.Event{Kind: spec.Text, Session: "main-session", Message: "m", Text: "u_01AbCdEf, and not toolu_01AbCdEfG"},
			spec.Event{Kind: spec.CallOpen, Session: "main-session", Call: id, Name: "x"},
		), anonym.Options{})
		Expect(got.Events[2].Call).To(Equal("c1"))
		Expect(got.Events[0].Session).To(Equal("s1"))
		Expect(got.Events[0].Text + got.Events[1].Text).To(MatchRegexp(`^[a-z]{3} c1\. [a-z]{3} [a-z]{3} [a-z]{5}\.\d\d[A-Za-z]{7}$`))
		Expect(got.Events[0].Text).To(HaveSuffix("c"))
	})

	It("are the beginnings of words still where a snapshot is a beginning of the text", func() {
		got, _ := inStream(of(
			spec.Event{Kind: spec.Text, Session: "s", Message: "m", Text: "Thorvaldsen writes tru"},
			spec.Event{Kind: spec.Text, Session: "s", Message: "m", Text: "e words"},
			spec.Event{Kind: spec.MessageFull, Session: "s", Messages: []spec.Snapshot{{Message: "m", Role: "assistant", Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Text: "Thorvaldsen writes t"}}}}},
		), anonym.Options{})
		Expect(got.Events[0].Text).To(HavePrefix(got.Events[2].Messages[0].Parts[0].Text))
	})

	It("are equal piece by piece where the original's are, since readers drop what they take for a repetition", func() {
		for _, pieces := range [][]string{
			{"e", "e"}, {"ha", "ha", "ha"}, {"ab", "ba", "ab"}, {"9", "9", "0", "9"}, {"5", "0", "0", "5"}, {"日", "日", "本"}, {"the ", "the ", "the"},
			{"aa", "A", "a"}, {strings.Repeat("xy", 5000), "xy", "x"},
		} {
			var events []spec.Event
			for _, piece := range pieces {
				events = append(events, spec.Event{Kind: spec.Text, Session: "s", Message: "m", Text: piece})
			}
			got := anonymous(events...)
			for i := range pieces {
				for j := range pieces {
					Expect(got[i] == got[j]).To(Equal(pieces[i] == pieces[j]), "%q", got)
				}
			}
		}
	})

	It("keep cumulative arguments cumulative", func() {
		events := args("s", "c", `{"na`, `{"name":"Pa`, `{"name":"Paris"}`)
		for i := range events {
			events[i].Restated = events[i].Kind == spec.CallArgs
		}
		got := anonymous(events...)
		Expect(got[2]).To(HavePrefix(got[1]))
		Expect(got[1]).To(HavePrefix(got[0]))
	})

	It("leave the delegation tool, with any server in its name, and its agent's key, which readers look for", func() {
		events := args("s", "c", `{"subagent_type":"research-analyst","prompt":"dig"}`)
		events[0].Name = "mcp__acme__task"
		got, _ := inStream(of(events...), anonym.Options{})
		Expect(got.Events[0].Name).To(MatchRegexp(`^mcp__[a-z]{4}__task$`))
		Expect(got.Events[0].Name).NotTo(ContainSubstring("acme"))
		Expect(got.Events[1].Text).To(HavePrefix(`{"subagent_type":"`))
		Expect(got.Events[1].Text).NotTo(ContainSubstring("prompt"))
	})

	It("keep what Keep names, and the keys that lead there, and nothing else", func() {
		events := append(args("s", "c", `{"where":{"city":"Paris","zip":"75001"},"who":"Paris"}`),
			spec.Event{Kind: spec.CallDone, Session: "s", Call: "c", Result: []byte(`{"items":[{"id":"alpha","x":"beta"}]}`)})
		got, _ := inStream(of(events...), anonym.Options{Keep: []string{"args.where.city", "result.items[].id", "name"}})
		Expect(got.Events[0].Name).To(Equal("lookup"))
		Expect(got.Events[1].Text).To(MatchRegexp(`^\{"where":\{"city":"Paris","[a-z]{3}":"\d{5}"\},"[a-z]{3}":"[A-Z][a-z]{4}"\}$`))
		Expect(got.Events[1].Text).NotTo(ContainSubstring("75001"))
		Expect(string(got.Events[2].Result)).To(MatchRegexp(`^\{"items":\[\{"id":"alpha","[a-z]":"[a-z]{4}"\}\]\}$`))
		Expect(string(got.Events[2].Result)).NotTo(ContainSubstring("beta"))
	})

	It("names the path of Keep that is none", func() {
		for _, path := range []string{"", ".", "a..b", "a[0]", "a]", `a."b`, "a[]b"} {
			Expect(anonym.Options{Keep: []string{"text", path}}.Check()).To(MatchError(ContainSubstring("%q", path)), path)
		}
		Expect(anonym.Options{Keep: []string{"text", "args.a.b", "a[].b", "a[][]", `a."x.y"`, "metadata.*"}}.Check()).To(Succeed())
	})

	It("are counted by kind in the report", func() {
		_, r := inStream(of(append(args("s", "c", `{"a`, `":1}`), spec.Event{Kind: spec.Text, Session: "s", Text: "hi"})...), anonym.Options{})
		Expect(r.String()).To(Equal("1 texts, 1 arguments, 1 tools, 3 ids"))
	})
})
