package aisdk_test

import (
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/wire/aisdk"
)

var _ = Describe("a long stream", func() {
	DescribeTable("takes time that grows with its length only, because hostile ones repeat what is slow", func(records ...string) {
		decoder := aisdk.New().NewDecoder("")
		begun := time.Now()
		for i := range 20_000 {
			for _, record := range records {
				_, problem := decoder.Decode(nil, []byte(fmt.Sprintf(record, i)))
				Expect(problem).To(BeNil())
			}
		}
		Expect(time.Since(begun)).To(BeNumerically("<", 10*time.Second))
	},
		Entry("one id again and again", `{"type":"text-start","id":"a","n":%d}`),
		Entry("steps taken back", `{"type":"text-start","id":"%d"}`, `{"type":"reset-step","n":%d}`),
		Entry("steps with calls", `{"type":"start-step","n":%d}`, `{"type":"tool-input-available","toolCallId":"c%d","toolName":"ls","input":{}}`),
	)
})
