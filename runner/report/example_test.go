package report_test

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/runner/report"
)

// A log has all that the report of a run has.
func ExampleRead() {
	log, err := report.Read(strings.NewReader(`{"header":{"log":2,"harness":"quock","seed":1,"cases":1,"candidate":{"name":"mine","role":"reducer"}}}
{"result":{"case":1,"name":"attach/by-id.breaking.agentc","verdict":"fail","rules":[{"rule":"attach/by-id","verdict":"fail"}]}}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, rule := range log.Rules() {
		fmt.Println(rule.Rule, rule.Verdict)
	}
	fmt.Println("cut off:", log.Footer == nil)
	// Output:
	// attach/by-id fail
	// cut off: true
}
