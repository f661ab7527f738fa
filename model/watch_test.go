package model_test

import (
	"reflect"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
)

var _ = Describe("Watched decisions", func() {
	// The list of wrappers has every field once, in the order of the struct.
	It("call with the index of their field, each with its own, so that a rule's decision is seen to be taken", func() {
		taken := []int{}
		sem := reflect.ValueOf(model.Semantics{}.Watched(func(decision int) { taken = append(taken, decision) }))
		for i := range sem.NumField() {
			func() {
				defer func() { _ = recover() }() // there is no decision behind it
				f := sem.Field(i)
				args := make([]reflect.Value, f.Type().NumIn())
				for n := range args {
					args[n] = reflect.Zero(f.Type().In(n))
				}
				f.Call(args)
			}()
			name := sem.Type().Field(i).Name
			Expect(taken).To(HaveLen(i+1), "%s is not watched: add it to model/watch.go", name)
			Expect(taken[i]).To(Equal(i), "%s stands in another place of model/watch.go than of model/semantics.go", name)
		}
	})
})
