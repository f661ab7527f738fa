package exact

import (
	"encoding/binary"
	"errors"
	"reflect"
)

// ErrCut says that bytes are not those of such a value.
var ErrCut = errors.New("exact: bytes that were cut short or changed")

// Decode reads a value from all of the bytes into what a pointer points to. The value
// shares no memory with the bytes. The error is ErrCut. It panics for a type that is no
// plain data.
func Decode(b []byte, into any) error {
	rest, err := Prefix(b, into)
	if err == nil && len(rest) > 0 {
		err = ErrCut
	}
	return err
}

// Prefix is Decode for a value at the beginning of the bytes. It returns what follows.
func Prefix(b []byte, into any) (rest []byte, err error) {
	d := decoder{rest: b}
	d.decode(reflect.ValueOf(into).Elem())
	if d.cut {
		return nil, ErrCut
	}
	return d.rest, nil
}

type decoder struct {
	rest []byte
	cut  bool
}

func (d *decoder) decode(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(d.flag())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, size := binary.Varint(d.rest)
		d.skip(size)
		d.cut = d.cut || v.OverflowInt(n)
		v.SetInt(n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n := d.number()
		d.cut = d.cut || v.OverflowUint(n)
		v.SetUint(n)
	case reflect.String:
		v.SetString(string(d.take(d.number())))
	case reflect.Pointer:
		if v.SetZero(); d.flag() {
			v.Set(reflect.New(v.Type().Elem()))
			d.decode(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				d.decode(v.Field(i))
			}
		}
	case reflect.Slice:
		d.slice(v)
	case reflect.Map:
		d.pairs(v)
	default:
		panic("exact: " + v.Type().String() + " is no plain data")
	}
}

// slice grows as it reads, so that a wrong length costs no memory.
func (d *decoder) slice(v reflect.Value) {
	v.SetZero()
	n := d.number()
	if n == 0 || d.cut {
		return
	}
	if n--; v.Type().Elem().Kind() == reflect.Uint8 {
		v.SetBytes(append([]byte{}, d.take(n)...))
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), 0, int(min(n, 16))))
	for range n {
		one := reflect.New(v.Type().Elem()).Elem()
		if d.decode(one); d.cut {
			return
		}
		v.Set(reflect.Append(v, one))
	}
}

func (d *decoder) pairs(v reflect.Value) {
	v.SetZero()
	n := d.number()
	if n == 0 || d.cut {
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	for range n - 1 {
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		d.decode(key)
		if d.decode(value); d.cut {
			return
		}
		v.SetMapIndex(key, value)
	}
}

func (d *decoder) number() uint64 {
	n, size := binary.Uvarint(d.rest)
	d.skip(size)
	return n
}

func (d *decoder) flag() bool {
	b := d.take(1)
	d.cut = d.cut || b[0] > 1
	return !d.cut && b[0] == 1
}

// skip goes on behind a number; size is not positive where there was none.
func (d *decoder) skip(size int) {
	if size <= 0 {
		d.cut, d.rest = true, nil
		return
	}
	d.rest = d.rest[size:]
}

// take returns the next n bytes; one zero where there are fewer.
func (d *decoder) take(n uint64) []byte {
	if d.cut || n > uint64(len(d.rest)) {
		d.cut, d.rest = true, nil
		return []byte{0}
	}
	b := d.rest[:n]
	d.rest = d.rest[n:]
	return b
}
