package cli

import "github.com/quock-dev/quock/runner/report"

// verdictOf begins the first line of a run's report, by exit code.
var verdictOf = map[int]string{
	exitFine: "PASS", exitFailed: "FAIL", exitUsage: "FAIL", exitIncomplete: "INCOMPLETE", exitInterrupted: "INTERRUPTED",
}

// verdict returns the first line of a run's report. It gives the reason of the exit code
// where the rules do not say it.
func verdict(code int, why string, h report.Headline) string {
	text := verdictOf[code] + ": " + h.String()
	if code == exitFine || code == exitFailed && h.Fail > h.Should {
		return text
	}
	return text + "; " + why
}
