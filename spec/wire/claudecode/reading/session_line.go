package reading

import (
	"bytes"
	"strings"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A line is what the decoder of session files needs of one of their records. A
// member of another type than it should have counts as absent.
type line struct {
	kind, subtype string
	uuid          string
	parent        string
	rooted        bool   // parentUuid is there, and null
	logical       string // logicalParentUuid
	agent         string // agentId
	sidechain     bool
	message       scan.Value
	meta, summary bool   // isMeta, isCompactSummary
	failed        bool   // isApiErrorMessage
	origin        string // origin.kind
	caller        string // sourceToolAssistantUUID
	result        scan.Value
	decision      string // permissionDecision.decision
	denial        string // toolDenialKind
	copied        string // forkedFrom.messageUuid
	block         int    // apiBlockIndex, -1 if there is none
	attachment    scan.Value
	content       string // of a system record
	words         string // summary, of a summary
	call          string // toolUseId, of an agent_metadata
	agentType     string
	spawner       string // parentAgentId
}

// readLine reads the members in one pass. What a thread recalls of the message shall keep
// no other part of the record.
func readLine(record scan.Value) line {
	l := line{block: -1}
	for key, v := range record.Members() {
		if !l.envelope(key, v) {
			l.kindly(key, v)
		}
	}
	l.message = scan.Value(strings.Clone(string(l.message)))
	return l
}

// fastLine reads the members of a text that nobody checked; false if it is wrong or
// unusual.
func fastLine(text []byte, depth int) (line, bool) {
	l, c := line{block: -1}, scan.NewCursor(text, depth)
	for more := c.Open('{'); more; more = c.Next('}') {
		key, text := c.Key(), c.Value()
		if c.Failed() {
			return l, false
		}
		needle, wanted := members[string(key)]
		if wanted && (needle == "" || bytes.Contains(text, []byte(needle))) {
			v := scan.Value(text)
			if !l.envelope(string(key), v) {
				l.kindly(string(key), v)
			}
		}
	}
	return l, c.End()
}

// members are those that are read; of the long ones, what they must hold to be of use.
var members = map[string]string{
	"type": "", "subtype": "", "uuid": "", "parentUuid": "", "logicalParentUuid": "", "agentId": "", "isSidechain": "",
	"message": "", "isMeta": "", "forkedFrom": "", "isCompactSummary": "", "isApiErrorMessage": "", "origin": "",
	"sourceToolAssistantUUID": "", "toolUseResult": "agentId", "permissionDecision": "", "toolDenialKind": "", "apiBlockIndex": "",
	"attachment": QueuedCommand, "content": "", "summary": "", "toolUseId": "", "agentType": "", "parentAgentId": "",
}

const QueuedCommand = "queued_command"

// envelope reads a member that every kind of record may have.
func (l *line) envelope(key string, v scan.Value) bool {
	switch key {
	case "type":
		l.kind = wire.Text(v)
	case "subtype":
		l.subtype = wire.Text(v)
	case "uuid":
		l.uuid = wire.Text(v)
	case "parentUuid":
		l.parent, l.rooted = wire.Text(v), v.Kind() == 'n'
	case "logicalParentUuid":
		l.logical = wire.Text(v)
	case "agentId":
		l.agent = wire.Text(v)
	case "isSidechain":
		l.sidechain = v.Kind() == 't'
	case "message":
		l.message = v
	case "isMeta":
		l.meta = v.Kind() == 't'
	case "forkedFrom":
		l.copied = wire.Text(v.Get("messageUuid"))
	default:
		return false
	}
	return true
}

// kindly reads a member that some kinds of record have.
func (l *line) kindly(key string, v scan.Value) {
	switch key {
	case "isCompactSummary":
		l.summary = v.Kind() == 't'
	case "isApiErrorMessage":
		l.failed = v.Kind() == 't'
	case "origin":
		l.origin = wire.Text(v.Get("kind"))
	case "sourceToolAssistantUUID":
		l.caller = wire.Text(v)
	case "toolUseResult":
		l.result = v
	case "permissionDecision":
		l.decision = wire.Text(v.Get("decision"))
	case "toolDenialKind":
		l.denial = wire.Text(v)
	case "apiBlockIndex":
		if n, ok := v.Int(); ok && n >= 0 && n < 1<<20 {
			l.block = int(n)
		}
	case "attachment":
		l.attachment = v
	case "content":
		l.content = wire.Text(v)
	case "summary":
		l.words = wire.Text(v)
	case "toolUseId":
		l.call = wire.Text(v)
	case "agentType":
		l.agentType = wire.Text(v)
	case "parentAgentId":
		l.spawner = wire.Text(v)
	}
}

// stateKinds are the records that are no part of the conversation.
var stateKinds = map[string]bool{
	"queue-operation": true, "last-prompt": true, "summary": true, "mode": true, "atis-latch": true, "tools-used": true,
	"api-request-shape": true, "api-request-blob": true, "api-request": true, "cost-state": true,
	"file-history-snapshot": true, "custom-title": true, "ai-title": true, "tag": true, "content-replacement": true,
	"attribution-snapshot": true, "progress": true,
}
