package catalogue

import (
	"bytes"
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/zoo"
	"github.com/quock-dev/quock/runner/internal/cli/console"
)

var _ = Describe("The zoo", func() {
	good := zoo.Row{ID: "Z001", Class: "a", Rule: "wire/framing", Proof: zoo.Proof{Kind: zoo.Framer, Name: "keeps-mark"}}
	bad := zoo.Row{ID: "Z002", Class: "b", Rule: "wire/limits", Proof: zoo.Proof{Kind: zoo.Framer, Name: "keeps-mark"}}

	printed := func(ctx context.Context, run bool, rows ...zoo.Row) (string, error) {
		var out bytes.Buffer
		err := commands{console.Console{Out: &out}}.printBugs(ctx, rows, run)
		return out.String(), err
	}

	// The share must come from proofs that held, not from what the ledger claims.
	It("does not count a bug whose proof fails, names it, and exits with 1", func() {
		output, err := printed(context.Background(), true, good, bad)
		Expect(console.CodeOf(err)).To(Equal(console.Failed))
		Expect(output).To(ContainSubstring("FAIL Z002: framer keeps-mark: it breaks wire/framing"))
		Expect(output).To(ContainSubstring("1 of 2 public bugs are caught by a rule: 50 %"))
		Expect(output).To(ContainSubstring("proofs: 1 hold, 1 fail"))
	})

	It("prints what the ledger says where no proof is run", func() {
		output, err := printed(context.Background(), false, good, bad)
		Expect(console.CodeOf(err)).To(Equal(console.Fine))
		Expect(output).To(ContainSubstring("2 of 2"))
	})

	It("says of one bug that its proof fails, and exits with 1", func() {
		var out bytes.Buffer
		err := commands{console.Console{Out: &out}}.printBug(context.Background(), &bad, true)
		Expect(console.CodeOf(err)).To(Equal(console.Failed))
		Expect(out.String()).NotTo(ContainSubstring("holds"))
	})

	It("stops between two proofs when it is interrupted", func() {
		ctx, stop := context.WithCancel(context.Background())
		stop()
		_, err := printed(ctx, true, good)
		Expect(console.CodeOf(err)).To(Equal(console.Interrupted))
	})

	It("completes ids, each with what went wrong", func() {
		ids, _ := completeBugs(nil, nil, "Z03")
		Expect(ids).To(ContainElement(HavePrefix("Z031\t")))
		Expect(ids).NotTo(ContainElement(HavePrefix("Z001")))
	})
})
