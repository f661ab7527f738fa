package probe

import "encoding/json"

// How each struct of an answer is read, field by field (fast.go).

var replyMembers = []member[RunReply]{
	{"id", func(q *fastReader, _ *shape, r *RunReply) { r.ID = q.Int() }},
	{"observations", func(q *fastReader, s *shape, r *RunReply) { r.Observations = readStructs(q, s, transcriptMembers) }},
	{"reloaded", func(q *fastReader, s *shape, r *RunReply) { r.Reloaded = readStructs(q, s, transcriptMembers) }},
	{"final", func(q *fastReader, s *shape, r *RunReply) {
		r.Final = present(q, func(t *Transcript) { readStruct(q, s, t, transcriptMembers) })
	}},
	{"rejected", func(q *fastReader, s *shape, r *RunReply) {
		r.Rejected = present(q, func(v *Rejected) { readStruct(q, s, v, rejectedMembers) })
	}},
	{"output", func(q *fastReader, s *shape, r *RunReply) {
		r.Output = present(q, func(v *Output) { readStruct(q, s, v, outputMembers) })
	}},
	{"error", func(q *fastReader, _ *shape, r *RunReply) { r.Error = q.string() }},
}

var rejectedMembers = []member[Rejected]{
	{"at", func(q *fastReader, _ *shape, r *Rejected) { r.At = int(q.Int()) }},
	{"reason", func(q *fastReader, _ *shape, r *Rejected) { r.Reason = Reason(q.string()) }},
	{"message", func(q *fastReader, _ *shape, r *Rejected) { r.Message = q.string() }},
}

var outputMembers = []member[Output]{
	{"events", func(q *fastReader, s *shape, o *Output) { o.Events = readList(q, s, rawElement) }},
	{"chunks", func(q *fastReader, _ *shape, _ *Output) { q.Fail() }}, // a chunk reads itself
}

var transcriptMembers = []member[Transcript]{
	{"outcome", func(q *fastReader, _ *shape, t *Transcript) { t.Outcome = Outcome(q.string()) }},
	{"sessions", func(q *fastReader, s *shape, t *Transcript) { t.Sessions = readStructs(q, s, sessionMembers) }},
	{"active", func(q *fastReader, s *shape, t *Transcript) { t.Active = readStructs(q, s, activeMembers) }},
	{"agents", func(q *fastReader, s *shape, t *Transcript) { t.Agents = readStructs(q, s, agentMembers) }},
	{"quota", func(q *fastReader, s *shape, t *Transcript) { readStruct(q, s, &t.Quota, quotaMembers) }},
	{"history", func(q *fastReader, s *shape, t *Transcript) { t.History = readList(q, s, rawElement) }},
	{"anomalies", func(q *fastReader, s *shape, t *Transcript) { t.Anomalies = readStructs(q, s, anomalyMembers) }},
}

var sessionMembers = []member[Session]{
	{"id", func(q *fastReader, _ *shape, v *Session) { v.ID = q.string() }},
	{"parent", func(q *fastReader, _ *shape, v *Session) { v.Parent = q.optional() }},
	{"parent_call", func(q *fastReader, _ *shape, v *Session) { v.ParentCall = q.optional() }},
	{"agent", func(q *fastReader, _ *shape, v *Session) { v.Agent = q.optional() }},
	{"status", func(q *fastReader, _ *shape, v *Session) { v.Status = Status(q.string()) }},
	{"turns", func(q *fastReader, s *shape, v *Session) { v.Turns = readStructs(q, s, turnMembers) }},
	{"messages", func(q *fastReader, s *shape, v *Session) { v.Messages = readStructs(q, s, messageMembers) }},
	{"held", func(q *fastReader, s *shape, v *Session) { v.Held = readStructs(q, s, callMembers) }},
	{"abandoned", func(q *fastReader, s *shape, v *Session) { v.Abandoned = readStructs(q, s, callMembers) }},
	{"orphans", func(q *fastReader, s *shape, v *Session) { v.Orphans = readStructs(q, s, orphanMembers) }},
	{"unattributed", func(q *fastReader, s *shape, v *Session) {
		v.Unattributed = readList(q, s, func(q *fastReader, _ *shape, text *string) { *text = q.string() })
	}},
}

var turnMembers = []member[Turn]{
	{"status", func(q *fastReader, _ *shape, t *Turn) { t.Status = Status(q.string()) }},
	{"stop_reason", func(q *fastReader, _ *shape, t *Turn) { t.StopReason = q.optional() }},
	{"error", func(q *fastReader, _ *shape, t *Turn) { t.Error = q.optional() }},
	{"usage", func(q *fastReader, s *shape, t *Turn) { t.Usage = q.usage(s) }},
}

var messageMembers = []member[Message]{
	{"id", func(q *fastReader, _ *shape, m *Message) { m.ID = q.string() }},
	{"turn", func(q *fastReader, _ *shape, m *Message) { m.Turn = int(q.Int()) }},
	{"role", func(q *fastReader, _ *shape, m *Message) { m.Role = q.string() }},
	{"agent", func(q *fastReader, _ *shape, m *Message) { m.Agent = q.optional() }},
	{"complete", func(q *fastReader, _ *shape, m *Message) { m.Complete = q.Bool() }},
	{"stop_reason", func(q *fastReader, _ *shape, m *Message) { m.StopReason = q.optional() }},
	{"usage", func(q *fastReader, s *shape, m *Message) { m.Usage = q.usage(s) }},
	{"metadata", func(q *fastReader, _ *shape, m *Message) { m.Metadata = q.raw() }},
	{"parts", func(q *fastReader, s *shape, m *Message) { m.Parts = readStructs(q, s, partMembers) }},
	{"calls", func(q *fastReader, s *shape, m *Message) { m.Calls = readStructs(q, s, callMembers) }},
}

var partMembers = []member[MessagePart]{
	{"kind", func(q *fastReader, _ *shape, p *MessagePart) { p.Kind = PartKind(q.string()) }},
	{"text", func(q *fastReader, _ *shape, p *MessagePart) { p.Text = q.string() }},
	{"call", func(q *fastReader, _ *shape, p *MessagePart) { p.Call = present(q, func(i *int) { *i = int(q.Int()) }) }},
	{"metadata", func(q *fastReader, _ *shape, p *MessagePart) { p.Metadata = q.raw() }},
}

var callMembers = []member[Call]{
	{"id", func(q *fastReader, _ *shape, c *Call) { c.ID = q.string() }},
	{"name", func(q *fastReader, _ *shape, c *Call) { c.Name = q.string() }},
	{"args", func(q *fastReader, _ *shape, c *Call) { c.Args = q.string() }},
	{"status", func(q *fastReader, _ *shape, c *Call) { c.Status = Status(q.string()) }},
	{"result", func(q *fastReader, _ *shape, c *Call) { c.Result = q.raw() }},
	{"is_error", func(q *fastReader, _ *shape, c *Call) { c.IsError = q.Bool() }},
	{"child", func(q *fastReader, _ *shape, c *Call) { c.Child = q.optional() }},
	{"metadata", func(q *fastReader, _ *shape, c *Call) { c.Metadata = q.raw() }},
}

var orphanMembers = []member[Orphan]{
	{"id", func(q *fastReader, _ *shape, o *Orphan) { o.ID = q.string() }},
	{"result", func(q *fastReader, _ *shape, o *Orphan) { o.Result = q.raw() }},
}

var activeMembers = []member[ActiveCall]{
	{"session", func(q *fastReader, _ *shape, a *ActiveCall) { a.Session = q.string() }},
	{"call", func(q *fastReader, _ *shape, a *ActiveCall) { a.Call = q.string() }},
	{"name", func(q *fastReader, _ *shape, a *ActiveCall) { a.Name = q.string() }},
	{"phase", func(q *fastReader, _ *shape, a *ActiveCall) { a.Phase = Status(q.string()) }},
}

var agentMembers = []member[AgentRun]{
	{"name", func(q *fastReader, _ *shape, a *AgentRun) { a.Name = q.string() }},
	{"session", func(q *fastReader, _ *shape, a *AgentRun) { a.Session = q.optional() }},
	{"call", func(q *fastReader, _ *shape, a *AgentRun) { a.Call = q.string() }},
	{"parent", func(q *fastReader, _ *shape, a *AgentRun) { a.Parent = q.string() }},
	{"status", func(q *fastReader, _ *shape, a *AgentRun) { a.Status = Status(q.string()) }},
	{"log", func(q *fastReader, s *shape, a *AgentRun) { a.Log = readStructs(q, s, logMembers) }},
}

var logMembers = []member[LogEntry]{
	{"id", func(q *fastReader, _ *shape, l *LogEntry) { l.ID = q.string() }},
	{"tool", func(q *fastReader, _ *shape, l *LogEntry) { l.Tool = q.string() }},
}

var quotaMembers = []member[Quota]{
	{"limited", func(q *fastReader, _ *shape, v *Quota) { v.Limited = q.Bool() }},
	{"window", func(q *fastReader, _ *shape, v *Quota) { v.Window = q.optional() }},
}

var anomalyMembers = []member[Anomaly]{
	{"kind", func(q *fastReader, _ *shape, a *Anomaly) { a.Kind = AnomalyKind(q.string()) }},
	{"session", func(q *fastReader, _ *shape, a *Anomaly) { a.Session = q.string() }},
	{"at", func(q *fastReader, _ *shape, a *Anomaly) { a.At = int(q.Int()) }},
	{"detail", func(q *fastReader, _ *shape, a *Anomaly) { a.Detail = q.string() }},
}

var usageMembers = []member[Usage]{
	{"input", func(q *fastReader, _ *shape, u *Usage) { u.Input = q.Int() }},
	{"output", func(q *fastReader, _ *shape, u *Usage) { u.Output = q.Int() }},
}

func (q *fastReader) usage(s *shape) *Usage {
	return present(q, func(u *Usage) {
		readStruct(q, s, u, usageMembers)
		q.empties = q.empties || *u == Usage{}
	})
}

func rawElement(q *fastReader, _ *shape, v *json.RawMessage) { *v = q.raw() }
