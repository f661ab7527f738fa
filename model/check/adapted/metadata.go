package adapted

import (
	"encoding/json"
	"strings"
)

// metadata returns the shared metadata of a part or call: the agent if the
// output labels it, and the rest if both dialects have metadata.
func (s *Shared) metadata(raw json.RawMessage, label string, input bool) json.RawMessage {
	out := labelled{Agent: label}
	if s.Label && !input {
		out.Agent, raw = cutLabel(raw, s.Adapting.Label)
	}
	if !input && s.Out.MetadataScoped && !s.In.MetadataScoped {
		raw = unscoped(raw)
	}
	if s.both(hasMetadata) {
		out.Rest = raw
	}
	if !s.Label {
		return out.Rest
	}
	if out.Agent == "" && len(out.Rest) == 0 {
		return nil
	}
	text, _ := json.Marshal(out) // no error: strings and JSON
	return text
}

// labelled is the compared form of metadata, if the output labels agents.
type labelled struct {
	Agent string          `json:"agent,omitempty"`
	Rest  json.RawMessage `json:"metadata,omitempty"`
}

// cutLabel removes the string at a path from metadata and returns it. Another
// value is returned as JSON.
func cutLabel(raw json.RawMessage, path string) (label string, rest json.RawMessage) {
	var root map[string]any
	if json.Unmarshal(raw, &root) != nil {
		return "", raw
	}
	keys := strings.Split(path, ".")
	at := root
	for _, key := range keys[:len(keys)-1] {
		below, ok := at[key].(map[string]any)
		if !ok {
			return "", raw
		}
		at = below
	}
	last := keys[len(keys)-1]
	value, ok := at[last]
	if !ok {
		return "", raw
	}
	delete(at, last)
	if len(pruned(root)) == 0 {
		root = nil
	}
	if label, ok = value.(string); !ok {
		text, _ := json.Marshal(value)
		label = string(text)
	}
	if root != nil {
		rest, _ = json.Marshal(root)
	}
	return label, rest
}

// unscoped removes the one outer key that a dialect demands around metadata.
func unscoped(raw json.RawMessage) json.RawMessage {
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil || len(object) != 1 {
		return raw
	}
	for _, below := range object {
		return below
	}
	return raw
}

// pruned returns an object without members that are empty objects.
func pruned(object map[string]any) map[string]any {
	for key, v := range object {
		if below, ok := v.(map[string]any); ok && len(pruned(below)) == 0 {
			delete(object, key)
		}
	}
	return object
}
