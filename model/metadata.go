package model

import (
	"bytes"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec/wire/scan"
)

// A member is a key of an object with its value.
type member struct {
	key   string
	value scan.Value
}

// merge overlays the members of one JSON object on another, and sorts them by key. nil is
// an empty object. What comes and is no object with members changes nothing.
func merge(have, more []byte) []byte {
	more = bytes.TrimSpace(more)
	switch {
	case len(more) == 0 || string(more) == "null" || string(more) == "{}":
		return have
	case len(have) == 0:
		return append([]byte(nil), more...)
	}
	var all []member
	for _, object := range [][]byte{have, more} {
		v, err := scan.Parse(object, deepest)
		if err != nil || v.Kind() != '{' {
			return have
		}
		for key, value := range v.Members() {
			all = slices.DeleteFunc(all, func(m member) bool { return m.key == key })
			all = append(all, member{key, value})
		}
	}
	slices.SortFunc(all, func(a, b member) int { return strings.Compare(a.key, b.key) })
	return object(all, len(have)+len(more))
}

// object is the text of an object of about size bytes.
func object(members []member, size int) []byte {
	out := append(make([]byte, 0, size), '{')
	for i, m := range members {
		if i > 0 {
			out = append(out, ',')
		}
		out, _ = jsontext.AppendQuote(out, m.key) // it is valid UTF-8
		out = append(append(out, ':'), m.value.Compact()...)
	}
	return append(out, '}')
}

// metadata merges or replaces the metadata of a part or call
// (identity/metadata-kept).
func (s *State) metadata(have, more []byte) []byte {
	if s.Features.MetadataReplaces && len(merge(nil, more)) > 0 {
		have = nil
	}
	return s.sem.Metadata(have, more)
}
