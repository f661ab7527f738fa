package acp_test

import (
	"github.com/quock-dev/quock/spec/wire/acp"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

var _ = func() bool {
	wiretest.Run(acp.New(), streams,
		wiretest.Unknown(
			`{"jsonrpc":"2.0","method":"session/dream","params":{"sessionId":"S"}}`,
			`{"dir":"a2c","msg":{"jsonrpc":"2.0","id":7,"method":"weather/get"}}`,
			`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"S","update":{"sessionUpdate":"brand_new","content":7}}}`,
			`{"jsonrpc":"2.0","note":"neither method nor result"}`,
		),
		wiretest.Samples(samples...))
	return true
}()

// samples are lines as agents and clients write them, in an order in which they can come.
var samples = []string{
	`{"dir":"c2a","msg":{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{}}}}`,
	`{"dir":"a2c","msg":{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{"loadSession":true}}}}`,
	`{"dir":"c2a","msg":{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}}`,
	`{"dir":"a2c","msg":{"jsonrpc":"2.0","id":1,"result":{"sessionId":"S"}}}`,
	`{"dir":"c2a","msg":{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"S","prompt":[{"type":"text","text":"Run it"},{"type":"image","data":"AA==","mimeType":"image/png"}]}}}`,
	update("S", `"sessionUpdate":"agent_thought_chunk","messageId":"m1","content":{"type":"text","text":"Hm"}`),
	update("S", `"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"No id."}`),
	update("S", `"sessionUpdate":"tool_call","toolCallId":"c1","title":"Terminal","name":"Bash","kind":"execute","status":"pending","rawInput":{},"content":[]`),
	update("S", `"sessionUpdate":"tool_call_update","toolCallId":"c1","rawInput":{"command":"ls"}`),
	`{"dir":"a2c","msg":{"jsonrpc":"2.0","id":0,"method":"session/request_permission","params":{"sessionId":"S","toolCall":{"toolCallId":"c1"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}}`,
	`{"dir":"c2a","msg":{"jsonrpc":"2.0","id":0,"result":{"outcome":{"outcome":"selected","optionId":"y"}}}}`,
	update("S", `"sessionUpdate":"tool_call_update","toolCallId":"c1","_meta":{"terminal_output_delta":{"data":"a.txt\n","terminal_id":"c1"}}`),
	update("S", `"sessionUpdate":"tool_call_update","toolCallId":"c1","status":"completed","rawOutput":{"exit_code":0},"content":[{"type":"content","content":{"type":"text","text":"a.txt"}}]`),
	update("S", `"sessionUpdate":"plan","entries":[{"content":"Look","priority":"high","status":"pending"}]`),
	update("S", `"sessionUpdate":"subagent_update","sessionId":"K","title":"Read","state":{"state":"running"}`),
	update("S", `"sessionUpdate":"session_message","messageId":"c2","senderSessionId":"S","recipientSessionId":"K","content":[{"type":"text","text":"Look"}]`),
	update("K", `"sessionUpdate":"session_message","messageId":"c2","senderSessionId":"S","recipientSessionId":"K","content":[{"type":"text","text":"Look"}]`),
	update("S", `"sessionUpdate":"subagent_update","sessionId":"K","state":{"state":"idle","stopReason":"end_turn"}`),
	update("S", `"sessionUpdate":"agent_message_chunk","messageId":"m3","content":{"type":"text","text":"Flat."},"_meta":{"claudeCode":{"parentToolUseId":"c1"}}`),
	update("S", `"sessionUpdate":"usage_update","used":12,"size":1000,"cost":{"amount":0.1,"currency":"USD"}`),
	update("S", `"sessionUpdate":"notice","severity":"warning","title":"Slow"`),
	update("S", `"sessionUpdate":"agent_message","messageId":"m4","content":[{"type":"text","text":"Whole."}]`),
	update("S", `"sessionUpdate":"state_update","state":"running"`),
	update("S", `"sessionUpdate":"terminal_update","terminalId":"c1","output":{"data":"eAp5"}`),
	`{"dir":"c2a","msg":{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"S"}}}`,
	`{"dir":"a2c","msg":{"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled","usage":{"inputTokens":3,"cachedReadTokens":4,"outputTokens":5}}}}`,
	`{"dir":"c2a","msg":{"jsonrpc":"2.0","id":3,"method":"session/load","params":{"sessionId":"S","cwd":"/w"}}}`,
	update("S", `"sessionUpdate":"user_message_chunk","messageId":"u1","content":{"type":"text","text":"Run it"}`),
	`{"dir":"a2c","msg":{"jsonrpc":"2.0","id":3,"error":{"code":-32002,"message":"Resource not found"}}}`,
	`{"jsonrpc":"2.0","method":"_auth/status_update","params":{}}`,
	`[{"jsonrpc":"2.0","id":4,"method":"session/list"},{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":4}}]`,
}

// update is a marked session/update of a session.
func update(session, members string) string {
	return `{"dir":"a2c","msg":{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"` + session + `","update":{` + members + `}}}}`
}
