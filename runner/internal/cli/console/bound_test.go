package console_test

import (
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/spf13/pflag"

	"github.com/quock-dev/quock/runner/internal/cli/console"
)

// A time below zero was taken for none, and a search with it never ended.
var _ = Describe("A flag with a least value", func() {
	flags := func() (*pflag.FlagSet, *int, *time.Duration) {
		all := pflag.NewFlagSet("test", pflag.ContinueOnError)
		jobs, budget := all.Int("jobs", 4, "jobs"), all.Duration("time", 0, "time")
		console.Bound(all, 1, "jobs")
		console.Bound(all, 0, "time")
		return all, jobs, budget
	}

	It("takes that value and more, as it would without", func() {
		all, jobs, budget := flags()
		Expect(all.Parse([]string{"--jobs", "1", "--time", "0s"})).To(Succeed())
		Expect(*jobs).To(Equal(1))
		Expect(*budget).To(BeZero())
		Expect(all.Parse([]string{"--jobs=0x10", "--time=1h30m"})).To(Succeed())
		Expect(*jobs).To(Equal(16))
		Expect(*budget).To(Equal(90 * time.Minute))
	})

	DescribeTable("refuses less, and what is no such value", func(flag, value, words string) {
		all, _, _ := flags()
		Expect(all.Parse([]string{flag, value})).To(MatchError(And(ContainSubstring(flag), ContainSubstring(words))))
	},
		Entry("a number", "--jobs", "0", "give 1 or more"),
		Entry("a number below zero", "--jobs", "-7", "give 1 or more"),
		Entry("a number beyond all", "--jobs", "99999999999999999999", "invalid argument"),
		Entry("a word", "--jobs", "many", "invalid argument"),
		Entry("nothing", "--jobs", "", "invalid argument"),
		Entry("a duration", "--time", "-1ns", "give 0 or more"),
		Entry("a duration without a unit", "--time", "-5", "invalid argument"),
	)

	It("is what it was in help: a default is shown, none is not", func() {
		all, _, _ := flags()
		Expect(strings.Fields(all.FlagUsages())).To(Equal(strings.Fields("--jobs int jobs (default 4) --time duration time")))
	})
})
