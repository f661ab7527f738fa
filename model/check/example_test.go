package check_test

import (
	"fmt"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/spec"
)

// A check says what a transcript does wrong for one rule.
func ExampleCheck_Judge() {
	text := func(words string) *spec.Transcript {
		parts := []spec.Part{{Kind: spec.TextPart, Text: words}}
		return &spec.Transcript{Sessions: []spec.Session{{ID: "main", Messages: []spec.Message{{ID: "m1", Role: "assistant", Parts: parts}}}}}
	}
	c, _ := check.ByRule("fragment/concatenate")
	judged := c.Judge(&check.Evidence{Observes: spec.AllParts(), Want: text("Low tide."), Got: text("tide.")})
	for _, d := range judged.Differences {
		fmt.Println(d.Path, d.Want, d.Got)
	}
	// Output: sessions["main"].messages[0].parts[0].text "Low tide." "tide."
}
