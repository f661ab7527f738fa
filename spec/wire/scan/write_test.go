package scan_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/wire/scan"
)

var _ = Describe("A writer", func() {
	It("puts commas between members and elements, whatever their kind", func() {
		w := scan.NewWriter([]byte("before "))
		w.Open('{')
		w.Member("text", `a "quoted" one`)
		w.Optional("left", "")
		w.Optional("given", "b")
		w.Number("number", -3)
		w.Flag("flag", false)
		w.Value("none", nil, 1)
		w.Value("value", []byte("{ \"k\" : [1 , 2] }"), 9)
		w.Begin("list", '[')
		w.Text("x")
		w.Null()
		w.Close(']')
		w.Begin("empty", '{')
		w.Close('}')
		w.Close('}')
		Expect(w.Err).NotTo(HaveOccurred())
		Expect(string(w.Out)).To(Equal(`before {"text":"a \"quoted\" one","given":"b","number":-3,"flag":false,"none":null,"value":{"k":[1,2]},"list":["x",null],"empty":{}}`))
	})

	It("names the key of what no JSON text can hold", func() {
		w := scan.NewWriter(nil)
		w.Open('{')
		w.Member("good", "a")
		w.Value("bad", []byte("{"), 9)
		w.Member("later", "\xff")
		Expect(w.Err).To(MatchError(HavePrefix("bad is no JSON value")))
	})
})
