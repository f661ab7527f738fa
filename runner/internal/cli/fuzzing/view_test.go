package fuzzing

import (
	"bytes"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/runner/internal/campaigning"
	"github.com/quock-dev/quock/runner/internal/cli/console"
)

func TestFuzzing(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "fuzzing")
}

var _ = Describe("The progress of a campaign", func() {
	found := &campaign.Progress{Findings: []campaign.Filed{{Signature: shrink.Signature{Rule: "missing/orphan-result"}, Events: 2, Name: "one.txtar"}}}
	shown := func(folder *campaigning.Folder) string {
		var out bytes.Buffer
		newProgressView(commands{console.Console{Out: &out, BareErr: &out}}, folder, true).show(found)
		return out.String()
	}

	It("names the file of a finding, for who runs it again", func() {
		folder, err := campaigning.Open(GinkgoT().TempDir())
		Expect(err).NotTo(HaveOccurred())
		defer folder.Close()
		Expect(shown(folder)).To(Equal("found: missing/orphan-result, 2 events: " + folder.Path("one.txtar") + "\n"))
	})

	It("names no file where the folder goes with the process", func() {
		Expect(shown(nil)).To(Equal("found: missing/orphan-result, 2 events\n"))
	})
})
