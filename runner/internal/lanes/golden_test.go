package lanes_test

import (
	. "github.com/onsi/ginkgo/v2"
	"github.com/sebdah/goldie/v2"

	"github.com/quock-dev/quock/runner/internal/lanes"
)

// The drawings that a person has read and liked. To make them anew:
// GOLDIE_UPDATE=1 go test ./runner/internal/lanes, and read the diff.
var _ = Describe("The drawing of", func() {
	DescribeTable("a case", func(name, file string, o lanes.Options) {
		g := goldie.New(GinkgoTB(), goldie.WithFixtureDir("testdata"), goldie.WithNameSuffix(".golden"))
		g.Assert(GinkgoTB(), file, []byte(drawCase(name, o).text))
	},
		Entry("with fragments of two siblings at one slot", "fragment/scoped-key.breaking.langgraph", "siblings", lanes.Options{}),
		Entry("with a call that its turn's end leaves open", "fragment/slot-reuse.breaking.claudecode-partial", "left-open", lanes.Options{}),
		Entry("with a child in a turn of its own", "session/non-interference.breaking.agentc-held", "child", lanes.Options{}),
		Entry("with results that belong to nothing", "missing/orphan-result.breaking.agentc", "orphan", lanes.Options{}),
		Entry("with notes, and a record of unknown kind", "noise/transparent.breaking.langgraph", "noise", lanes.Options{}),
		Entry("with a snapshot in the middle", "repeat/partial-then-full.breaking.agui-snapshot", "snapshot", lanes.Options{}),
		Entry("in a narrow terminal", "session/non-interference.breaking.agentc-held", "narrow", lanes.Options{Width: 20}),
		Entry("in colours", "session/non-interference.breaking.agentc-held", "colours", lanes.Options{Color: true}),
	)
})
