package wiretest

import (
	"maps"
	"slices"
	"strings"

	"github.com/onsi/gomega"
)

// foreign are the beginnings of streams in each dialect, as their producers
// write them.
var foreign = map[string][]string{
	"neutral": {
		`{"kind":"session.open","session":"s1"}`,
		`{"kind":"turn.start","session":"s1","turn":"t1"}`,
		`{"kind":"text","session":"s1","message":"m1","text":"Hello"}`,
		`{"kind":"call.open","session":"s1","message":"m1","call":"c1","name":"ls"}`,
		`{"kind":"turn.end","session":"s1","turn":"t1"}`,
	},
	"agentc": {
		`{"type":"anthropic_user_message","session_id":"amber-falcon","role":"assistant","parent_session_id":null,"user_session_id":"amber-falcon","vendor":"anthropic","message":{"role":"user","content":"hi"}}`,
		`{"type":"interaction","session_id":"amber-falcon","role":"assistant","parent_session_id":null,"user_session_id":"amber-falcon","started":true,"id":"one-two"}`,
		`{"type":"completion","session_id":"amber-falcon","role":"assistant","parent_session_id":null,"user_session_id":"amber-falcon","running":true,"completion_options":{},"stop_reason":null,"input_tokens":0,"output_tokens":0}`,
		`{"type":"text_delta","session_id":"amber-falcon","role":"assistant","parent_session_id":null,"user_session_id":"amber-falcon","content":"Hi.","format":"markdown"}`,
		`{"type":"user_turn_start"}`,
	},
	"langgraph": {
		`[["model_request:u1"],"messages",[{"content":"Hel","tool_call_chunks":[],"id":"run-1","type":"ai"},{"langgraph_node":"model_request","langgraph_checkpoint_ns":"model_request:u1"}]]`,
		`[["model_request:u1"],"messages",[{"content":"lo","tool_call_chunks":[],"id":"run-1","type":"ai"},{"langgraph_node":"model_request","langgraph_checkpoint_ns":"model_request:u1"}]]`,
		`[[],"updates",{"model_request":{"messages":[{"content":"Hello","id":"run-1","type":"ai"}]}}]`,
		`[[],"values",{"messages":[{"content":"Go","id":"h1","type":"human"}]}]`,
		`{"type":"event","event_id":"1","seq":1,"method":"lifecycle","params":{"namespace":[],"timestamp":1,"data":{"event":"running","graph_name":"g"}}}`,
	},
	"claudecode": {
		`{"type":"system","subtype":"init","cwd":"/w","session_id":"0b1c","tools":["Read"],"model":"m","uuid":"u-1"}`,
		`{"type":"assistant","message":{"id":"msg_1","type":"message","role":"assistant","content":[{"type":"text","text":"Hi."}],"stop_reason":null,"usage":{"input_tokens":1,"output_tokens":1}},"parent_tool_use_id":null,"session_id":"0b1c","uuid":"u-2"}`,
		`{"type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_1","type":"tool_result","content":"x"}]},"parent_tool_use_id":null,"session_id":"0b1c","uuid":"u-3"}`,
		`{"type":"result","subtype":"success","is_error":false,"num_turns":1,"result":"Hi.","session_id":"0b1c","usage":{"input_tokens":1,"output_tokens":1},"uuid":"u-4"}`,
	},
	"claudecode on disk": {
		`{"type":"queue-operation","operation":"enqueue","timestamp":"2026-01-01T00:00:00.000Z","sessionId":"S"}`,
		`{"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":"List it."},"uuid":"U1","sessionId":"S"}`,
		`{"parentUuid":"U1","isSidechain":false,"message":{"id":"msg_A","content":[{"type":"text","text":"Hi."}]},"type":"assistant","uuid":"U2","sessionId":"S"}`,
	},
	"codex": {
		`{"type":"thread.started","thread_id":"0199"}`,
		`{"type":"turn.started"}`,
		`{"type":"item.started","item":{"id":"item_0","type":"command_execution","command":"ls","aggregated_output":"","status":"in_progress"}}`,
		`{"type":"item.completed","item":{"id":"item_1","type":"agent_message","text":"Done."}}`,
		`{"type":"turn.completed","usage":{"input_tokens":1,"cached_input_tokens":0,"output_tokens":1}}`,
	},
	"cagent": {
		`{"type":"user_message","message":"hi"}`,
		`{"type":"stream_started","session_id":"s1","agent_name":"root"}`,
		`{"type":"agent_choice","content":"Hi","agent_name":"root"}`,
		`{"type":"partial_tool_call","tool_call":{"id":"c1","type":"function","function":{"name":"ls","arguments":""}},"agent_name":"root"}`,
		`{"type":"tool_call","tool_call":{"id":"c1","type":"function","function":{"name":"ls","arguments":"{}"}},"agent_name":"root"}`,
		`{"type":"stream_stopped","session_id":"s1","agent_name":"root"}`,
	},
	"aisdk": {
		`{"type":"start","messageId":"m1"}`,
		`{"type":"text-start","id":"t1"}`,
		`{"type":"text-delta","id":"t1","delta":"Hi"}`,
		`{"type":"tool-input-start","toolCallId":"c1","toolName":"ls"}`,
		`{"type":"finish"}`,
	},
	"agui": {
		`{"type":"RUN_STARTED","threadId":"t1","runId":"r1"}`,
		`{"type":"TEXT_MESSAGE_START","messageId":"m1","role":"assistant"}`,
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Hi"}`,
		`{"type":"RUN_FINISHED","threadId":"t1","runId":"r1"}`,
	},
	"deepagents": {
		`{"values":{"messages":[{"content":"Go","id":"h1","type":"human"}],"subagent_tool_log":[]},"next":["tools"],"tasks":[],"checkpoint":{"checkpoint_ns":"","checkpoint_id":"1"},"parent_checkpoint":null}`,
		`[["model_request:u1"],"messages",[{"content":"Hel","tool_call_chunks":[],"id":"run-1","type":"ai"},{"langgraph_node":"model_request"}]]`,
		`{"messages":[{"content":"Go","id":"h1","type":"human"}],"todos":[],"subagents":[],"subagent_tool_log":[{"id":"e1","subagent":"reader","tool":"ls","args_brief":"/","status":"start"}]}`,
		`[{"values":{"messages":[{"content":"Go","id":"h1","type":"human"}]},"next":[],"checkpoint":{"checkpoint_id":"1"}}]`,
	},
	"acp": {
		`{"dir":"c2a","msg":{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{}}}}`,
		`{"dir":"c2a","msg":{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"sessionId":"S","prompt":[{"type":"text","text":"Go"}]}}}`,
		`{"dir":"a2c","msg":{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"S","update":{"sessionUpdate":"agent_message_chunk","messageId":"m1","content":{"type":"text","text":"Hi."}}}}}`,
		`{"dir":"a2c","msg":{"jsonrpc":"2.0","id":1,"result":{"stopReason":"end_turn"}}}`,
	},
	"anthropic": {
		`{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"usage":{"input_tokens":1,"output_tokens":1}}}`,
		`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
		`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi."}}`,
		`{"type":"content_block_stop","index":0}`,
		`{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}`,
	},
	"openai": {
		`{"type":"response.created","sequence_number":0,"response":{"id":"resp_1","object":"response","status":"in_progress","output":[]}}`,
		`{"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"id":"fc_1","type":"function_call","arguments":"","call_id":"call_1","name":"ls"}}`,
		`{"type":"response.function_call_arguments.delta","sequence_number":2,"item_id":"fc_1","output_index":0,"delta":"{}"}`,
		`{"type":"response.completed","sequence_number":3,"response":{"id":"resp_1","status":"completed","output":[],"usage":null}}`,
	},
	"garbage": {"", "{", "\x00\xff", "hello", "null", "[]", "{}", "1", `"x"`, `{"type":"error"}`},
	"nothing": {},
}

// sure is the least score of a codec that claims the records.
const sure = 50

func (s *suite) sniffs() {
	for _, variant := range s.variants() {
		for i, stream := range s.expressed(variant) {
			if records := s.encoded(variant, stream); len(records) >= 5 {
				s.expectScore(records, gomega.BeNumerically(">=", sure), "its own stream %d (%s)", i, variant)
			}
		}
	}
	if len(s.samples) > 0 {
		s.expectScore(texts(s.samples), gomega.BeNumerically(">=", sure), "its samples")
	}
	for _, name := range slices.Sorted(maps.Keys(foreign)) {
		if dialect, _, _ := strings.Cut(name, " "); dialect != s.codec.Name() {
			s.expectScore(texts(foreign[name]), gomega.BeNumerically("<", sure), "the stream of %s", name)
		}
	}
}

func (s *suite) expectScore(records [][]byte, matcher gomega.OmegaMatcher, what string, args ...any) {
	score, why := s.codec.Sniff(records[:min(len(records), 20)])
	gomega.ExpectWithOffset(1, score).To(gomega.BeNumerically(">=", 0))
	gomega.ExpectWithOffset(1, score).To(gomega.BeNumerically("<=", 100))
	gomega.ExpectWithOffset(1, why).NotTo(gomega.BeEmpty())
	gomega.ExpectWithOffset(1, score).To(matcher, append([]any{what + ": " + why}, args...)...)
}
