package anonym_test

import (
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/distill/anonym"
)

var _ = Describe("Anonymous records", func() {
	It("decode", func() {
		for _, s := range written() {
			t := time.Now()
			to, r, err := anonym.Records(s.name, s.records, anonym.Options{})
			_ = r
			if err != nil {
				fmt.Println(s.what, err)
				continue
			}
			if d := time.Since(t); d > 300*time.Millisecond {
				fmt.Println(s.what, len(s.records), d)
			}
			if s.what == "fragment/scoped-key.breaking.langgraph" || s.what == "wire/unknown-skipped.breaking.claudecode" || s.what == "session/no-leak.breaking.agentc" {
				for i := range to {
					fmt.Println(string(s.records[i]))
					fmt.Println(string(to[i]))
				}
			}
		}
		Expect(1).To(Equal(1))
	})
})
