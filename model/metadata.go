package model

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec/wire/scan"
)

// merge overlays the keys of one JSON object on another. nil is an empty
// object.
func merge(have, more []byte) []byte {
	more = bytes.TrimSpace(more)
	switch {
	case len(more) == 0 || string(more) == "null" || string(more) == "{}":
		return have
	case len(have) == 0:
		return append([]byte(nil), more...)
	}
	if out, ok := mergePlain(have, more); ok {
		return out
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

// A member is a key of an object with its value.
type member struct {
	key   string
	value scan.Value
}

// mergePlain is the fast path of merge, for objects in whose text nothing is escaped
// and nothing has to be. It makes the same bytes.
func mergePlain(have, more []byte) (out []byte, ok bool) {
	var all []member
	for _, object := range [][]byte{have, more} {
		v, err := scan.Parse(object, deepest)
		if err != nil || v.Kind() != '{' || !plain(string(v)) {
			return nil, false
		}
		for key, value := range v.Members() {
			all = slices.DeleteFunc(all, func(m member) bool { return m.key == key })
			all = append(all, member{key, value})
		}
	}
	slices.SortFunc(all, func(a, b member) int { return strings.Compare(a.key, b.key) })
	out = append(make([]byte, 0, len(have)+len(more)), '{')
	for i, m := range all {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(append(out, '"'), m.key...), `":`...)
		out = append(out, m.value.Compact()...)
	}
	return append(out, '}'), true
}

// plain reports whether a JSON text has only ASCII characters that stand for
// themselves.
func plain(text string) bool {
	for i := range len(text) {
		switch b := text[i]; {
		case b >= 0x7f, b == '\\', b == '<', b == '>', b == '&':
			return false
		}
	}
	return true
}

// metadata merges or replaces the metadata of a part or call
// (identity/metadata-kept).
func (s *State) metadata(have, more []byte) []byte {
	if s.Features.MetadataReplaces && len(merge(nil, more)) > 0 {
		have = nil
	}
	return s.sem.Metadata(have, more)
}
