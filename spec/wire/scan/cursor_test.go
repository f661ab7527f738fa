package scan_test

import (
	"fmt"
	"strconv"
	"strings"
	"unsafe"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/wire/scan"
)

// members reads an object of strings with a Cursor.
func members(text string, depth int) (all []string, whole bool) {
	var k scan.Interner
	c := scan.NewCursor([]byte(text), depth)
	for more := c.Open('{'); more; more = c.Next('}') {
		key := string(c.Key())
		all = append(all, key+"="+k.Text(c.Text()))
	}
	return all, c.End()
}

var _ = Describe("a Cursor", func() {
	It("reads members in order, equal keys too, with white space anywhere", func() {
		all, whole := members(" {\"a\" : \"x\\n\\ud83d\\ude00\" ,\t\"b\":null,\"a\":\"größer\"}\r\n", 1)
		Expect(whole).To(BeTrue())
		Expect(all).To(Equal([]string{"a=x\n😀", "b=", "a=größer"}))
	})

	DescribeTable("fails at what is wrong or unusual, and stays failed", func(text string, depth int) {
		_, whole := members(text, depth)
		Expect(whole).To(BeFalse())
	},
		Entry("text behind the value", `{"a":"b"} {}`, 9), Entry("an end too early", `{"a":"b","c"`, 9), Entry("a string that never ends", `{"a":"bcdefghijk`, 9),
		Entry("a comma too many", `{"a":"b",}`, 9), Entry("no comma", `{"a":"b" "c":"d"}`, 9), Entry("no colon", `{"a" "b", "c"}`, 9),
		Entry("a key with an escape", `{"\u0061":"b"}`, 9), Entry("another type", `{"a":12345678}`, 9), Entry("a bad escape", `{"a":"\x0000"}`, 9),
		Entry("bytes that are no UTF-8", "{\"a\":\"\xc3\x28\"}", 9), Entry("a control character", "{\"a\":\"\x01\"}", 9), Entry("deeper than allowed", `{"a":"bcd"}`, 0),
	)

	It("fails at a byte that is no character, wherever it stands in a text of any length", func() {
		for _, length := range []int{1, 8, 15, 16, 24, 40} {
			for at := range length {
				for _, bad := range []byte{0x80, 0x9f, 0xa0, 0xc3, 0xff, 0x1f} {
					text := []byte(strings.Repeat("a", length))
					text[at] = bad
					_, whole := members(`{"a":"`+string(text)+`","b":"c"}`, 9)
					Expect(whole).To(BeFalse(), "%#x at %d of %d", bad, at, length)
				}
			}
		}
	})

	It("goes past the key that it looks for, of up to sixteen bytes, and past no other", func() {
		for length := range 20 {
			name := strings.Repeat("k", length)
			first, next := scan.FirstKey(name), scan.NextKey(name)
			for _, other := range []string{name, name + "k", strings.Replace(name, "k", "K", 1), strings.TrimSuffix(name, "k") + "x"} {
				c := scan.NewCursor(fmt.Appendf(nil, `{%[1]q:1,%[1]q:%[2]q}`, other, strings.Repeat("v", 20)), 1)
				c.Open('{')
				known := c.Past(&first)
				Expect(known).To(Equal(other == name && length <= 13), "%q for %q", other, name)
				if !known {
					Expect(string(c.Key())).To(Equal(other))
				}
				Expect(c.Int()).To(Equal(int64(1)))
				known = c.Past(&next)
				Expect(known).To(Equal(other == name && length <= 12), "%q for %q", other, name)
				if !known {
					Expect(c.Next('}')).To(BeTrue())
					Expect(string(c.Key())).To(Equal(other))
				}
				Expect(string(c.Value())).To(HaveLen(22))
				Expect(c.Next('}')).To(BeFalse())
				Expect(c.End()).To(BeTrue())
			}
		}
	})

	It("gives any value as its text, within the depth that is left", func() {
		text := []byte(`{"a":[1,{"b":[-0.5e3,true]},"\""]}`)
		for depth := range 6 {
			c := scan.NewCursor(text, depth)
			c.Open('{')
			c.Key()
			value := c.Value()
			c.Next('}')
			Expect(c.End()).To(Equal(depth >= 4))
			if depth >= 4 {
				Expect(string(value)).To(Equal(`[1,{"b":[-0.5e3,true]},"\""]`))
			}
		}
	})
})

var _ = Describe("an Interner", func() {
	It("gives strings that stay as they are while their bytes are used again", func() {
		var k scan.Interner
		var words, texts []string
		var values [][]byte
		var want []string
		line := make([]byte, 0, 5000)
		for i := range 3000 {
			line = fmt.Appendf(line[:0], "%d%s", i%700, strings.Repeat("x", i%97*i%1500))
			want = append(want, string(line))
			words, texts, values = append(words, k.Word(line, false)), append(texts, k.Text(line, false)), append(values, k.Bytes(line))
		}
		for i, w := range want {
			Expect(words[i] == w && texts[i] == w && string(values[i]) == w).To(BeTrue(), "%d", i)
		}
	})

	It("shares a string as it shares bytes, apart from the text that it is cut from", func() {
		var k scan.Interner
		for i := range 2000 {
			word := strings.Repeat("é", i%60) + strconv.Itoa(i%90)
			cut := ("<" + word + ">")[1 : 1+len(word)]
			shared := k.Share(cut)
			Expect(shared).To(Equal(word))
			Expect(unsafe.StringData(shared)).NotTo(BeIdenticalTo(unsafe.StringData(cut)))
			if len(word) <= 80 {
				Expect(unsafe.StringData(k.Word([]byte(word), false))).To(BeIdenticalTo(unsafe.StringData(shared)))
			}
		}
		Expect(k.Share("")).To(BeEmpty())
	})

	It("gives values that grow into nobody else's", func() {
		var k scan.Interner
		first, second := k.Bytes([]byte("[1]")), k.Bytes([]byte("[2]"))
		_ = append(first, "xxx"...)
		Expect(string(second)).To(Equal("[2]"))
	})
})

var _ = Describe("a Recent", func() {
	read := func(r *scan.Recent[int], text string, depth int, new int) (got int, whole bool) {
		c := scan.NewCursor([]byte(text), depth)
		got = r.Read(&c, func(scan.Value) int { return new })
		return got, c.End()
	}

	It("reads a value once while it comes again, also among a few others", func() {
		var r scan.Recent[int]
		for round := range 3 {
			for i := range 8 {
				got, whole := read(&r, fmt.Sprintf(`{"value":%d}`, i), 3, 100*round+i)
				Expect(whole).To(BeTrue())
				Expect(got).To(Equal(i))
			}
		}
	})

	It("does not take the beginning of a longer text for it, nor what is too deep now", func() {
		var r scan.Recent[int]
		read(&r, `[[[1234567]]]`, 3, 1)
		_, whole := read(&r, `[[[1234567]]]]`, 3, 2)
		Expect(whole).To(BeFalse())
		_, whole = read(&r, `[[[1234567]]]`, 2, 3)
		Expect(whole).To(BeFalse())
		_, whole = read(&r, `123456789`, 3, 4)
		Expect(whole).To(BeTrue())
		got, _ := read(&r, `1234567890`, 3, 5)
		Expect(got).To(Equal(5), "a number may go on")
	})
})
