package codex

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
)

// tools are calls as the program makes them.
var tools = []spec.ToolSample{
	{
		Name: "command_execution", Args: `{"command":"/bin/bash -lc 'ls -l'"}`,
		Result:  json.RawMessage(`{"aggregated_output":"a.txt\nb.txt\n","exit_code":0}`),
		Failure: json.RawMessage(`{"aggregated_output":"ls: cannot access\n","exit_code":2}`),
		Refusal: json.RawMessage(`{"aggregated_output":"","exit_code":null}`),
	},
	{
		Name: "command_execution", Args: `{"command":"/bin/bash -lc 'grep -c \"caf\u00e9\" notes.md'"}`,
		Result:  json.RawMessage(`{"aggregated_output":"","exit_code":0}`),
		Failure: json.RawMessage(`{"aggregated_output":"{\"type\":\"turn.completed\"}\n","exit_code":1}`),
	},
	{
		Name: "lab.add", Args: `{"a":1,"b":[2,{"c":null}]}`,
		Result:  json.RawMessage(`{"content":[{"type":"text","text":"3"}],"structured_content":null}`),
		Failure: json.RawMessage(`{"content":[{"type":"text","text":"it broke"}],"structured_content":null}`),
	},
	{
		Name: "lab.read", Args: `{"path":"a.txt"}`,
		Result:  json.RawMessage(`{"content":[{"type":"text","text":"hello\nworld"}],"structured_content":{"lines":2}}`),
		Failure: json.RawMessage(`"server closed the connection"`),
	},
	// An agent that an earlier run of the thread spawned is none of this stream's.
	{
		Name: "wait", Args: `{"receiver_thread_ids":["T9"]}`,
		Result:  json.RawMessage(`{"T9":{"status":"completed","message":"nine done"}}`),
		Failure: json.RawMessage(`{"T9":{"status":"not_found","message":null}}`),
	},
	{
		Name: "send_input", Args: `{"prompt":"go on","receiver_thread_ids":["T9"]}`,
		Result:  json.RawMessage(`{"T9":{"status":"running","message":null}}`),
		Failure: json.RawMessage(`{"T9":{"status":"not_found","message":null}}`),
	},
	// Older versions show such items at their end alone.
	{
		Name: "file_change", Args: `{"changes":[{"path":"/workspace/a.txt","kind":"add"}]}`,
		Result: json.RawMessage(`{"status":"completed"}`), Failure: json.RawMessage(`{"status":"failed"}`), Whole: true,
	},
	{Name: "web_search", Args: `{"query":"go fuzzing","action":{"type":"search","query":"go fuzzing"}}`, Whole: true},
	{
		Name: "todo_list", Result: json.RawMessage(`[{"text":"look","completed":true},{"text":"mend","completed":true}]`),
		Shows: []json.RawMessage{
			json.RawMessage(`[{"text":"look","completed":false},{"text":"mend","completed":false}]`),
			json.RawMessage(`[{"text":"look","completed":true},{"text":"mend","completed":false}]`),
		},
	},
	// Builds of 2025 show what a command has written so far.
	{
		Name: "command_execution", Args: `{"command":"/bin/bash -lc 'make'"}`,
		Result:  json.RawMessage(`{"aggregated_output":"one\ntwo\n","exit_code":0}`),
		Failure: json.RawMessage(`{"aggregated_output":"one\nstop\n","exit_code":2}`),
		Shows: []json.RawMessage{
			json.RawMessage(`null`),
			json.RawMessage(`{"aggregated_output":"one\n","exit_code":null}`),
		},
	},
}

// agents are the calls about sub-agents, which are seen in these alone.
var agents = []spec.AgentSample{
	about(spec.AgentStarts, "", "spawn_agent", `{"prompt":"look around"}`, `{"AGENT":{"status":"pending_init","message":null}}`),
	about(spec.AgentEnds, "", "wait", ofAgent, `{"AGENT":{"status":"completed","message":"done"}}`),
	about(spec.AgentEnds, spec.Failed, "wait", ofAgent, `{"AGENT":{"status":"errored","message":"it broke"}}`),
	about(spec.AgentEnds, "", "close_agent", ofAgent, `{"AGENT":{"status":"shutdown","message":null}}`),
	about(spec.AgentGoesOn, "", "send_input", `{"prompt":"go on","receiver_thread_ids":["AGENT"]}`, `{"AGENT":{"status":"running","message":null}}`),
}

const ofAgent = `{"receiver_thread_ids":["AGENT"]}`

// rolloutAgents are the same in a session file.
var rolloutAgents = []spec.AgentSample{
	named(about(spec.AgentStarts, "", "spawn_agent", `{"message":"look around"}`, `"{\"agent_id\":\"AGENT\",\"nickname\":\"Ada\"}"`), "Ada"),
	about(spec.AgentEnds, "", "wait", `{"ids":["AGENT"]}`, `"{\"status\":{\"AGENT\":{\"completed\":\"done\"}},\"timed_out\":false}"`),
	about(spec.AgentEnds, spec.Failed, "wait", `{"ids":["AGENT"]}`, `"{\"status\":{\"AGENT\":{\"errored\":\"it broke\"}},\"timed_out\":false}"`),
	about(spec.AgentEnds, "", "wait", `{"ids":["AGENT"]}`, `"{\"status\":{\"AGENT\":\"shutdown\"},\"timed_out\":false}"`),
}

func about(does spec.AgentDeed, status spec.Status, tool, args, result string) spec.AgentSample {
	return spec.AgentSample{ToolSample: spec.ToolSample{Name: tool, Args: args, Result: json.RawMessage(result)}, Does: does, Status: status}
}

func named(s spec.AgentSample, agent string) spec.AgentSample {
	s.Agent = agent
	return s
}

// valueTools are the calls of a session file whose arguments are no text of JSON: what
// a free tool takes, and what the program's own tools do.
var valueTools = []spec.ToolSample{
	{
		Name: "apply_patch", Args: `"*** Begin Patch\n*** Add File: a.txt\n+one\n*** End Patch"`,
		Result: json.RawMessage(`"Success."`), Failure: json.RawMessage(`"the patch does not apply"`),
	},
	{
		Name: "local_shell", Args: `{"type":"exec","command":["ls","-l"],"timeout_ms":1000}`,
		Result: json.RawMessage(`"a.txt"`), Failure: json.RawMessage(`"no such folder"`),
	},
	{Name: "web_search", Args: `{"query":"go fuzzing","action":{"type":"search","query":"go fuzzing"}}`, Whole: true},
	{Name: "tool_search", Args: `{"query":"calendar"}`, Result: json.RawMessage(`"two tools"`), Failure: json.RawMessage(`"none"`)},
}
