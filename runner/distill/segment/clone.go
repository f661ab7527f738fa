package segment

import (
	"reflect"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// Clone is a copy that shares nothing with the cutter and the decoder, so that it
// can be kept: the strings of events may be cut from much larger ones.
func (s *Segment) Clone() *Segment {
	own := *s
	own.Stream.Events = CloneEvents(s.Stream.Events)
	return &own
}

// CloneEvents copies events with all that they point to.
func CloneEvents(events []spec.Event) []spec.Event {
	from := reflect.ValueOf(events)
	return deep(from).Interface().([]spec.Event)
}

func deep(v reflect.Value) reflect.Value {
	own := reflect.New(v.Type()).Elem()
	own.Set(v)
	fill(own)
	return own
}

// fill puts a copy in the place of all that a value refers to.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		if v.Len() > 0 {
			v.SetString(strings.Clone(v.String()))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Slice:
		if v.Len() == 0 {
			return
		}
		own := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(own, v)
		v.Set(own)
		if scalar := v.Type().Elem().Kind(); scalar == reflect.Uint8 {
			return
		}
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			v.Set(deep(v.Elem()).Addr())
		}
	}
}
