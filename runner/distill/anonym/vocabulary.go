package anonym

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// literal are words that stay in every text, as texts may be JSON.
var literal = map[string]bool{"true": true, "false": true, "null": true}

// limits are numbers that stay: the ends of the ranges in which programs keep
// whole numbers (53 bits of a double, and 31, 32, 63 and 64 bits).
var limits = map[string]bool{
	"2147483647": true, "2147483648": true, "4294967295": true, "4294967296": true,
	"9007199254740991": true, "9007199254740992": true, "9007199254740993": true,
	"9223372036854775807": true, "9223372036854775808": true, "18446744073709551615": true,
}

// hostile are names that stay where they are the whole of an id or key: the
// properties that every object of JavaScript has (ECMAScript, Object.prototype),
// on which tables break.
var hostile = map[string]bool{
	"__proto__": true, "constructor": true, "prototype": true, "hasOwnProperty": true, "isPrototypeOf": true,
	"propertyIsEnumerable": true, "toLocaleString": true, "toString": true, "valueOf": true,
}

// stops are reasons to stop that stay: those of the Anthropic Messages API
// (stop_reason), of OpenAI's Chat Completions (finish_reason), of the AI SDK
// (FinishReason), and of Claude Code's result line.
var stops = words(`end_turn max_tokens stop_sequence tool_use pause_turn refusal model_context_window_exceeded
	stop length tool_calls content_filter function_call
	tool-calls content-filter error other unknown
	success error_during_execution error_max_turns error_max_budget_usd error_max_structured_output_retries
	cancelled canceled aborted failed completed interrupted null`)

// windows are limit windows that stay: Claude Code's rate_limit_type.
var windows = words(`five_hour seven_day seven_day_opus seven_day_sonnet seven_day_overage_included overage`)

// roles are those of chat protocols.
var roles = words(`user assistant system tool developer`)

func words(text string) map[string]bool {
	all := map[string]bool{}
	for _, word := range strings.Fields(text) {
		all[word] = true
	}
	return all
}

// closed are the words of the fields of an event that have a vocabulary.
var closed = func() map[string]bool {
	all := map[string]bool{"": true, string(spec.Plain): true, string(spec.Thought): true}
	for _, s := range []spec.Status{
		spec.Open, spec.Closed, spec.Completed, spec.Failed, spec.Cancelled, spec.Waiting, spec.Incomplete,
		spec.Preparing, spec.Executing, spec.Done, spec.Denied, spec.Abandoned, spec.Running,
	} {
		all[string(s)] = true
	}
	for _, n := range []spec.Note{spec.NoteSystem, spec.NoteMedia, spec.NoteCustom, spec.NoteHeartbeat, spec.NoteBoundary, spec.NoteUnknown} {
		all[string(n)] = true
	}
	return all
}()

// reserved are the words, in lower case, that may stand in any output: those of
// the specification and of the lists here. No word becomes one of them.
var reserved = func() func() []string {
	all := map[string]bool{}
	add := func(text string) {
		scanWords(text, false, func(c []char) { all[strings.ToLower(text[c[0].start:c[len(c)-1].end])] = true })
	}
	for _, list := range []map[string]bool{literal, limits, hostile, stops, windows, roles, closed} {
		for word := range list {
			add(word)
		}
	}
	for _, k := range spec.Kinds() {
		add(k.String())
	}
	for _, k := range spec.AnomalyKinds() {
		add(string(k))
	}
	for _, t := range []any{spec.Event{}, spec.Transcript{}, spec.Features{}, spec.Compare{}} {
		fieldNames(reflect.TypeOf(t), add, map[reflect.Type]bool{})
	}
	for _, o := range []spec.Outcome{
		spec.OutcomeOpen, spec.OutcomeCompleted, spec.OutcomeFailed, spec.OutcomeCancelled,
		spec.OutcomeInterrupted, spec.OutcomeIncomplete, spec.OutcomeUnknown,
	} {
		add(string(o))
	}
	list := slices.Sorted(maps.Keys(all))
	return func() []string { return list }
}()

// fieldNames gives the JSON names of a type's fields and of the types below.
func fieldNames(t reflect.Type, add func(string), seen map[reflect.Type]bool) {
	switch {
	case seen[t]:
	case t.Kind() == reflect.Slice, t.Kind() == reflect.Pointer:
		fieldNames(t.Elem(), add, seen)
	case t.Kind() == reflect.Struct:
		seen[t] = true
		for i := range t.NumField() {
			name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			add(name)
			fieldNames(t.Field(i).Type, add, seen)
		}
	}
}

// ownWords are the words of a dialect that are structure.
type ownWords struct {
	tools, keys, stops map[string]bool
	agents             map[string]bool // the keys that name an agent in the arguments of a delegation
}

func ownOf(f *spec.Features) ownWords {
	d := f.Delegation
	o := ownWords{map[string]bool{}, map[string]bool{}, maps.Clone(stops), map[string]bool{d.Argument: true, d.Description: true}}
	delete(o.agents, "")
	for _, word := range f.StopWords {
		o.stops[word] = true
	}
	for _, tool := range f.Tools {
		o.tools[tool.Name] = true
		for _, text := range []string{tool.Args, string(tool.Result), string(tool.Failure)} {
			tokens(text, nil, func(t token) {
				if t.key {
					o.keys[plain(text[t.from:t.to])] = true
				}
			})
		}
	}
	return o
}

// knows reports whether a key or string is structure wherever it stands.
func (o *ownWords) knows(text string, key bool) bool {
	if key {
		return hostile[text] || o.agents[text] || o.keys[text]
	}
	return hostile[text] || o.tools[text]
}
