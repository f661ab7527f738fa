package wrong

import (
	"encoding/json"
	"fmt"

	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	"github.com/quock-dev/quock/spec/probe"
)

// A Reader is the honest reader of one dialect, except that it passes over some
// records.
type Reader struct {
	Name string
	// Dialect is the dialect that it reads.
	Dialect string

	// ignores returns, for one run, which records it passes over; nil for none.
	ignores func() func(r record) bool
}

// Candidate returns the wrong reader.
func (r Reader) Candidate() probe.Candidate {
	c := reducer.HonestCandidate()
	c.Name, c.Reads = "wrong-"+r.Name, []string{r.Dialect}
	if r.ignores == nil {
		return c
	}
	c.Ignore = func() func(json.RawMessage) bool {
		ignores := r.ignores()
		return func(text json.RawMessage) bool {
			var seen record
			return json.Unmarshal(text, &seen) == nil && ignores(seen)
		}
	}
	return c
}

// Honest returns the reader without its mistake.
func (r Reader) Honest() probe.Candidate {
	r.ignores = nil
	return r.Candidate()
}

// ReaderByName returns the reader of that name; an unknown one is an error.
func ReaderByName(name string) (Reader, error) {
	for _, r := range Readers() {
		if r.Name == name {
			return r, nil
		}
	}
	return Reader{}, fmt.Errorf("no wrong reader %q", name)
}

// Readers lists them.
func Readers() []Reader {
	return []Reader{
		{"events-only", rollout, always(func(r record) bool {
			return r.text("type") == "response_item" && r.below("payload").text("type") == "message"
		})},
		{"function-calls-only", rollout, always(func(r record) bool {
			kind := r.below("payload").text("type")
			return kind == "custom_tool_call" || kind == "custom_tool_call_output"
		})},
		{"no-collab-items", "codex", always(func(r record) bool { return r.below("item").text("type") == "collab_tool_call" })},
		{"no-server-tools", "claudecode", always(serverTool)},
		{"call-id-only", "openai", byCallID},
	}
}

const rollout = "codex:rollout"

// below returns the object below a key.
func (r record) below(key string) record {
	d, _ := r[key].(map[string]any)
	return d
}

// always is for what no earlier record decides.
func always(ignores func(r record) bool) func() func(r record) bool {
	return func() func(r record) bool { return ignores }
}

// serverTool reports whether a frame holds a block that the provider ran itself.
func serverTool(r record) bool {
	blocks, _ := r.below("message")["content"].([]any)
	for _, b := range blocks {
		switch block, _ := b.(map[string]any); block["type"] {
		case "server_tool_use", "web_search_tool_result", "mcp_tool_use", "mcp_tool_result", "advisor_tool_result":
			return true
		}
	}
	return false
}

// byCallID passes over fragments whose item has another id than its call.
func byCallID() func(record) bool {
	calls := map[string]bool{}
	return func(r record) bool {
		calls[r.below("item").text("call_id")] = true
		return r.text("type") == "response.function_call_arguments.delta" && !calls[r.text("item_id")]
	}
}
