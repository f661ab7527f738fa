package options

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = DescribeTable("A candidate's name becomes the name of a folder",
	func(name, folder string) { Expect(folderName(name)).To(Equal(folder)) },
	Entry("as it is, where it is one", "my-Reader_v1.2", "my-Reader_v1.2"),
	Entry("that leads nowhere else", "../../etc/x", "..-..-etc-x"),
	Entry("that is no other folder", "..", "candidate-.."),
	Entry("that is there if it has none", "", "candidate-"),
	Entry("in ASCII", "Прибор 1\x1b[2J", "-------1--2J"),
	Entry("at most 64 long", strings.Repeat("n", 1000), strings.Repeat("n", 64)),
	Entry("that is no campaign's", "fuzz-agentc-1", "candidate-fuzz-agentc-1"),
	Entry("that is not where distill writes", "distilled", "candidate-distilled"),
)
