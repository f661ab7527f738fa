package scan_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec/wire/scan"
)

// FuzzScan holds Check and Value against two other readers of JSON: which texts
// are valid, and what they say.
func FuzzScan(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,-2.5e3,"x\u00e9\n",true,null],"a":{}}`, ` [ ] `, `"\ud83d\ude00\ud800"`, "{", `{"a":tru}`, "\"\x80\"", "[[[[]]]]", `01`, `"12345678\`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		err := scan.Check(text, 1000)
		if err != nil && err.Fault == scan.TooDeep {
			return
		}
		strict := jsontext.Value(text).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
		if valid := strict && bytes.Equal(bytes.ToValidUTF8(text, nil), text); valid != (err == nil) {
			t.Fatalf("valid is %v, but Check says %v", valid, err)
		}
		if err != nil {
			checkUnfinished(t, text, err)
			return
		}
		var want any
		if err := json.Unmarshal(text, &want); err != nil {
			return // numbers out of range
		}
		v, _ := scan.Parse(text, 1000)
		if got := build(v); !reflect.DeepEqual(got, want) {
			t.Fatalf("read %#v, want %#v", got, want)
		}
		var compact bytes.Buffer
		if json.Compact(&compact, text) != nil || compact.String() != v.Compact() {
			t.Fatalf("compact is %q, want %q", v.Compact(), compact.String())
		}
	})
}

// checkUnfinished: a text that is unfinished shows its fault at its end.
func checkUnfinished(t *testing.T, text []byte, err *scan.Error) {
	if err.Offset < 0 || err.Offset > len(text) || (err.Fault == scan.Unfinished) != (err.Offset == len(text)) {
		t.Fatalf("the fault %d of %q is at %d", err.Fault, text, err.Offset)
	}
}

func build(v scan.Value) any {
	switch v.Kind() {
	case '{':
		m := map[string]any{}
		for key, member := range v.Members() {
			m[key] = build(member)
		}
		return m
	case '[':
		a := []any{}
		for element := range v.Elements() {
			a = append(a, build(element))
		}
		return a
	case '"':
		text, _ := v.Text()
		return text
	case '0':
		var n float64
		_ = json.Unmarshal([]byte(v), &n)
		return n
	case 'n':
		return nil
	}
	b, _ := v.Bool()
	return b
}

// FuzzText: what AppendText writes is read back as it was.
func FuzzText(f *testing.F) {
	f.Add("a\"\\\n\u2028\x00é😀")
	f.Fuzz(func(t *testing.T, text string) {
		v, err := scan.Parse(scan.AppendText(nil, text), 1)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := v.Text()
		if want := string([]rune(text)); !ok || got != want {
			t.Fatalf("read %q, want %q", got, want)
		}
	})
}
