package agui

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// An event is one record with the members that any type has use for.
type event struct {
	wire.Typed
	text scan.Value
	kind string

	message, role, name, delta, content    scan.Value
	call, callName, parentMessage          scan.Value
	agentID, parentAgent, parentCall       scan.Value
	runID, threadID, input, outcome, usage scan.Value
	messages, failure, subtype, entity     scan.Value
	secret, secretType, step, value, patch scan.Value
	metadata                               scan.Value
}

// read takes an event's members; false if it has no type. A server-sent event's
// record is read by its data.
func (e *event) read(v scan.Value) bool {
	e.text = v
	typed := false
	var data scan.Value
	for key, v := range v.Members() {
		switch member := e.member(key); {
		case key == "type":
			e.kind, typed = v.Text()
		case key == "data":
			data = v
		case member != nil:
			*member = v
		}
	}
	if !typed && data.Kind() == '{' {
		*e = event{}
		return e.readAlone(data)
	}
	return typed
}

// readAlone reads an event that is no server-sent event's data.
func (e *event) readAlone(v scan.Value) bool { return v.Get("type").Kind() == '"' && e.read(v) }

// member is where the value of a key belongs, nil for a key that says nothing
// here.
func (e *event) member(key string) *scan.Value {
	switch key {
	case "messageId":
		return &e.message
	case "role":
		return &e.role
	case "name":
		return &e.name
	case "delta":
		return &e.delta
	case "content":
		return &e.content
	case "toolCallId":
		return &e.call
	case "toolCallName":
		return &e.callName
	case "parentMessageId":
		return &e.parentMessage
	case "subagentRunId":
		return &e.agentID
	case "metadata":
		return &e.metadata
	}
	return e.rareMember(key)
}

func (e *event) rareMember(key string) *scan.Value {
	switch key {
	case "parentSubagentRunId":
		return &e.parentAgent
	case "parentToolCallId":
		return &e.parentCall
	case "runId":
		return &e.runID
	case "threadId":
		return &e.threadID
	case "input":
		return &e.input
	case "outcome":
		return &e.outcome
	case "usage":
		return &e.usage
	case "messages":
		return &e.messages
	case "message":
		return &e.failure
	case "subtype":
		return &e.subtype
	case "entityId":
		return &e.entity
	case "encryptedValue":
		return &e.secret
	case "encryptedValueType":
		return &e.secretType
	case "stepName":
		return &e.step
	case "value":
		return &e.value
	case "patch":
		return &e.patch
	}
	return nil
}

// about is the event's metadata, nil where it has none.
func (e *event) about() json.RawMessage {
	if e.metadata.Kind() != '{' && !e.metadata.None() {
		e.Mismatch("metadata")
	}
	return object(e.metadata)
}

// object is an object with members verbatim, nil for anything else.
func object(v scan.Value) json.RawMessage {
	for range v.Members() {
		return json.RawMessage(v)
	}
	return nil
}

// tokens is the sum of a list of token counts, one of each provider and model;
// nil where none counts anything.
func (e *event) tokens() *spec.Usage {
	var sum spec.Usage
	counted := false
	for entry := range e.List("usage", e.usage).Elements() {
		input, in := entry.Get("inputTokens").Int()
		output, out := entry.Get("outputTokens").Int()
		sum.Input, sum.Output = sum.Input+input, sum.Output+output
		counted = counted || in || out
	}
	if !counted {
		return nil
	}
	return &sum
}
