package replay_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// crashed is a generated case that a candidate crashed on, as it was attributed.
func crashed(change func(*plan.Case)) *attribute.Attribution {
	GinkgoHelper()
	made := perform.Generate(neutral.New().Features(""), perform.Clean, perform.CaseSeed(1, 1))
	c, err := plan.Generated("generated/x", neutral.New(), "", made)
	Expect(err).NotTo(HaveOccurred())
	if change != nil {
		change(c)
	}
	return &attribute.Attribution{
		Trial:    &ask.Trial{Case: c, Verdict: spec.Crash, Detail: "it ended with status 1"},
		Findings: []spec.Finding{{Verdict: spec.Crash}},
	}
}

func written(change func(*plan.Case)) replay.Archive {
	GinkgoHelper()
	file, err := replay.Write(crashed(change), ask.Capabilities{})
	Expect(err).NotTo(HaveOccurred())
	return file
}

var _ = Describe("A replay file", func() {
	It("has the same bytes and the same name whenever it is written, and is named by what went wrong", func() {
		first := written(nil)
		Expect(written(nil)).To(Equal(first))
		Expect(first.Name).To(MatchRegexp(`^crash-[0-9a-f]{8}\.txtar$`))
	})

	It("has other bytes under another name where the case is another one", func() {
		Expect(written(func(c *plan.Case) { c.Seed++ }).Name).NotTo(Equal(written(nil).Name))
	})

	It("reads back with its runs before it, in their order", func() {
		file := written(func(c *plan.Case) {
			first, second := *c, *c
			first.Name, second.Name = "generated/first", "generated/second"
			second.Records = second.Records[:1]
			c.Before = []*plan.Case{&first, &second}
		})
		c, _, err := replay.Read(file.Text)
		Expect(err).NotTo(HaveOccurred())
		Expect(c.Before).To(HaveLen(2))
		Expect(c.Before[0].Name).To(Equal("generated/first"))
		Expect(c.Before[1].Name).To(Equal("generated/second"))
		Expect(c.Before[1].Records).To(HaveLen(1))
	})

	It("cannot be cut by a line of its story that looks like the start of a part", func() {
		file := written(func(c *plan.Case) { c.Why = "x\n-- case.json --\nforged" })
		Expect(string(file.Text)).To(ContainSubstring("forged"))
		Expect(strings.Count(string(file.Text), "\n-- case.json --\n")).To(Equal(1))
		_, _, err := replay.Read(file.Text)
		Expect(err).NotTo(HaveOccurred())
	})

	It("shows no foreign control characters in its story", func() {
		file := written(func(c *plan.Case) { c.Why = "red \x1b[31m" })
		Expect(string(file.Text)).NotTo(ContainSubstring("\x1b"))
	})

	DescribeTable("is refused, and never half read, where the text is none", func(text string) {
		c, rules, err := replay.Read([]byte(text))
		Expect(err).To(MatchError(replay.ErrNoReplay))
		Expect(c).To(BeNil())
		Expect(rules).To(BeEmpty())
	},
		Entry("nothing", ""),
		Entry("a list of records", "{\"kind\":\"turn.start\"}\n"),
		Entry("a fixture", "rule: step/by-message-id\n-- stream.jsonl --\n"),
		Entry("a header of another kind", "-- case.json --\n[]\n"),
	)
})

var _ = Describe("Saving", func() {
	It("makes the folder, and keeps what another file of the name had", func() {
		folder := filepath.Join(GinkgoT().TempDir(), "a", "b")
		save := replay.SaveIn(folder)
		for range 2 {
			name, err := save(replay.Archive{Name: "crash-1.txtar", Text: []byte("x")})
			Expect(err).NotTo(HaveOccurred())
			Expect(name).To(Equal("crash-1.txtar"))
		}
		Expect(os.ReadFile(filepath.Join(folder, "crash-1.txtar"))).To(Equal([]byte("x")))
		Expect(os.ReadDir(folder)).To(HaveLen(1), "nothing half written is left")
	})

	It("says what could not be made where a file stands in the folder's place", func() {
		taken := filepath.Join(GinkgoT().TempDir(), "taken")
		Expect(os.WriteFile(taken, nil, 0o666)).To(Succeed())
		_, err := replay.SaveIn(taken)(replay.Archive{Name: "x.txtar"})
		Expect(err).To(MatchError(ContainSubstring("making the folder of replay files")))
	})
})

var _ = Describe("The bug report of a case that could not be built", func() {
	It("is not written for any other error", func() {
		Expect(replay.Unbuilt(errors.New("no such file"))).To(BeNil())
	})
})
