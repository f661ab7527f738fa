// Package scenariotest holds what the tests of scenarios share. It is test support.
package scenariotest

import (
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// Delegation is a small scenario by hand: one turn that says something and asks
// a sub-agent, which answers.
func Delegation(f spec.Features) *scenario.Scenario {
	none := scenario.None
	return &scenario.Scenario{
		Features: f, End: spec.EOF,
		Sessions: []scenario.Session{
			{ID: "main", Parent: none, By: none, First: 0, Last: 0},
			{ID: "sub", Parent: 0, By: 0, First: 1, Last: 1, Depth: 1},
		},
		Turns: []scenario.Turn{
			{ID: "t1", Session: 0, Next: none, By: none, Prompt: "please check", Messages: scenario.Span{From: 0, To: 1}},
			{ID: "t2", Session: 1, Next: none, By: 0, Messages: scenario.Span{From: 1, To: 2}},
		},
		Messages: []scenario.Message{
			{ID: "m1", Session: 0, Turn: 0, Like: none, Items: scenario.Span{From: 0, To: 2}},
			{ID: "m2", Session: 1, Turn: 1, Like: none, Items: scenario.Span{From: 2, To: 3}},
		},
		Items: []scenario.Item{
			{Kind: spec.TextPart, Message: 0, Call: none, Like: none, Text: "I will ask.", Cuts: scenario.Span{From: 0, To: 2}},
			{Kind: spec.CallPart, Message: 0, Call: 0, Like: none, Slot: "0", Cuts: scenario.Span{From: 2, To: 3}},
			{Kind: spec.TextPart, Message: 1, Call: none, Like: none, Text: "It is fine.", Cuts: scenario.Span{From: 3, To: 4}},
		},
		Calls: []scenario.Call{{
			ID: "c1", Name: "task", Item: 1, Child: 1, Like: none, Twin: none, Agent: "scout",
			Args: `{"subagent_type":"scout"}`, Value: `{"subagent_type":"scout"}`, Result: []byte(`"fine"`),
		}},
		Cuts: []int32{6, 11, 25, 11},
	}
}
