package claudecode

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec"
)

// session is the conversation that every encoded stream is of.
const session = "00000000-0000-4000-8000-00000c0c0ded"

const model = "model-a"

// An envelope is what every encoded frame has. Frames with content have a scope
// of null in the root, others none.
type envelope struct {
	Type    string         `json:"type"`
	Subtype string         `json:"subtype,omitzero"`
	Scope   jsontext.Value `json:"parent_tool_use_id,omitzero"`
	Session string         `json:"session_id"`
	UUID    string         `json:"uuid"`
	Agent   string         `json:"subagent_type,omitzero"`
	Task    string         `json:"agent_id,omitzero"`
}

func (w *writer) envelope(kind, scope string) envelope {
	e := envelope{Type: kind, Session: session, UUID: w.uuid}
	if scope != "" {
		e.Scope = quote(scope)
	}
	return e
}

// quote is s as a JSON string; of bytes that are no UTF-8 the text is no JSON,
// which the encoder's own reading reports.
func quote(s string) jsontext.Value {
	text, err := json.Marshal(s)
	if err != nil {
		return jsontext.Value(s)
	}
	return text
}

func (w *writer) system(subtype, scope string) envelope {
	e := w.envelope("system", scope)
	e.Subtype = subtype
	return e
}

// spoken is the envelope of a frame with content: a child's says who speaks.
func (w *writer) spoken(kind, scope string) envelope {
	e := w.envelope(kind, scope)
	if scope == "" {
		e.Scope = jsontext.Value("null")
		return e
	}
	e.Task = task(scope)
	if c := w.mirror.children[scope]; c != nil {
		e.Agent = c.agent
	}
	for i := range w.events {
		if o := &w.events[i]; o.Kind == spec.SessionOpen && o.Session == scope && o.Agent != "" {
			e.Agent = o.Agent
		}
	}
	return e
}

// task is the id of the task that a child is.
func task(session string) string { return "agent_" + session }

// open is an open payload as a value; what is absent and what is null are none.
func open(payload []byte) jsontext.Value {
	if empty(payload) {
		return nil
	}
	return payload
}

type progressFrame struct {
	envelope
	Call string `json:"tool_use_id"`
}

type retractFrame struct {
	envelope
	Retracted []string `json:"retracted_message_uuids"`
}

type retryFrame struct {
	envelope
	Error string `json:"error"`
}

type resetFrame struct {
	envelope
	New string `json:"new_conversation_id"`
}

type infoFrame struct {
	envelope
	Content string `json:"content"`
}

type summaryFrame struct {
	envelope
	Summary   string   `json:"summary"`
	Preceding []string `json:"preceding_tool_use_ids"`
}

type quotaFrame struct {
	envelope
	Info quota `json:"rate_limit_info"`
}

type quota struct {
	Status string `json:"status"`
	Type   string `json:"rateLimitType,omitzero"`
	// Overage is rejected on allowed records too, as in real ones.
	Overage string `json:"overageStatus"`
}

func (w *writer) limit(e *spec.Event) (any, error) {
	if e.Limit == nil {
		return nil, unsayable(e, "Limit", "missing")
	}
	f := quotaFrame{w.envelope("rate_limit_event", e.Session), quota{"allowed", e.Limit.Window, "rejected"}}
	if e.Limit.Rejected {
		f.Info.Status = "rejected"
	}
	return f, nil
}

// note writes a note. One that names a block is the block's end.
func (w *writer) note(e *spec.Event) (any, error) {
	switch e.Note {
	case spec.NoteSystem:
		return infoFrame{w.system("informational", e.Session), e.Text}, nil
	case spec.NoteHeartbeat:
		return w.envelope("keep_alive", e.Session), nil
	case spec.NoteCustom:
		if e.Message != "" || e.Slot != "" {
			return w.stream(e)
		}
		return summaryFrame{w.envelope("tool_use_summary", e.Session), e.Text, []string{}}, nil
	case spec.NoteUnknown:
		if len(e.Raw) > 0 {
			return compact(open(e.Raw).Clone()), nil
		}
		return w.envelope("unheard_of", e.Session), nil
	}
	return nil, unsayable(e, "Note", string(e.Note)+" has no frame")
}

type initFrame struct {
	envelope
	Cwd        string   `json:"cwd"`
	Tools      []string `json:"tools"`
	Servers    []string `json:"mcp_servers"`
	Model      string   `json:"model"`
	Permission string   `json:"permissionMode"`
	Commands   []string `json:"slash_commands"`
	Key        string   `json:"apiKeySource"`
	Version    string   `json:"claude_code_version"`
	Style      string   `json:"output_style"`
	Agents     []string `json:"agents"`
	Skills     []string `json:"skills"`
	Plugins    []string `json:"plugins"`
}

type startedFrame struct {
	envelope
	Task       string `json:"task_id"`
	Call       string `json:"tool_use_id"`
	Words      string `json:"description"`
	Background bool   `json:"is_backgrounded"`
	Depth      int    `json:"spawn_depth,omitzero"`
	ParentTask string `json:"parent_task_id,omitzero"`
	Type       string `json:"task_type"`
	Prompt     string `json:"prompt"`
}

// openings writes the start of a turn of the root, or of a child.
func (w *writer) openings() (any, error) {
	first := &w.events[0]
	if first.Kind == spec.TurnStart && first.Session == "" {
		return initFrame{
			envelope: w.system("init", ""), Cwd: "/workspace", Tools: []string{"Task", "Bash", "Read"}, Servers: []string{},
			Model: model, Permission: "default", Commands: []string{}, Key: "none", Version: "2.1.329", Style: "default",
			Agents: []string{}, Skills: []string{}, Plugins: []string{},
		}, nil
	}
	if first.Kind != spec.SessionOpen {
		return nil, unsayable(first, "Session", "a sub-session's turn starts in one record with its session.open")
	}
	f := startedFrame{
		envelope: w.system("task_started", ""), Task: task(first.Session), Call: first.Session, Type: "local_agent",
	}
	f.Agent = first.Agent
	switch {
	case first.Parent.OK && first.Parent.ID == "":
		f.Depth = 1
	case first.Parent.OK:
		f.ParentTask = task(first.Parent.ID)
	}
	return f, nil
}

type notificationFrame struct {
	envelope
	Task    string `json:"task_id"`
	Call    string `json:"tool_use_id"`
	Status  string `json:"status"`
	Output  string `json:"output_file"`
	Summary string `json:"summary"`
}

// notification writes the end of a child that runs in the background.
func (w *writer) notification(said []spec.Event) (any, error) {
	last := &said[len(said)-1]
	f := notificationFrame{
		envelope: w.system("task_notification", ""), Task: task(last.Session), Call: last.Session, Status: "completed",
	}
	if last.Status == spec.Failed {
		f.Status = "failed"
	}
	if first := &said[0]; first.Kind == spec.TurnEnd {
		f.Summary = first.Error
		if first.Status == spec.Cancelled {
			f.Status = "stopped"
		}
	}
	return f, nil
}
