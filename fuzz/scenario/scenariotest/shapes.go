package scenariotest

import (
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A Shape is a dialect in one variant.
type Shape struct {
	Codec   wire.Codec
	Variant string
	spec.Features
}

// names are the variants whose features differ. The seeds of package native count
// them: a new one comes last.
var names = []string{
	"neutral", "agentc", "langgraph:js", "claudecode:full", "claudecode:partial", "codex",
	"cagent:d1", "cagent:d2", "aisdk:v4", "aisdk:v5", "agui:sse", "deepagents:poll",
	"openai:responses", "langgraph:v3", "langgraph:v3-python", "codex:rollout", "claudecode:session", "acp:v1",
	"anthropic:sse", "openai:chat",
}

// Shapes are the variants whose features differ, always in the same order, neutral
// first.
func Shapes() []Shape {
	var all []Shape
	for _, name := range names {
		codec, variant, err := dialects.Lookup(name)
		if err != nil {
			panic(err)
		}
		all = append(all, Shape{codec, variant, codec.Features(variant)})
	}
	return all
}

// Dialects are the features of Shapes.
var Dialects = func() []spec.Features {
	var all []spec.Features
	for _, s := range Shapes() {
		all = append(all, s.Features)
	}
	return all
}()

// Variants are all variants of all dialects, neutral first.
func Variants() []Shape {
	var all []Shape
	for _, codec := range dialects.Generated() {
		variants := codec.Variants()
		if len(variants) == 0 {
			variants = []string{""}
		}
		for _, v := range variants {
			all = append(all, Shape{codec, v, codec.Features(v)})
		}
	}
	return all
}

// Streams are the variants that are streams of records, and not one document.
func Streams() []Shape {
	return slices.DeleteFunc(Variants(), func(s Shape) bool { return s.Document })
}
