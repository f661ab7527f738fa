package spec_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

var _ = DescribeTable("A JSON text that says nothing",
	func(text string, empty bool) { Expect(spec.EmptyJSON([]byte(text))).To(Equal(empty)) },
	Entry("is absent", "", true),
	Entry("is null", " null ", true),
	Entry("is an empty text", `""`, true),
	Entry("is an empty list", `[]`, true),
	Entry("is an empty object, with blanks", "{\n}", true),
	Entry("is not false", `false`, false),
	Entry("is not 0", `0`, false),
	Entry("is no list of nothing", `[[]]`, false),
	Entry("is no text of blanks", `" "`, false),
	Entry("is nothing that is broken", `[`, false),
)

var _ = DescribeTable("Equality of JSON values",
	func(a, b string, equal bool) {
		Expect(spec.JSONEqual([]byte(a), []byte(b))).To(Equal(equal))
		Expect(spec.JSONEqual([]byte(b), []byte(a))).To(Equal(equal), "either way round")
	},
	Entry("ignores white space", `{"a":[1,2]}`, "{ \"a\" : [1,\n2] }", true),
	Entry("heeds white space within a text", `{"a":"b c"}`, `{ "a":"bc"}`, false),
	Entry("is not misled by an escaped quote", `["\" ",1]`, `[ "\" ",1]`, true),
	Entry("takes white space within a number for no JSON", `[12]`, `[1 2]`, false),
	Entry("ignores the order of keys, which libraries change", `{"a":1,"b":2}`, `{"b":2,"a":1}`, true),
	Entry("heeds the order of an array", `[1,2]`, `[2,1]`, false),
	Entry("ignores how a number is spelled", `1`, `1.0e0`, true),
	Entry("takes integers that one float stands for as equal, since some languages have no others", `9007199254740993`, `9007199254740992`, true),
	Entry("compares numbers beyond a float by their spelling", `1e999`, `2e999`, false),
	Entry("ignores how a character is escaped", `"\u00e9\/"`, `"é/"`, true),
	Entry("takes minus nought for nought", `-0`, `0`, true),
	Entry("tells a number from its text", `1`, `"1"`, false),
	Entry("tells null from an empty object", `null`, `{}`, false),
	Entry("tells a key with null from no key", `{"a":null}`, `{}`, false),
	Entry("tells an array from an object", `[]`, `{}`, false),
	Entry("tells true from false", `true`, `false`, false),
	Entry("lets the last of two equal keys count", `{"a":1,"a":2}`, `{"a":2}`, true),
	Entry("takes texts that are no JSON as bytes", `{"a":`, `{"a":`, true),
	Entry("never calls what is no JSON equal to a value", `{"a":1} x`, `{"a":1}`, false),
)
