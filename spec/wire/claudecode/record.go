package claudecode

import (
	"errors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// lenient is how records are read: of a repeated key the last member counts,
// and an escaped lone surrogate is U+FFFD. (Bytes that are no UTF-8 are refused
// before.)
var lenient = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// A head is what every frame may have.
type head struct {
	Type    string `json:"type"`
	Subtype string `json:"subtype"`
	UUID    string `json:"uuid"`
	// Scope is missing in old versions, and null: the root.
	Scope string `json:"parent_tool_use_id"`
}

// speaker is what the frames of a subagent say about it.
type speaker struct {
	Agent string `json:"subagent_type"`
	Task  string `json:"agent_id"`
}

type assistantFrame struct {
	speaker
	Message    message  `json:"message"`
	Supersedes []string `json:"supersedes"`
}

type message struct {
	ID         string         `json:"id"`
	Content    jsontext.Value `json:"content"`
	StopReason *string        `json:"stop_reason"`
	Usage      *usage         `json:"usage"`
	known
	// Rest is what this codec does not know: the message's metadata.
	Rest jsontext.Value `json:",embed"`
}

// known are members of a message that mean nothing here.
type known struct {
	Type         jsontext.Value `json:"type"`
	Role         jsontext.Value `json:"role"`
	Model        jsontext.Value `json:"model"`
	StopSequence jsontext.Value `json:"stop_sequence"`
	StopDetails  jsontext.Value `json:"stop_details"`
	Container    jsontext.Value `json:"container"`
	Diagnostics  jsontext.Value `json:"diagnostics"`
	Context      jsontext.Value `json:"context_management"`
	Transforms   jsontext.Value `json:"input_transformations"`
}

type usage struct {
	Input  *int64 `json:"input_tokens"`
	Write  *int64 `json:"cache_creation_input_tokens"`
	Read   *int64 `json:"cache_read_input_tokens"`
	Output *int64 `json:"output_tokens"`
}

type userFrame struct {
	speaker
	Message userMessage `json:"message"`
	// Result is the tool's structured output, Meta how each call was decided.
	Result jsontext.Value `json:"tool_use_result"`
	Meta   []decision     `json:"tool_result_meta"`
}

type userMessage struct {
	ID      string         `json:"id"`
	Content jsontext.Value `json:"content"`
}

type decision struct {
	ID         string     `json:"id"`
	NotRun     string     `json:"non_execution_kind"`
	Permission permission `json:"permission_decision"`
}

type permission struct {
	Decision string `json:"decision"`
}

type streamFrame struct {
	speaker
	Message string     `json:"api_message_id"`
	Event   flow       `json:"event"`
	Void    *abandoned `json:"abandoned_blocks"`
}

// An abandoned is what the end of a message that the program gave up says: its
// blocks from that index on are void.
type abandoned struct {
	Message string `json:"api_message_id"`
	From    int    `json:"from_block_index"`
}

// A flow is one event of the stream of a message.
type flow struct {
	Type    string         `json:"type"`
	Index   *int           `json:"index"`
	Message *message       `json:"message"`
	Block   jsontext.Value `json:"content_block"`
	Delta   delta          `json:"delta"`
	Usage   *usage         `json:"usage"`
}

type delta struct {
	Type       string `json:"type"`
	Text       string `json:"text"`
	Thinking   string `json:"thinking"`
	Signature  string `json:"signature"`
	JSON       string `json:"partial_json"`
	StopReason string `json:"stop_reason"`
}

type resultFrame struct {
	Subtype    string         `json:"subtype"`
	IsError    *bool          `json:"is_error"`
	Result     jsontext.Value `json:"result"`
	Errors     jsontext.Value `json:"errors"`
	StopReason string         `json:"stop_reason"`
	Terminal   string         `json:"terminal_reason"`
	Usage      *usage         `json:"usage"`
	Denials    []denial       `json:"permission_denials"`
	Index      *int           `json:"result_index"`
}

type denial struct {
	Call string `json:"tool_use_id"`
}

type limitFrame struct {
	Info struct {
		Status string         `json:"status"`
		Type   string         `json:"rateLimitType"`
		Resets jsontext.Value `json:"resetsAt"`
	} `json:"rate_limit_info"`
}

// A taskFrame is any of the task_* subtypes.
type taskFrame struct {
	Task       string `json:"task_id"`
	Call       string `json:"tool_use_id"`
	Agent      string `json:"subagent_type"`
	Type       string `json:"task_type"`
	Background bool   `json:"is_backgrounded"`
	Depth      int    `json:"spawn_depth"`
	ParentTask string `json:"parent_task_id"`
	Status     string `json:"status"`
	Summary    string `json:"summary"`
	Words      string `json:"description"`
}

// noteFrame are the members that some informational frames have.
type noteFrame struct {
	Content   jsontext.Value `json:"content"`
	Summary   jsontext.Value `json:"summary"`
	Error     jsontext.Value `json:"error"`
	Retracted []string       `json:"retracted_message_uuids"`
}

var errContent = errors.New("content is neither text nor a list")

// blocks are the elements of a message's content; a string is one text block.
func blocks(content jsontext.Value) ([]jsontext.Value, error) {
	switch content.Kind() {
	case 0, 'n':
		return nil, nil
	case '"':
		return []jsontext.Value{wrap(content)}, nil
	case '[':
		var list []jsontext.Value
		err := json.Unmarshal(content, &list, lenient)
		return list, err
	}
	return nil, errContent
}

func wrap(text jsontext.Value) jsontext.Value {
	return append(append([]byte(`{"type":"text","text":`), text...), '}')
}

// str is the content of a JSON string, "" for anything else.
func str(v jsontext.Value) string {
	var s string
	if v.Kind() != '"' || json.Unmarshal(v, &s, lenient) != nil {
		return ""
	}
	return s
}
