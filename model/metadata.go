package model

import (
	"bytes"
	"encoding/json"
)

// merge overlays the keys of one JSON object on another. nil is an empty
// object.
func merge(have, more []byte) []byte {
	more = bytes.TrimSpace(more)
	if len(more) == 0 || string(more) == "null" || string(more) == "{}" {
		return have
	}
	if len(have) == 0 {
		return append([]byte(nil), more...)
	}
	var a, b map[string]json.RawMessage
	if json.Unmarshal(have, &a) != nil || json.Unmarshal(more, &b) != nil {
		return have
	}
	for k, v := range b {
		a[k] = v
	}
	out, err := json.Marshal(a)
	if err != nil {
		return have
	}
	return out
}

// metadata merges or replaces the metadata of a part or call
// (identity/metadata-kept).
func (s *State) metadata(have, more []byte) []byte {
	if s.Features.MetadataReplaces && len(merge(nil, more)) > 0 {
		have = nil
	}
	return s.sem.Metadata(have, more)
}
