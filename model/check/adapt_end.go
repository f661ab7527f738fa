package check

import (
	"strings"

	"github.com/quock-dev/quock/spec"
)

// outcomes are the two outcomes as far as the output's dialect can say the
// input's; both empty where it cannot.
func (s *Shared) outcomes(want, got spec.Outcome) (w, g spec.Outcome) {
	w, g = finished(want), finished(got)
	switch {
	case s.Same && (want != spec.OutcomeIncomplete || got == spec.OutcomeCompleted):
		return want, got
	case !s.Out.Terminal && w != spec.OutcomeFailed, w == spec.OutcomeInterrupted && !s.both(waits):
		return "", ""
	case w == spec.OutcomeIncomplete, w == spec.OutcomeCancelled && !s.both(cancels), w == spec.OutcomeFailed && !s.Out.Errors:
		if g != spec.OutcomeCompleted { // an unfinished run must not have finished: adapt/well-formed
			return w, w
		}
		return "", ""
	}
	return w, g
}

func finished(o spec.Outcome) spec.Outcome {
	if o == spec.OutcomeUnknown {
		return spec.OutcomeCompleted
	}
	return o
}

// reason is what a stop reason means, where the two dialects have words of
// their own.
func (s *Shared) reason(word *string) *string {
	if word == nil || s.Same {
		return word
	}
	if meaning, ok := stopWords[strings.ToLower(*word)]; ok {
		return &meaning
	}
	return word
}

// stopWords are the words of model providers and dialects for why a message
// stopped, by meaning.
var stopWords = map[string]string{
	"stop": "stop", "end_turn": "stop", "stop_sequence": "stop", "eos": "stop", "completed": "stop",
	"tool_calls": "tool-calls", "tool-calls": "tool-calls", "tool_use": "tool-calls", "function_call": "tool-calls",
	"length": "length", "max_tokens": "length", "max_output_tokens": "length", "model_length": "length",
	"content_filter": "content-filter", "content-filter": "content-filter", "safety": "content-filter", "refusal": "content-filter",
}
