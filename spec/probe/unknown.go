package probe

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// An UnknownKey is a key of an answer that the contract does not know, and that
// nobody looks at therefore.
type UnknownKey struct {
	// Path leads to it, without numbers: sessions[].messages[].calls[].isError.
	Path string
	// Meant is the known key that is nearest, "" where none is near.
	Meant string
}

// String says it for people.
func (k UnknownKey) String() string {
	if k.Meant == "" {
		return k.Path
	}
	return k.Path + " (did you mean " + k.Meant + "?)"
}

// UnknownKeys lists the keys of a valid JSON object that the type of v, a pointer
// to a struct, does not have, each once, in the order of their paths.
func UnknownKeys(line []byte, v any) []UnknownKey {
	var value any
	if json.Unmarshal(line, &value) != nil {
		return nil
	}
	found := map[UnknownKey]bool{}
	unknownIn(value, reflect.TypeOf(v), "", found)
	return slices.SortedFunc(maps.Keys(found), func(a, b UnknownKey) int { return strings.Compare(a.Path, b.Path) })
}

func unknownIn(value any, t reflect.Type, path string, found map[UnknownKey]bool) {
	t = structOf(t)
	if t == nil {
		return
	}
	if list, ok := value.([]any); ok {
		for _, item := range list {
			unknownIn(item, t, path+"[]", found)
		}
		return
	}
	object, _ := value.(map[string]any)
	known := fieldsOf(t)
	for key, below := range object {
		at := under(path, key)
		if path == "" {
			at = key
		}
		if field, ok := known[key]; ok {
			unknownIn(below, field, at, found)
			continue
		}
		found[UnknownKey{Path: at, Meant: spec.Nearest(key, slices.Sorted(maps.Keys(known)))}] = true
	}
}

// structOf is the struct that a type is, points to, or lists; nil for all else.
func structOf(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	return t
}

// fieldsOf are the types of a struct's fields by their keys.
func fieldsOf(t reflect.Type) map[string]reflect.Type {
	fields := map[string]reflect.Type{}
	for i := range t.NumField() {
		if key := keyOf(t.Field(i)); key != "" {
			fields[key] = t.Field(i).Type
		}
	}
	return fields
}

// keyOf is the key of a struct's field, "" for none.
func keyOf(f reflect.StructField) string {
	key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if key == "-" {
		return ""
	}
	return key
}

// knowing is a copy of a shape, which may be nil, with every key that the type has
// in its order, so that a walk sees those that it has not.
func (s *shape) knowing(t reflect.Type) *shape {
	if s == nil {
		s = &shape{}
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case structOf(t) == nil:
		return s
	case t.Kind() == reflect.Slice:
		return list(s.each.knowing(t.Elem()))
	}
	full := &shape{}
	for i := range t.NumField() {
		if key := keyOf(t.Field(i)); key != "" {
			f := s.known(key, t.Field(i).Type)
			if f.need {
				full.need |= 1 << len(full.fields)
			}
			full.fields = append(full.fields, f)
			full.follows = append(full.follows, len(full.fields)-1)
		}
	}
	full.follows = append(full.follows, noMore)
	return full
}

// known is the field of a key, whether or not the shape asks for it.
func (s *shape) known(key string, t reflect.Type) field {
	f := field{key: key}
	if i := s.index([]byte(key)); i >= 0 {
		f = s.fields[i]
	}
	f.asFirst, f.asNext = scan.FirstKey(key), scan.NextKey(key)
	if structOf(t) != nil {
		f.shape = f.shape.knowing(t)
	}
	return f
}
