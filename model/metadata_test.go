package model_test

import (
	"encoding/json"
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// overlaid is what encoding/json makes of one object on another.
func overlaid(have, more string) string {
	GinkgoHelper()
	all := map[string]json.RawMessage{}
	Expect(json.Unmarshal([]byte(have), &all)).To(Succeed())
	Expect(json.Unmarshal([]byte(more), &all)).To(Succeed())
	out, err := json.Marshal(all)
	Expect(err).NotTo(HaveOccurred())
	return string(out)
}

var _ = Describe("Metadata that comes again", func() {
	It("has for each pair of objects the members that encoding/json overlays", func() {
		objects := []string{
			`{"a":1}`, `{"b":{"y":[1, 2],"x":"p q"},"a":"z"}`, `{ "a" : [ ] , "a" : 2 }`, `{"":"empty","A":null}`, `{"a\u0062":1,"n":-0.50e2}`,
			`{"Ünï":"ü","a":"<b>"}`, `{"a":"\u2028","k":"\\\""}`, `{"q":{"&":1}}`,
		}
		for _, have := range objects {
			for _, more := range objects {
				t := open(namedDialect, fmt.Sprintf(`
					{"kind":"call.open","session":"s","message":"m","slot":"0","call":"c","name":"x","metadata":%s}
					{"kind":"call.start","session":"s","call":"c","metadata":%s}`, have, more))
				Expect(string(session(t, "s").Messages[0].Calls[0].Metadata)).To(MatchJSON(overlaid(have, more)), "%s, then %s", have, more)
			}
		}
	})

	It("is sorted by key, without white space, and each value keeps its text", func() {
		t := open(namedDialect, `
			{"kind":"call.open","session":"s","message":"m","slot":"0","call":"c","name":"x","metadata":{"é":"<b>", "b": [1, -0.50e2], "a":1}}
			{"kind":"call.start","session":"s","call":"c","metadata":{"a\u0062":"\u0041","b":{"z":1, "y":"p q"}}}`)
		Expect(string(session(t, "s").Messages[0].Calls[0].Metadata)).To(Equal(`{"a":1,"ab":"\u0041","b":{"z":1,"y":"p q"},"é":"<b>"}`))
	})

	It("stays as it is where nothing comes that is an object with members", func() {
		for _, more := range []string{`{}`, `null`, `[1]`, `"x"`} {
			t := open(namedDialect, `
				{"kind":"call.open","session":"s","message":"m","slot":"0","call":"c","name":"x","metadata":{"a":2,"b":1}}
				{"kind":"call.start","session":"s","call":"c","metadata":`+more+`}`)
			Expect(string(session(t, "s").Messages[0].Calls[0].Metadata)).To(Equal(`{"a":2,"b":1}`), more)
		}
	})
})
