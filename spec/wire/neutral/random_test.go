package neutral_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"

	"github.com/quock-dev/quock/spec"
)

// words are strings that readers of JSON get wrong.
var words = []string{
	"", "a", "0", "null", "__proto__", "constructor", "Zoë", "😀", "\u2028\u2029\u0085", "\"\\/\b\f\n\r\t\x00", "{\"kind\":\"text\"}", "</script>&", "\ufeff",
}

// randomEvent sets about one field in three of an event to something.
func randomEvent(r *rand.Rand) spec.Event {
	var e spec.Event
	fill(r, reflect.ValueOf(&e).Elem(), 3)
	e.Kind = spec.Kinds()[r.IntN(len(spec.Kinds()))]
	e.Record = 0
	return e
}

// fullEvent sets every field to something that is not its zero.
func fullEvent(r *rand.Rand) spec.Event {
	var e spec.Event
	fill(r, reflect.ValueOf(&e).Elem(), 1)
	e.Kind, e.Record = spec.NoteEvent, 0
	return e
}

// fill sets one in rarity fields below v.
func fill(r *rand.Rand, v reflect.Value, rarity int) {
	switch v.Interface().(type) {
	case json.RawMessage:
		v.SetBytes([]byte(fmt.Sprintf(`{"k":[%d,"x",{}]}`, r.IntN(9))))
		return
	case spec.Ref:
		v.Set(reflect.ValueOf(spec.To(words[r.IntN(len(words))])))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if r.IntN(rarity) == 0 {
				fill(r, v.Field(i), rarity)
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(r, v.Elem(), rarity)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1+r.IntN(2), 2))
		for i := range v.Len() {
			fill(r, v.Index(i), rarity)
		}
	case reflect.String:
		v.SetString(words[1+r.IntN(len(words)-1)])
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(1 + r.Int64N(1<<53))
	case reflect.Uint8:
		v.SetUint(1)
	default:
		panic("no random " + v.Type().String())
	}
}
