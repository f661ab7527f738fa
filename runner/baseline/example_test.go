package baseline_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/quock-dev/quock/runner/baseline"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// A run is held against a list of known failures, and ends accordingly.
func ExampleOutcome_Exit() {
	list, err := baseline.Parse(strings.NewReader("attach/** fail attach/by-id #12  only the last result is kept\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	finding := spec.Finding{Rule: "attach/by-id", Verdict: spec.Fail, Case: "attach/by-id.breaking.agentc"}
	log := report.Log{
		Cases:  []report.Case{{Name: finding.Case, Verdict: spec.Fail, Findings: []spec.Finding{finding}}},
		Footer: &report.Footer{Cases: 1},
	}
	outcome := list.Judge(&log, time.Date(2027, 1, 31, 0, 0, 0, 0, time.UTC))
	code, why := outcome.Exit(&log)
	fmt.Println(int(code), why)
	// Output: 0 nothing fails but what is listed, 1 failure
}
