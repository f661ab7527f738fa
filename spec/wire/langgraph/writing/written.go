package writing

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec/wire/scan"
)

// The payloads as the engine writes them. Fields stand in the order of the
// recorded streams.

type writtenChunk struct {
	Content  any              `json:"content,omitzero"`
	Chunks   []writtenPart    `json:"tool_call_chunks"`
	Calls    []writtenCall    `json:"tool_calls"`
	Invalid  []writtenInvalid `json:"invalid_tool_calls"`
	Extra    struct{}         `json:"additional_kwargs"`
	Response writtenResponse  `json:"response_metadata"`
	Usage    *writtenUsage    `json:"usage_metadata,omitzero"`
	ID       string           `json:"id"`
	Position string           `json:"chunk_position,omitzero"`
	Type     string           `json:"type"`
}

type writtenWhole struct {
	Content  any              `json:"content"`
	Extra    struct{}         `json:"additional_kwargs"`
	Response writtenResponse  `json:"response_metadata"`
	Chunks   []writtenPart    `json:"tool_call_chunks,omitzero"`
	Calls    []writtenCall    `json:"tool_calls"`
	ID       string           `json:"id"`
	Usage    *writtenUsage    `json:"usage_metadata,omitzero"`
	Invalid  []writtenInvalid `json:"invalid_tool_calls"`
	Name     string           `json:"name,omitzero"`
	Type     string           `json:"type"`
}

// A writtenPlain is a human or system message.
type writtenPlain struct {
	Content  any      `json:"content"`
	Extra    struct{} `json:"additional_kwargs"`
	Response struct{} `json:"response_metadata"`
	ID       string   `json:"id"`
	Type     string   `json:"type"`
}

type writtenResult struct {
	Status   string         `json:"status,omitzero"`
	Content  jsontext.Value `json:"content,omitzero"`
	Call     string         `json:"tool_call_id"`
	Name     string         `json:"name,omitzero"`
	Extra    struct{}       `json:"additional_kwargs"`
	Response struct{}       `json:"response_metadata"`
	ID       string         `json:"id"`
	Type     string         `json:"type"`
}

type writtenResponse struct {
	FinishReason string `json:"finish_reason,omitzero"`
}

type writtenUsage struct {
	Input  int64 `json:"input_tokens"`
	Output int64 `json:"output_tokens"`
	Total  int64 `json:"total_tokens"`
}

// A writtenPart is an element of tool_call_chunks. JavaScript leaves out what a
// continuation does not have, Python writes null.
type writtenPart struct {
	Type  string         `json:"type"`
	Name  jsontext.Value `json:"name,omitzero"`
	ID    jsontext.Value `json:"id,omitzero"`
	Args  string         `json:"args"`
	Index jsontext.Value `json:"index,omitzero"`
}

type writtenCall struct {
	Name string         `json:"name"`
	Args jsontext.Value `json:"args"`
	ID   string         `json:"id"`
	Type string         `json:"type"`
}

type writtenInvalid struct {
	Name  string `json:"name"`
	Args  string `json:"args"`
	ID    string `json:"id,omitzero"`
	Error string `json:"error"`
	Type  string `json:"type"`
}

// A writtenBlock is a block of content in the style of Anthropic.
type writtenBlock struct {
	Type  string         `json:"type"`
	Text  *string        `json:"text,omitzero"`
	ID    string         `json:"id,omitzero"`
	Name  string         `json:"name,omitzero"`
	Input *string        `json:"input,omitzero"`
	Index jsontext.Value `json:"index,omitzero"`
}

type writtenMetadata struct {
	Agent      string   `json:"lc_agent_name,omitzero"`
	Step       int      `json:"langgraph_step"`
	Node       string   `json:"langgraph_node"`
	Triggers   []string `json:"langgraph_triggers"`
	Path       []any    `json:"langgraph_path"`
	Checkpoint string   `json:"langgraph_checkpoint_ns,omitzero"`
	Namespace  string   `json:"checkpoint_ns,omitzero"`
}

type writtenState struct {
	Messages []any `json:"messages"`
}

type writtenInterrupt struct {
	ID    string   `json:"id"`
	Value struct{} `json:"value"`
}

type writtenEvent struct {
	Event string `json:"event"`
	ID    string `json:"id,omitzero"`
	Data  any    `json:"data"`
}

type writtenObject struct {
	Namespace []string `json:"ns"`
	Mode      string   `json:"mode"`
	Payload   any      `json:"payload"`
}

// A writtenClass is a message as JavaScript serialises it.
type writtenClass struct {
	Version int      `json:"lc"`
	Type    string   `json:"type"`
	ID      []string `json:"id"`
	Kwargs  any      `json:"kwargs"`
}

type writtenToolEvent struct {
	Event string            `json:"event"`
	Call  string            `json:"toolCallId"`
	Name  string            `json:"name"`
	Input map[string]string `json:"input"`
}

type writtenServerError struct {
	Error   string `json:"error"`
	Message string `json:"message"`
}

type writtenThrown struct {
	Name    string `json:"name"`
	Message string `json:"message"`
}

type writtenCustom struct {
	Kind string `json:"kind"`
	Text string `json:"text,omitzero"`
}

type writtenTask struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Input struct {
		JS     *writtenLinkedCall `json:"lg_tool_call,omitzero"`
		Python *writtenLinkedCall `json:"tool_call,omitzero"`
	} `json:"input"`
	Triggers   []string `json:"triggers"`
	Interrupts []string `json:"interrupts"`
}

type writtenLinkedCall struct {
	Name string            `json:"name"`
	Args map[string]string `json:"args"`
	ID   string            `json:"id"`
	Type string            `json:"type"`
}

// quoted is the JSON string of a text.
func quoted(s string) jsontext.Value { return scan.AppendText(nil, s) }

// index is a slot as the wire's index: a number where it is written like one.
func index(slot string) jsontext.Value {
	if slot == "" {
		return nil
	}
	if n, err := strconv.ParseInt(slot, 10, 64); err == nil && strconv.FormatInt(n, 10) == slot {
		return jsontext.Value(slot)
	}
	return quoted(slot)
}
