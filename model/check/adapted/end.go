package adapted

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// outcomeOf returns how the input ended: like its last turn with content. An
// empty turn after that need not be represented.
func (s *Shared) outcomeOf(in *spec.Transcript) spec.Outcome {
	ss := in.Root()
	if ss == nil || s.turnStarts() {
		return in.Outcome
	}
	last := -1
	for i := range ss.Messages {
		if m := &ss.Messages[i]; (m.Role != "user" || s.both(userMessages)) && len(m.Parts) > 0 {
			last = max(last, m.Turn)
		}
	}
	if last < 0 || last >= len(ss.Turns)-1 {
		return in.Outcome
	}
	if outcome, ok := endings[ss.Turns[last].Status]; ok {
		return outcome
	}
	return spec.OutcomeIncomplete
}

// endings maps the status of an ended last turn to the run's outcome.
var endings = map[spec.Status]spec.Outcome{
	spec.Completed: spec.OutcomeCompleted, spec.Failed: spec.OutcomeFailed,
	spec.Cancelled: spec.OutcomeCancelled, spec.Waiting: spec.OutcomeInterrupted,
}

// outcomes returns the two outcomes as far as the output's dialect can
// represent the input's, both empty if it cannot.
func (s *Shared) outcomes(want, got spec.Outcome) (w, g spec.Outcome) {
	w, g = finished(want), finished(got)
	switch {
	case s.Same && (want != spec.OutcomeIncomplete || got == spec.OutcomeCompleted):
		return want, got
	case !s.Out.Terminal && w != spec.OutcomeFailed, w == spec.OutcomeInterrupted && !s.both(waits):
		return "", ""
	case w == spec.OutcomeIncomplete, w == spec.OutcomeCancelled && !s.both(cancels), w == spec.OutcomeFailed && !s.Out.Errors:
		if g != spec.OutcomeCompleted { // adapt/well-formed: an unfinished run must not have finished
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

// reason returns the meaning of a stop reason, if the two dialects have words
// of their own.
func (s *Shared) reason(word *string) *string {
	if word == nil || s.Same {
		return word
	}
	if meaning, ok := stopWords[strings.ToLower(*word)]; ok {
		return &meaning
	}
	if slices.Contains(noReason, *word) {
		return nil
	}
	return word
}

// noReason are the words for a missing or unknown reason.
var noReason = []string{"other", "unknown"}

// stopWords maps the words of model providers and dialects for stop reasons to
// their meaning.
var stopWords = map[string]string{
	"stop": "stop", "end_turn": "stop", "stop_sequence": "stop", "eos": "stop", "completed": "stop",
	"tool_calls": "tool-calls", "tool-calls": "tool-calls", "tool_use": "tool-calls", "function_call": "tool-calls",
	"length": "length", "max_tokens": "length", "max_output_tokens": "length", "model_length": "length",
	"content_filter": "content-filter", "content-filter": "content-filter", "safety": "content-filter", "refusal": "content-filter",
}
