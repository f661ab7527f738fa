package exact

import (
	"cmp"
	"encoding/binary"
	"reflect"
	"slices"
)

// Encode returns the bytes of what a pointer points to. It panics for a type that is no plain
// data.
func Encode(v any) []byte { return encode(nil, reflect.ValueOf(v).Elem()) }

func encode(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		return append(b, flag(v.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(b, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return binary.AppendUvarint(b, v.Uint())
	case reflect.String:
		return append(binary.AppendUvarint(b, uint64(v.Len())), v.String()...)
	case reflect.Pointer:
		if b = append(b, flag(!v.IsNil())); v.IsNil() {
			return b
		}
		return encode(b, v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				b = encode(b, v.Field(i))
			}
		}
		return b
	case reflect.Slice:
		return encodeSlice(b, v)
	case reflect.Map:
		return encodeMap(b, v)
	}
	panic("exact: " + v.Type().String() + " is no plain data")
}

func encodeSlice(b []byte, v reflect.Value) []byte {
	if v.IsNil() {
		return append(b, 0)
	}
	b = binary.AppendUvarint(b, uint64(v.Len())+1)
	if v.Type().Elem().Kind() == reflect.Uint8 {
		return append(b, v.Bytes()...)
	}
	for i := range v.Len() {
		b = encode(b, v.Index(i))
	}
	return b
}

// encodeMap writes a map whose keys are texts.
func encodeMap(b []byte, v reflect.Value) []byte {
	if v.IsNil() {
		return append(b, 0)
	}
	b = binary.AppendUvarint(b, uint64(v.Len())+1)
	keys := v.MapKeys()
	slices.SortFunc(keys, func(x, y reflect.Value) int { return cmp.Compare(x.String(), y.String()) })
	for _, k := range keys {
		b = encode(encode(b, k), v.MapIndex(k))
	}
	return b
}

func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}
