package fit_test

import (
	"encoding/json"
	"reflect"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/fittest"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("A case that is read once for all views", func() {
	l := fittest.New(40, 5)

	DescribeTable("answers with each as if it was read for that one alone",
		func(program, set []string) {
			show, wrong := fit.Viewed(l.Answers(all(program)...), all(set))
			Expect(wrong).To(BeEmpty())
			Expect(show).To(BeNumerically(">", 100))
		},
		Entry("with nothing beside it", []string{"always-next"}, nil),
		Entry("beside decisions", []string{"always-next"}, []string{"always-next"}),
		Entry("beside views and decisions", []string{"always-next", "first-of-list"}, []string{"first-of-list", "always-next", "thoughts-unshown"}),
	)
})

func all(names []string) (of []deviation.Deviation) {
	for _, name := range names {
		of = append(of, named(name))
	}
	return of
}

var _ = Describe("Identical transcripts", func() {
	It("are equal in every field", func() {
		one, other := full(), full()
		Expect(fit.Identical(&one, &other)).To(BeTrue())
		fields := 0
		eachLeaf(reflect.ValueOf(&other).Elem(), "", func(path string, leaf reflect.Value) {
			was := reflect.New(leaf.Type()).Elem()
			was.Set(leaf)
			leaf.SetZero()
			Expect(fit.Identical(&one, &other)).To(BeFalse(), path)
			leaf.Set(was)
			fields++
		})
		Expect(fields).To(BeNumerically(">", 60))
		Expect(fit.Identical(&one, &other)).To(BeTrue())
	})

	It("have the same order", func() {
		one, other := full(), full()
		one.Sessions = append(one.Sessions, spec.Session{ID: "z"})
		other.Sessions = append([]spec.Session{{ID: "z"}}, other.Sessions...)
		Expect(fit.Identical(&one, &other)).To(BeFalse())
	})
})

// full is a transcript in which no field is empty.
func full() (t spec.Transcript) {
	fill(reflect.ValueOf(&t).Elem())
	return t
}

func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[json.RawMessage]() {
			v.SetBytes([]byte("1"))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	default:
		v.SetInt(1)
	}
}

// eachLeaf calls do with each list, pointer and value of a transcript.
func eachLeaf(v reflect.Value, path string, do func(path string, leaf reflect.Value)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			eachLeaf(v.Field(i), path+"."+v.Type().Field(i).Name, do)
		}
		return
	case reflect.Pointer:
		eachLeaf(v.Elem(), path, do)
	case reflect.Slice:
		if v.Type() != reflect.TypeFor[json.RawMessage]() {
			eachLeaf(v.Index(0), path+"[0]", do)
		}
	}
	do(path, v)
}
