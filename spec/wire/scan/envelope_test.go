package scan_test

import (
	"slices"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/wire/scan"
)

var _ = Describe("an envelope", func() {
	read := func(text string, opens ...string) *scan.Envelope {
		e := &scan.Envelope{}
		Expect(e.Read([]byte(text), 9, opens...)).To(BeNil())
		return e
	}

	It("has the members of its object, and those of the one that was opened", func() {
		e := read(` {"type":"a", "item" : {"id":"x","n":[1]}, "type":"b"} `, "item")
		Expect(e.Text).To(BeEquivalentTo(`{"type":"a", "item" : {"id":"x","n":[1]}, "type":"b"}`))
		Expect(e.Get("type")).To(BeEquivalentTo(`"b"`), "the last of repeated keys counts")
		Expect(e.Inner("item").Get("n")).To(BeEquivalentTo(`[1]`))
		Expect(e.Inner("type")).To(BeEmpty(), "that is no object")
	})

	It("opens the last member of a key, whatever the earlier ones are", func() {
		Expect(read(`{"item":{"id":"x"},"item":{"id":"y"}}`, "item").Inner("item").Get("id")).To(BeEquivalentTo(`"y"`))
		Expect(read(`{"item":{"id":"x"},"item":[7,8]}`, "item").Inner("item")).To(BeEmpty())
		Expect(read(`{"a":{"id":"x"},"b":{"id":"y"}}`, "a", "b").Inner("a").Get("id")).To(BeEquivalentTo(`"x"`))
	})

	It("has no members where the text is no object", func() {
		e := read(`{"a":{"b":1}}`, "a")
		Expect(e.Read([]byte(` [{"a":{}}] `), 9, "a")).To(BeNil())
		Expect(e.Text).To(BeEquivalentTo(`[{"a":{}}]`))
		Expect(e.Object).To(BeEmpty())
		Expect(e.Inner("a")).To(BeEmpty())
	})

	It("keeps what it gave when the text and the envelope are used again", func() {
		text := []byte(`{"key":"value one"}`)
		e := &scan.Envelope{}
		Expect(e.Read(text, 9)).To(BeNil())
		given := e.Get("key")
		copy(text, `{"kei":"thing two"}`)
		Expect(e.Read(text, 9)).To(BeNil())
		Expect(given).To(BeEquivalentTo(`"value one"`))
	})

	It("says why a text is no JSON", func() {
		Expect((&scan.Envelope{}).Read([]byte(`{"a":tru, "b":1}`), 9).Fault).To(Equal(scan.Malformed))
		Expect((&scan.Envelope{}).Read([]byte(`{"a":{"b":{}}}`), 2).Fault).To(Equal(scan.TooDeep))
	})
})

// FuzzEnvelope: the fast path takes no text that is wrong, and reads the others as the
// slow one does, whose members are those of the Value.
func FuzzEnvelope(f *testing.F) {
	for _, seed := range []string{
		`{"a":1,"b":{"a":"x","c":{"b":{}}},"a":{"b":[]}}`, ` {"b":{"x":1},"b":7} `, `{"b":{"x":1}, "a":{}, "b":{"y" : "\n"}}`, `{"\u0062":{"x":1},"b":{}}`, `[{"b":{}}]`, `{"b":{"x":1}`, `{"b":{"x":1,}}`,
	} {
		f.Add([]byte(seed), uint8(9))
	}
	var fast, slow scan.Envelope
	f.Fuzz(func(t *testing.T, text []byte, depth uint8) {
		taken := fast.Fast(text, int(depth), "a", "b")
		err := slow.Slow(text, int(depth))
		switch {
		case err != nil && taken:
			t.Fatalf("%q was taken: %v", text, err)
		case err != nil || !taken:
			return
		case fast.Text != slow.Text || !slices.Equal(fast.Object, slow.Object):
			t.Fatalf("%q is %v, slowly %v", text, fast.Object, slow.Object)
		}
		for _, key := range []string{"b", "a", "c", "b"} {
			got, want := fast.Inner(key), slow.Inner(key)
			if !slices.Equal(got, want) || got.Get("x") != slow.Text.Get(key).Get("x") {
				t.Fatalf("the inside of %q by %q is %v, slowly %v", text, key, got, want)
			}
		}
	})
}
