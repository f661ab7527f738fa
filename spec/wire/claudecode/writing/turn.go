package writing

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

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
		return nil, wire.NotRepresentable(first, "Session", "a sub-session's turn starts in one record with its session.open")
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
func (w *writer) notification(events []spec.Event) (any, error) {
	last := &events[len(events)-1]
	f := notificationFrame{
		envelope: w.system("task_notification", ""), Task: task(last.Session), Call: last.Session, Status: "completed",
	}
	if last.Status == spec.Failed {
		f.Status = "failed"
	}
	if first := &events[0]; first.Kind == spec.TurnEnd {
		f.Summary = first.Error
		if first.Status == spec.Cancelled {
			f.Status = "stopped"
		}
	}
	return f, nil
}
