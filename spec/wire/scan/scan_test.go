package scan_test

import (
	"encoding/json"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/wire/scan"
)

func parse(text string) scan.Value {
	v, err := scan.Parse([]byte(text), 100)
	ExpectWithOffset(1, err).To(BeNil(), "%v", err)
	return v
}

var _ = Describe("Check", func() {
	DescribeTable("takes one JSON value with white space around it",
		func(text string) { Expect(scan.Check([]byte(text), 8)).To(BeNil()) },
		Entry("a literal", " null\r\n"), Entry("numbers of every form", `[0,-0,10,1.5,-1.25e+10,1E-2,1e400]`),
		Entry("nested to the limit", strings.Repeat("[", 8)+strings.Repeat("]", 8)),
		Entry("siblings at the limit", `[[],[[]],{"a":{}},[[[[[[[]]]]]]]]`),
		Entry("every escape", `"\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00"`), Entry("a lone surrogate, escaped", `"\ud800"`),
		Entry("line separators inside a string", "\"\u2028\u2029\u0085\""), Entry("DEL inside a string", "\"\x7f\""),
		Entry("a key twice", `{"id":1,"id":2}`), Entry("an empty key", `{"":0}`), Entry("a long plain string", `"`+strings.Repeat("é", 99)+`"`),
	)

	DescribeTable("says where a text goes wrong", func(text string, fault scan.Fault, offset int) {
		err := scan.Check([]byte(text), 8)
		Expect(err).NotTo(BeNil())
		Expect(err.Fault).To(Equal(fault), err.Error())
		Expect(err.Offset).To(Equal(offset), err.Error())
	},
		Entry("nothing", "", scan.Unfinished, 0), Entry("only white space", " \n", scan.Unfinished, 2),
		Entry("a cut literal", "tru", scan.Unfinished, 3), Entry("a cut string", `"ab`, scan.Unfinished, 3),
		Entry("a cut escape", `"\u00`, scan.Unfinished, 5), Entry("a cut key", `{"a`, scan.Unfinished, 3),
		Entry("a cut object", `{"a":1`, scan.Unfinished, 6), Entry("a missing value", `{"a":`, scan.Unfinished, 5),
		Entry("a cut number", `-`, scan.Unfinished, 1), Entry("a cut exponent", `1e`, scan.Unfinished, 2),
		Entry("a wrong literal", "trux", scan.Malformed, 3), Entry("a second value", `{} {}`, scan.Malformed, 3),
		Entry("a leading zero", "01", scan.Malformed, 1), Entry("a plus", "+1", scan.Malformed, 0),
		Entry("a bare point", "1.x", scan.Malformed, 2), Entry("a trailing comma", "[1,]", scan.Malformed, 3),
		Entry("a comma first", "[,1]", scan.Malformed, 1), Entry("a bare key", `{a:1}`, scan.Malformed, 1),
		Entry("no colon", `{"a" 1}`, scan.Malformed, 5), Entry("the wrong bracket", `[1}`, scan.Malformed, 2),
		Entry("a raw line feed in a string", "\"a\nb\"", scan.Malformed, 2), Entry("a control behind eight plain bytes", "\"12345678\x01\"", scan.Malformed, 9),
		Entry("an unknown escape", `"\x"`, scan.Malformed, 2), Entry("no hexadecimal", `"\u12g4"`, scan.Malformed, 5),
		Entry("invalid UTF-8", "\"\xc3(\"", scan.Malformed, 1), Entry("invalid UTF-8 at the end", "{}\xff", scan.Malformed, 2),
		Entry("too deep", strings.Repeat("[", 9)+strings.Repeat("]", 9), scan.TooDeep, 8),
		Entry("too deep, unfinished", strings.Repeat(`{"a":`, 1000), scan.TooDeep, 40),
	)
})

var _ = Describe("a Value", func() {
	It("gives members in order, a repeated key both times", func() {
		var got []string
		for key, v := range parse(` { "id" : 1 , "__proto__" : {"a":[1,2]} , "id" : "x" , "A\n" : null } `).Members() {
			got = append(got, key, string(v))
		}
		Expect(got).To(Equal([]string{"id", "1", "__proto__", `{"a":[1,2]}`, "id", `"x"`, "A\n", "null"}))
	})

	It("lets the last member of a key win, matched byte for byte", func() {
		v := parse(`{"id":{"a":1},"ID":3,"id":{"b":2}}`)
		Expect(v.Get("id")).To(Equal(scan.Value(`{"b":2}`)))
		Expect(v.Get("Id").None()).To(BeTrue())
	})

	It("reads members once for many questions, and forgets those of the value before", func() {
		var o scan.Object
		Expect(o.Read(parse(`{"a":1,"b":{"c":2},"a":"x"}`))).To(HaveLen(3))
		Expect(o.Get("a")).To(Equal(scan.Value(`"x"`)))
		Expect(o.Get("b").Get("c")).To(Equal(scan.Value("2")))
		Expect(o.Read(parse(`{"\u0062":[ ]}`)).Get("b")).To(Equal(scan.Value("[ ]")))
		Expect(o.Get("a")).To(BeEmpty())
		Expect(o.Read(parse(`["a"]`))).To(BeEmpty())
	})

	It("gives elements in order, and stops when asked", func() {
		v := parse(`[ "a]\"" , [ ] , {"}":"{"} , -1.5e3 , null ]`)
		Expect(slices.Collect(v.Elements())).To(Equal([]scan.Value{`"a]\""`, `[ ]`, `{"}":"{"}`, `-1.5e3`, `null`}))
		for e := range v.Elements() {
			Expect(e).To(Equal(scan.Value(`"a]\""`)))
			break
		}
		for range v.Members() {
			Fail("an array has no members")
		}
	})

	DescribeTable("reads strings", func(text, want string) {
		got, ok := parse(text).Text()
		Expect(ok).To(BeTrue())
		Expect(got).To(Equal(want))
	},
		Entry("plain", `"Zoë"`, "Zoë"), Entry("empty", `""`, ""),
		Entry("with escapes", `"a\"\\\/\b\f\n\r\tz"`, "a\"\\/\b\f\n\r\tz"),
		Entry("with a surrogate pair", `"\uD83D\ude00!"`, "😀!"), Entry("ending in backslashes", `"a\\\\"`, `a\\`),
		Entry("with lone surrogates", `"\ud83dx\ude00\ud83d\ud83d\ude00"`, "\ufffdx\ufffd\ufffd😀"),
		Entry("with a NUL", `"\u0000"`, "\x00"),
	)

	It("says what it is not", func() {
		_, isText := parse(`1`).Text()
		_, isBool := parse(`"true"`).Bool()
		_, isInt := parse(`"1"`).Int()
		Expect([]bool{isText, isBool, isInt}).To(HaveEach(false))
		Expect(scan.Value("").Kind()).To(BeZero())
		Expect(scan.Value("").None()).To(BeTrue())
	})

	DescribeTable("reads whole numbers", func(text string, want int, ok bool) {
		got, isInt := parse(text).Int()
		Expect(isInt).To(Equal(ok))
		Expect(got).To(BeEquivalentTo(want))
	},
		Entry("plain", "-12", -12, true), Entry("with a zero fraction", "12.0", 12, true), Entry("with an exponent", "1e3", 1000, true),
		Entry("a fraction", "1.5", 0, false), Entry("out of range", "1e30", 0, false), Entry("beyond floats", "1e999", 0, false),
	)

	It("is compact on demand, strings untouched", func() {
		Expect(parse(" {\"a b\" : [ 1 ,\t\"c  \\\" d\" ] } ").Compact()).To(Equal(`{"a b":[1,"c  \" d"]}`))
		Expect(parse(`{"a":1}`).Compact()).To(Equal(`{"a":1}`))
	})
})

var _ = Describe("AppendText", func() {
	DescribeTable("writes what any reader reads back", func(text, want string) {
		quoted := scan.AppendText(nil, text)
		var got string
		Expect(json.Unmarshal(quoted, &got)).To(Succeed())
		Expect(got).To(Equal(want))
		back, _ := parse(string(quoted)).Text()
		Expect(back).To(Equal(want))
	},
		Entry("plain", "Zoë </script> &", "Zoë </script> &"), Entry("empty", "", ""), Entry("escapes", "\"\\\n\r\t\x00\x1f\x7f", "\"\\\n\r\t\x00\x1f\x7f"),
		Entry("separators", "\u2028\u2029\u0085", "\u2028\u2029\u0085"), Entry("no UTF-8", "a\xffb\xc3", "a\ufffdb\ufffd"), Entry("astral", "😀", "😀"),
	)
})
