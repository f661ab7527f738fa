package runlog

import (
	"fmt"
	"os"

	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec/words"
)

// Read reads a log of a run. A log of another version is refused.
func Read(name string) (*report.Log, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, console.Exit(console.Usage, fmt.Errorf("log: %w", err))
	}
	defer file.Close()
	log, err := report.Read(file)
	if err != nil {
		return nil, console.Exit(console.Usage, fmt.Errorf("log %s: %w; write it again with: quock run --log %[1]s …", name, err))
	}
	return log, nil
}

// OtherCandidate reports whether two runs judge different programs.
func OtherCandidate(a, b *report.Header) bool {
	return a.Candidate.Name != b.Candidate.Name || a.Candidate.Role != b.Candidate.Role || a.Candidate.Out != b.Candidate.Out
}

// Named is a run's candidate in words.
func Named(h *report.Header) string {
	text := fmt.Sprintf("%s (%s", words.Line(words.Clip(h.Candidate.Name, console.MostNamed)), h.Candidate.Role)
	if h.Candidate.Out != "" {
		text += " that writes " + h.Candidate.Out
	}
	return text + ")"
}
