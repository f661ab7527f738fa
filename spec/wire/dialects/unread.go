package dialects

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A Format is one that agents write and that no codec reads: it is recognised
// so that it is named, and never taken for a dialect that looks like it.
type Format struct {
	// Name is the format's in words, with its article.
	Name string
	// marks describe its records, each such as no dialect here has. A mark is a
	// list of conditions that hold together; each begins with the path of a
	// member, of the record or of what its frame carries:
	//
	//	a.b      is there, null counts
	//	!a.b     is not there
	//	a=x|y    is one of these texts
	//	a^=x     is a text that begins so
	//	a:{      is of the kind that begins so: { an object, [ an array, " a text, 0 a number
	marks []string
}

// unread is the table of them. A format that a codec reads leaves it.
var unread = []Format{
	{"Cursor's stream (cursor-agent --output-format stream-json)", []string{
		`type=system subtype=init apiKeySource !tools !uuid !claude_code_version`,
		`type=tool_call subtype=started|completed call_id tool_call:{`,
		`type=thinking subtype=delta|completed session_id`,
		`type=assistant session_id message.content:[ !message.id !uuid !parent_tool_use_id`,
		`type=result request_id !num_turns !uuid`,
	}},
	{"a Codex rollout file of before October 2025 (bare response items)", []string{
		`id:" timestamp:" instructions !type`,
		`record_type=state`,
		`type=message role=user|assistant|developer|system content:[ !session_id !uuid !parentUuid`,
		`type=function_call name:" arguments:" call_id:"`,
		`type=function_call_output call_id:" output`,
		`type=local_shell_call action:{`,
		`type=reasoning summary:[`,
	}},
	{"OpenAI's hosted multi-agent beta (Responses)", []string{
		`type^=response. agent.agent_name`,
		`type^=response. item.agent.agent_name`,
		`type^=response.inject`,
	}},
}

// Unread is the format that the first records of a stream are of, nil where it is
// none that is recognised. Its procedure: of the formats, the one with most
// records that bear one of its marks, if those are a quarter of all; others may
// be state, requests and answers that several formats share.
func Unread(records [][]byte) *Format {
	records = records[:min(len(records), Sample)]
	found := make([]int, len(unread))
	for _, record := range records {
		raw, problem := wire.Parse(record, 1)
		if problem != nil {
			continue
		}
		v := carried(raw)
		for i := range unread {
			if slices.ContainsFunc(unread[i].marks, func(mark string) bool { return hasMark(v, mark) }) {
				found[i]++
			}
		}
	}
	best := 0
	for i, n := range found {
		if n > found[best] {
			best = i
		}
	}
	if n := found[best]; n == 0 || 4*n < len(records) {
		return nil
	}
	return &unread[best]
}

// frames are the members that hold a record in the framings of servers, logs and
// recorders, which have no type of their own.
var frames = []string{"data", "msg", "event"}

// carried is what a record's frame holds, the record itself where it has none.
func carried(record scan.Value) scan.Value {
	if member(record, "type") != "" || member(record, "jsonrpc") != "" {
		return record
	}
	for _, frame := range frames {
		if v := member(record, frame); v.Kind() == '{' {
			return v
		}
	}
	return record
}

// hasMark reports whether all conditions of a mark hold.
func hasMark(record scan.Value, mark string) bool {
	for condition := range strings.FieldsSeq(mark) {
		if !holds(record, condition) {
			return false
		}
	}
	return true
}

// holds reports whether one condition does.
func holds(record scan.Value, condition string) bool {
	if path, absent := strings.CutPrefix(condition, "!"); absent {
		return member(record, path) == ""
	}
	if path, prefix, ok := strings.Cut(condition, "^="); ok {
		text, isText := member(record, path).Text()
		return isText && strings.HasPrefix(text, prefix)
	}
	if path, texts, ok := strings.Cut(condition, "="); ok {
		text, isText := member(record, path).Text()
		return isText && slices.Contains(strings.Split(texts, "|"), text)
	}
	if path, kind, ok := strings.Cut(condition, ":"); ok {
		return member(record, path).Kind() == kind[0]
	}
	return member(record, condition) != ""
}

// member is what stands at a path, "" where nothing does.
func member(v scan.Value, path string) scan.Value {
	for key := range strings.SplitSeq(path, ".") {
		if v.Kind() != '{' {
			return ""
		}
		v = v.Get(key)
	}
	return v
}
