package minima

import (
	"reflect"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/deviation"
)

// A decisions is a set of the model's decisions, by the fields of its semantics.
type decisions [2]uint64

func (d *decisions) add(field int) { d[field/64] |= 1 << (field % 64) }

func (d decisions) meets(other decisions) bool { return d[0]&other[0] != 0 || d[1]&other[1] != 0 }

// honest are the honest decisions.
var honest = model.Honest()

// replaced are the decisions that a mutant does not take honestly.
func replaced(m deviation.Deviation) decisions {
	sem, _ := m.New()
	var d decisions
	was, is := reflect.ValueOf(honest), reflect.ValueOf(sem)
	for i := range was.NumField() {
		if was.Field(i).Pointer() != is.Field(i).Pointer() {
			d.add(i)
		}
	}
	return d
}

// watched are the honest decisions; each that is asked is added to what seen
// points to.
func watched(seen *decisions) model.Semantics {
	sem := honest
	v := reflect.ValueOf(&sem).Elem()
	for i := range v.NumField() {
		f := reflect.ValueOf(honest).Field(i)
		v.Field(i).Set(reflect.MakeFunc(f.Type(), func(args []reflect.Value) []reflect.Value {
			seen.add(i)
			return f.Call(args)
		}))
	}
	return sem
}
