package agui

import (
	"encoding/json"
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A listedMessage is one message of a list, as a transcript has it.
type listedMessage struct {
	key
	owner    string
	snapshot spec.Snapshot
}

// A messageList is a list of assembled messages.
type messageList struct {
	messages []listedMessage
	thinks   bool // a thought is among them
	calls    map[string]place
}

// A place is where a listed call is: in which message, as which part.
type place struct{ message, part int }

// readList reads a list of messages. The roles that a transcript leaves out are
// not listed; a tool's message is the result of its call, or a result that answers
// none.
func (p *pass) readList(list scan.Value) messageList {
	t := messageList{calls: map[string]place{}}
	for v := range list.Elements() {
		if v.Kind() != '{' {
			p.Mismatch("messages")
			return t
		}
		p.readMessage(&t, v)
	}
	return t
}

func (p *pass) readMessage(t *messageList, v scan.Value) {
	id, role := p.Must("messages.id", v.Get("id")), p.Must("messages.role", v.Get("role"))
	m := listedMessage{key: key{text, id}, snapshot: spec.Snapshot{Message: id, Role: "assistant", Metadata: kept(v)}}
	m.owner, _ = p.May("messages.subagentRunId", v.Get("subagentRunId"))
	m.snapshot.Agent, _ = p.May("messages.name", v.Get("name"))
	switch role {
	case "user":
		m.snapshot.Role, m.snapshot.Parts = "user", p.words(spec.TextPart, v.Get("content"))
	case "assistant":
		m.snapshot.Parts = p.words(spec.TextPart, v.Get("content"))
		p.readCalls(t, &m, v.Get("toolCalls"))
	case "reasoning":
		m.kind, t.thinks = thought, true
		m.snapshot.Parts = p.words(spec.ThoughtPart, v.Get("content"))
	case "tool":
		p.readResult(t, m.owner, v)
		return
	default:
		return
	}
	t.messages = append(t.messages, m)
}

// words are the texts of a message's content: a text, or a list of parts, of which
// those that are no text are left out.
func (p *pass) words(kind spec.PartKind, content scan.Value) []spec.SnapshotPart {
	if words, ok := content.Text(); ok {
		return []spec.SnapshotPart{{Kind: kind, Text: words}}
	}
	var parts []spec.SnapshotPart
	for v := range p.List("messages.content", content).Elements() {
		if words, ok := v.Get("text").Text(); ok {
			parts = append(parts, spec.SnapshotPart{Kind: kind, Text: words})
		}
	}
	return parts
}

func (p *pass) readCalls(t *messageList, m *listedMessage, list scan.Value) {
	for v := range p.List("messages.toolCalls", list).Elements() {
		function := v.Get("function")
		part := spec.SnapshotPart{Kind: spec.CallPart, Call: p.Must("toolCalls.id", v.Get("id")), Metadata: kept(v)}
		part.Name = p.Must("toolCalls.function.name", function.Get("name"))
		part.Args = p.Must("toolCalls.function.arguments", function.Get("arguments"))
		t.calls[part.Call] = place{len(t.messages), len(m.snapshot.Parts)}
		m.snapshot.Parts = append(m.snapshot.Parts, part)
	}
}

// readResult gives a result to the latest listed call of its id. One that answers
// none stands alone, as a user's message of nothing else.
func (p *pass) readResult(t *messageList, owner string, v scan.Value) {
	id, failure := p.Must("messages.toolCallId", v.Get("toolCallId")), v.Get("error")
	part := spec.SnapshotPart{Kind: spec.CallPart, Call: id}
	at, listed := t.calls[id]
	if listed {
		part = t.messages[at.message].snapshot.Parts[at.part]
	}
	part.Answered, part.Result, part.IsError = true, p.result("messages.content", v.Get("content")), !failure.None()
	if listed {
		t.messages[at.message].snapshot.Parts[at.part] = part
		return
	}
	alone := spec.Snapshot{Role: "user", Parts: []spec.SnapshotPart{part}}
	t.messages = append(t.messages, listedMessage{key: key{call, id}, owner: owner, snapshot: alone})
}

// kept is the metadata of an assembled message or call, its opaque value among
// it.
func kept(v scan.Value) json.RawMessage {
	secret := v.Get("encryptedValue")
	about := object(v.Get("metadata"))
	if secret.Kind() != '"' {
		return about
	}
	hidden := secrets(secret.Compact(), v.Get("encryptedValueType").Compact())
	if about == nil {
		return hidden
	}
	return slices.Concat(hidden[:len(hidden)-1], []byte(","), about[1:])
}

// of are the messages of one session.
func (t messageList) of(session string) []spec.Snapshot {
	var own []spec.Snapshot
	for _, m := range t.messages {
		if m.owner == session {
			own = append(own, m.snapshot)
		}
	}
	return own
}

// owners are the sessions of the messages, in the order of their first.
func (t messageList) owners() []string {
	var all []string
	for _, m := range t.messages {
		if !slices.Contains(all, m.owner) {
			all = append(all, m.owner)
		}
	}
	return all
}

func (t messageList) has(k key) bool {
	return slices.ContainsFunc(t.messages, func(m listedMessage) bool { return m.key == k })
}
