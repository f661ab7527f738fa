package writing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/claudecode/reading"
)

// A sessionEncoder writes session files. Its mirror knows where records stand.
type sessionEncoder struct {
	wire.Mirror
	mirror *reading.SessionDecoder
	blocks *writer
	agents map[string]string  // their ids, by session
	leaves map[string]string  // the record written last, by session
	hung   map[string]*string // on which record each hangs
	copies map[string]string  // the copies of records that have ids of their own
}

func newSessionEncoder() *sessionEncoder {
	e := &sessionEncoder{
		mirror: reading.NewStrictSession(), agents: map[string]string{}, leaves: map[string]string{}, hung: map[string]*string{}, copies: map[string]string{},
	}
	e.blocks = &writer{encoder: &encoder{names: map[string]string{}, served: map[string]string{}}}
	e.Mirror = wire.Mirror{Name: reading.Name, Decoder: e.mirror, Write: e.write}
	return e
}

// A keptRecord is the envelope of a record of the conversation, with what the kinds
// add.
type keptRecord struct {
	Parent     *string        `json:"parentUuid"`
	Logical    string         `json:"logicalParentUuid,omitzero"`
	Sidechain  bool           `json:"isSidechain"`
	Agent      string         `json:"agentId,omitzero"`
	Message    any            `json:"message,omitzero"`
	Block      *int           `json:"apiBlockIndex,omitzero"`
	Attachment *queued        `json:"attachment,omitzero"`
	Type       string         `json:"type"`
	Subtype    string         `json:"subtype,omitzero"`
	Content    string         `json:"content,omitzero"`
	UUID       string         `json:"uuid"`
	Timestamp  string         `json:"timestamp"`
	Session    string         `json:"sessionId"`
	Version    string         `json:"version"`
	Caller     string         `json:"sourceToolAssistantUUID,omitzero"`
	Decision   *permissionOut `json:"permissionDecision,omitzero"`
	Denial     string         `json:"toolDenialKind,omitzero"`
	Failed     bool           `json:"isApiErrorMessage,omitzero"`
	Meta       bool           `json:"isMeta,omitzero"`
	Summary    bool           `json:"isCompactSummary,omitzero"`
	Origin     *cause         `json:"origin,omitzero"`
	Copied     *original      `json:"forkedFrom,omitzero"`

	scope string
}

// A queued is a prompt that came while a turn ran.
type queued struct {
	Type   string `json:"type"`
	Prompt any    `json:"prompt"`
	Source string `json:"source_uuid,omitzero"`
	Mode   string `json:"commandMode"`
}

type cause struct {
	Kind string `json:"kind"`
}

// An original is the record of another session that one is a copy of.
type original struct {
	Session string `json:"sessionId"`
	Message string `json:"messageUuid"`
}

// An agentRecord is what the file beside an agent's says.
type agentRecord struct {
	Type    string `json:"type"`
	Agent   string `json:"agentId"`
	Kind    string `json:"agentType,omitzero"`
	Call    string `json:"toolUseId,omitzero"`
	Spawner string `json:"parentAgentId,omitzero"`
	UUID    string `json:"uuid"`
	Session string `json:"sessionId"`
}

// A titleRecord is a summary of a conversation.
type titleRecord struct {
	Type    string `json:"type"`
	Summary string `json:"summary"`
	Leaf    string `json:"leafUuid"`
	UUID    string `json:"uuid"`
	Agent   string `json:"agentId,omitzero"`
	Session string `json:"sessionId"`
}

const (
	keptStamp    = "2026-01-01T00:00:00.000Z"
	keptVersion  = "2.1.330"
	olderVersion = "2.1.63"
)

func (e *sessionEncoder) write(dst []byte, events []spec.Event) ([]byte, error) {
	id := uuid(e.mirror.Count() + 1)
	for i := range events {
		if events[i].ID != "" {
			id = events[i].ID
		}
	}
	r, err := e.record(id, events)
	if err != nil {
		return dst, err
	}
	text, err := json.Marshal(r, writing)
	if err != nil {
		return dst, fmt.Errorf("%s: no JSON text can hold it: %w", events[0].Kind, err)
	}
	return append(dst, text...), nil
}

// record picks the record that says the events: that of an agent, a state record, or
// one of the conversation.
func (e *sessionEncoder) record(id string, events []spec.Event) (any, error) {
	first := &events[0]
	if first.Kind == spec.SessionOpen {
		return e.agent(id, events)
	}
	if aside, ok := e.state(id, first); ok && len(events) == 1 {
		return aside, nil
	}
	r := keptRecord{UUID: id, Timestamp: keptStamp, Session: session, Version: keptVersion}
	if e.Forms.Has(olderRecords) {
		r.Version = olderVersion
	}
	rest := slices.DeleteFunc(slices.Clone(events), func(ev spec.Event) bool { return ev.Kind == spec.Retract })
	if len(rest) == 0 {
		return nil, wire.NotRepresentable(first, "", "the next record of the conversation says it")
	}
	r.scope = rest[0].Session
	r.Agent, r.Sidechain = e.agents[r.scope], r.scope != ""
	if err := e.says(&r, rest); err != nil {
		return nil, err
	}
	e.hang(&r, events)
	return r, nil
}

// agent writes what is known of an agent, which opens its session and turn.
func (e *sessionEncoder) agent(id string, events []spec.Event) (any, error) {
	open := &events[0]
	if len(events) != 2 || events[1].Kind != spec.TurnStart {
		return nil, wire.NotRepresentable(open, "", "it starts its turn in the same record")
	}
	r := agentRecord{Type: "agent_metadata", Agent: open.Session, Kind: open.Agent, UUID: id, Session: session}
	if open.ParentCall.OK {
		r.Agent, r.Call = task(open.Session), open.ParentCall.ID
	}
	if open.Parent.OK {
		r.Spawner = e.agents[open.Parent.ID]
	}
	e.agents[open.Session] = r.Agent
	return r, nil
}

// state writes a note that is no part of the conversation.
func (e *sessionEncoder) state(id string, note *spec.Event) (any, bool) {
	if note.Kind != spec.NoteEvent || note.Message != "" {
		return nil, false
	}
	agent := e.agents[note.Session]
	if members, ok := e.Beside(besideRecord, keptBeside, note); ok {
		rest, _ := json.Marshal(agentRecord{UUID: id, Agent: agent, Session: session, Type: "x"})
		return jsontext.Value("{" + members + strings.TrimPrefix(string(rest), `{"type":"x"`)), true
	}
	switch {
	case note.Note == spec.NoteCustom && note.Text != "":
		return titleRecord{Type: "summary", Summary: note.Text, Leaf: id, UUID: id, Agent: agent, Session: session}, true
	case note.Note == spec.NoteUnknown && len(note.Raw) > 0:
		return compact(open(note.Raw).Clone()), true
	case note.Note == spec.NoteUnknown:
		return agentRecord{Type: reading.UnknownType, Agent: agent, UUID: id, Session: session}, true
	}
	return nil, false
}

// keptBeside are the members of records that say nothing, among them requests with a
// message that is none of the conversation.
var keptBeside = map[spec.Note][]string{
	spec.NoteSystem: {
		`"type":"attachment","attachment":{"type":"environment","cwd":"/workspace"}`,
		`"type":"system","subtype":"turn_duration","durationMs":9`,
		`"type":"attachment","attachment":{"type":"prompt_snapshot","prompt":"Be brief."}`,
		`"type":"system","subtype":"stop_hook_summary","hookCount":0`,
	},
	spec.NoteCustom: {
		`"type":"queue-operation","operation":"enqueue","content":"later"`, `"type":"queue-operation","operation":"dequeue"`,
		`"type":"api-request","message":{"role":"assistant","id":"msg_x","content":[{"type":"text","text":"of a request"}]}`, `"type":"mode","mode":"normal"`,
		`"type":"progress","parentToolUseID":"t","data":{"type":"hook_progress","hookEvent":"PreToolUse"}`, `"type":"last-prompt","lastPrompt":"go"`,
		`"type":"file-history-snapshot","snapshot":{}`, `"type":"cost-state","totalCostUSD":1`,
		`"type":"ai-title","aiTitle":"a title"`, `"type":"tools-used","tools":["Read"]`,
	},
}
