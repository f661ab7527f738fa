package runner_test

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/replay"
)

var _ = Describe("A replay file", func() {
	ctx := context.Background()

	// told is the file of the first case that a broken candidate is charged with a
	// rule for, made small.
	smallFailure := func(name, rule string) (*runner.Pool, *shrink.Subject, string) {
		GinkgoHelper()
		o := poolOf(buggy(name))
		for seed := range uint64(400) {
			attributed, fails := o.Attribute(ctx, agentcCase(seed))
			if !fails {
				continue
			}
			for _, s := range attributed.Signatures {
				if s.Rule == rule {
					small := shrink.Reduce(&attributed.Subject, s, shrink.Options{Judge: o.Judge(ctx)})
					file, _, ok, err := o.Finding(ctx, &small.Subject, s)
					Expect(err).NotTo(HaveOccurred())
					Expect(ok).To(BeTrue())
					return o, &small.Subject, string(file.Text)
				}
			}
		}
		Fail("nothing is charged with " + rule)
		return nil, nil, ""
	}

	It("names the mistakes that would read the stream as the candidate does, with the public bugs that they were", func() {
		_, _, file := smallFailure("agentc-no-turn-cleanup", "notify/turn-end-clears")
		Expect(file).To(ContainSubstring("reads as the reference does, but for turn-end-ignored: "))
		Expect(file).To(ContainSubstring("in quock zoo)"))
	})

	It("is read again with that in its story", func() {
		o, small, file := smallFailure("agentc-attach-next", "attach/backward")
		_, rules, err := replay.Read([]byte(file))
		Expect(err).NotTo(HaveOccurred())
		Expect(rules).To(Equal([]string{"attach/backward"}))
		Expect(o.Like(ctx)(small)).To(ContainElement("attach/backward"))
	})
})
