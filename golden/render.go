package golden

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// Render writes an outcome as readable JSON. It omits null, empty, false and
// zero values (a reference to the session "" is not null). Members have the
// order of the transcript's type. What fits on one line stands on one line.
func Render(o Outcome) ([]byte, error) {
	all := node{open: '{'}
	if len(o.Observations) > 0 {
		seen, err := observations(o.Observations)
		if err != nil {
			return nil, err
		}
		all.members = append(all.members, seen.named("observations"))
	}
	final, err := tree(reflect.ValueOf(o.Final))
	if err != nil {
		return nil, err
	}
	all.members = append(all.members, final.named("final"))
	return []byte(all.layout(0) + "\n"), nil
}

func observations(seen []Observation) (node, error) {
	list := node{open: '['}
	for _, o := range seen {
		n, err := observation(o)
		if err != nil {
			return list, err
		}
		list.members = append(list.members, n)
	}
	return list, nil
}

func observation(o Observation) (node, error) {
	t, err := tree(reflect.ValueOf(o.Transcript))
	at := node{text: strconv.Itoa(o.At)}
	return node{open: '{', members: []node{at.named("at"), t.named("transcript")}}, err
}

var (
	raw     = reflect.TypeFor[json.RawMessage]()
	session = reflect.TypeFor[spec.Session]()
)

// tree converts a value of the transcript's types to nodes.
func tree(v reflect.Value) (node, error) {
	switch {
	case v.Type() == raw:
		return compact(v.Bytes())
	case v.Kind() == reflect.Pointer:
		return tree(v.Elem())
	case v.Kind() == reflect.Slice:
		return list(v)
	case v.Kind() == reflect.Struct:
		return object(v)
	}
	text, err := encode(v.Interface())
	return node{text: text}, err
}

func list(v reflect.Value) (node, error) {
	n := node{open: '['}
	for i := range v.Len() {
		member, err := tree(v.Index(i))
		if err != nil {
			return n, err
		}
		n.members = append(n.members, member)
	}
	return n, nil
}

// object omits every field that is zero or an empty list, except the id of a
// session. It also omits the wording of anomalies, which is never compared, and
// the positions at which something began.
func object(v reflect.Value) (node, error) {
	n := node{open: '{'}
	for i := range v.NumField() {
		field, key := v.Field(i), memberName(v.Type().Field(i))
		if key == "" || empty(field) && !(v.Type() == session && key == "id") || key == "detail" {
			continue
		}
		member, err := tree(field)
		if err != nil {
			return n, err
		}
		n.members = append(n.members, member.named(key))
	}
	return n, nil
}

func empty(v reflect.Value) bool {
	return v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0
}

func memberName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "-" {
		return markKeys[f.Name]
	}
	return name
}

func compact(value []byte) (node, error) {
	var out bytes.Buffer
	if err := json.Compact(&out, value); err != nil {
		return node{}, fmt.Errorf("golden: %w", err)
	}
	return node{text: out.String()}, nil
}

// encode is json.Marshal without HTML escapes.
func encode(v any) (string, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "", fmt.Errorf("golden: %w", err)
	}
	return strings.TrimSuffix(out.String(), "\n"), nil
}
