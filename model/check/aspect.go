package check

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// An aspect is a set of places in a transcript that rules are about.
type aspect uint32

const (
	text         aspect = 1 << iota // texts and thoughts
	partOrder                       // the order of parts
	messages                        // which messages exist, their ids, roles and order
	complete                        // whether a message is complete
	speaker                         // the agent of a message or session
	stopReason                      // stop reasons
	usage                           // token figures
	metadata                        // of messages, parts and calls
	unattributed                    // content that nothing claims
	placement                       // which calls exist, and where they stand
	args                            // arguments
	callName                        // name and id of a call
	callStatus                      // a call's status
	result                          // results
	child                           // a call's link to its sub-session
	orphans                         // results without calls
	turns                           // status and error of turns
	tree                            // which sessions exist, their parents and links
	status                          // a session's status
	active                          // what is active
	agents                          // runs of agents
	quota                           // limits
	outcome                         // how the run ended
	anomaly                         // reported anomalies
	toolLog                         // the tool logs of runs
	history                         // the history for a model
)

const (
	content    = text | partOrder | messages | complete
	calls      = placement | args | callName | callStatus | result | child
	everything = content | speaker | stopReason | usage | metadata | unattributed | calls | orphans | turns | tree | status | active | agents | toolLog
)

// aspectOf returns the aspect of a difference.
func aspectOf(d *spec.Difference) aspect {
	switch d.Part {
	case spec.ObserveOutcome:
		return outcome
	case spec.ObserveActive:
		return active
	case spec.ObserveAgents:
		if strings.Contains(d.Path, "].log[") {
			return toolLog
		}
		return agents
	case spec.ObserveHistory:
		return history
	case spec.ObserveQuota:
		return quota
	case spec.ObserveAnomalies:
		return anomaly
	}
	field := d.Field()
	switch d.Part {
	case spec.ObserveSessions:
		return pick(field, tree, map[string]aspect{"status": status, "agent": speaker})
	case spec.ObserveTurns:
		return pick(field, turns, map[string]aspect{"usage": usage, "stop_reason": stopReason, "turn": messages})
	case spec.ObserveCalls:
		return callAspect(d.Path, field)
	case spec.ObserveMessages:
		return messageAspect(d, field)
	}
	return 0
}

func callAspect(path, field string) aspect {
	if strings.Contains(path, ".orphans") {
		return orphans
	}
	return pick(field, placement, map[string]aspect{
		"id": placement, "name": callName, "args": args, "status": callStatus, "result": result,
		"is_error": result, "child": child, "metadata": metadata,
	})
}

func messageAspect(d *spec.Difference, field string) aspect {
	if strings.Contains(d.Path, ".unattributed") {
		return unattributed
	}
	if strings.Contains(d.Path, ".parts[") {
		return partAspect(d, field)
	}
	return pick(field, messages, map[string]aspect{
		"complete": complete, "agent": speaker, "stop_reason": stopReason, "usage": usage,
		"input": usage, "output": usage, "metadata": metadata,
	})
}

// callPart is the JSON of a part that stands for a call.
const callPart = `"kind":"call"`

// partAspect distinguishes a part that stands for a call, whose aspect is the
// call's place, from a text.
func partAspect(d *spec.Difference, field string) aspect {
	whole := partOrder | text
	if strings.Contains(d.Want, callPart) || strings.Contains(d.Got, callPart) {
		whole = placement
	}
	return pick(field, whole, map[string]aspect{"text": text, "metadata": metadata, "kind": partOrder, "call": partOrder})
}

// covers returns aspectOf. For an item that is missing or extra as a whole it
// adds every aspect of the item.
func covers(d *spec.Difference) aspect {
	a := aspectOf(d)
	if a == placement && d.Field() == "id" {
		return placement | callName
	}
	if d.Kind == spec.Changed || d.Field() != "" {
		return a
	}
	switch a {
	case placement:
		return calls | metadata
	case messages:
		return content | speaker | stopReason | usage | metadata
	case partOrder | text:
		return partOrder | text | metadata
	case turns:
		return turns | usage | stopReason
	case tree:
		return tree | status | speaker
	}
	return a
}

func pick(field string, whole aspect, fields map[string]aspect) aspect {
	if a, ok := fields[field]; ok {
		return a
	}
	return whole
}

// about filters the differences by aspect and by the items that the fault
// touches. The kinds, if any, restrict anomalies.
func (e *Evidence) about(a aspect, kinds ...spec.AnomalyKind) []spec.Difference {
	var found []spec.Difference
	for _, d := range e.Differences() {
		got := covers(&d)
		if e.narrow {
			got = aspectOf(&d)
		}
		if got&a == 0 || got == anomaly && len(kinds) > 0 && !mentions(&d, kinds) {
			continue
		}
		if e.concerns(&d) {
			found = append(found, d)
		}
	}
	return found
}

// concerns reports whether a difference is where the fault is: in its session,
// if it names one. Global places always are.
func (e *Evidence) concerns(d *spec.Difference) bool {
	switch d.Part {
	case spec.ObserveOutcome, spec.ObserveQuota, spec.ObserveAgents, spec.ObserveSessions, spec.ObserveHistory:
		return true
	}
	at := e.where()
	return !at.OK || at.ID == d.Session
}

func mentions(d *spec.Difference, kinds []spec.AnomalyKind) bool {
	return slices.ContainsFunc(kinds, func(k spec.AnomalyKind) bool {
		quoted := `"` + string(k) + `"`
		return strings.Contains(d.Want, quoted) || strings.Contains(d.Got, quoted)
	})
}
