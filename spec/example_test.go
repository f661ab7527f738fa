package spec_test

import (
	"fmt"

	"github.com/quock-dev/quock/spec"
)

// Compare finds the places in which an answer differs from what is right.
func ExampleCompare() {
	transcript := func(text string) *spec.Transcript {
		return &spec.Transcript{Sessions: []spec.Session{{ID: "main", Messages: []spec.Message{{
			ID: "m1", Role: "assistant", Parts: []spec.Part{{Kind: spec.TextPart, Text: text}},
		}}}}}
	}
	compare := spec.Compare{Observes: spec.PartsOf(spec.ObserveMessages)}
	for _, difference := range compare.Transcripts(transcript("Low tide."), transcript("Low ")) {
		fmt.Println(difference.String())
	}
	// Output: sessions["main"].messages[0].parts[0].text: want "Low tide.", got "Low "
}

// The text of the rules is their registry.
func ExampleRuleByID() {
	rule, ok := spec.RuleByID("attach/backward")
	fmt.Println(ok, rule.Level, rule.File)
	// Output: true MUST rules/attach.md
}
