package runlog

import (
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/report"
)

// Words begins the first line of a run's report, by exit code.
var Words = map[int]string{
	console.Fine: "PASS", console.Failed: "FAIL", console.Usage: "FAIL", console.Incomplete: "INCOMPLETE", console.Interrupted: "INTERRUPTED",
}

// Headline returns the first line of a run's report. It gives the reason of the exit code
// where the rules do not say it.
func Headline(code int, why string, h report.Headline) string {
	text := Words[code] + ": " + h.String()
	if code == console.Fine || code == console.Failed && h.Fail > h.Should {
		return text
	}
	return text + "; " + why
}
