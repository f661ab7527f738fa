package wiretest

import (
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// Traces is a folder of recorded traces, NAME.jsonl and lab/NAME.jsonl, beside the work
// tree. A spec that asks for one is skipped where they are absent.
type Traces string

// Names are the traces by name, such as "lab/max-turns".
func (t Traces) Names() (names []string) {
	GinkgoHelper()
	for _, pattern := range []string{"*.jsonl", "lab/*.jsonl"} {
		paths, err := filepath.Glob(filepath.Join(string(t), pattern))
		Expect(err).NotTo(HaveOccurred())
		for _, path := range paths {
			name, err := filepath.Rel(string(t), path)
			Expect(err).NotTo(HaveOccurred())
			names = append(names, strings.TrimSuffix(filepath.ToSlash(name), ".jsonl"))
		}
	}
	if len(names) == 0 {
		Skip("no recorded traces at " + string(t))
	}
	return names
}

// Text is the content of a trace.
func (t Traces) Text(name string) []byte {
	GinkgoHelper()
	text, err := os.ReadFile(filepath.Join(string(t), name+".jsonl"))
	if os.IsNotExist(err) {
		Skip("no recorded traces at " + string(t))
	}
	Expect(err).NotTo(HaveOccurred())
	return text
}
