package matrix

import (
	"reflect"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// Shapes returns the features of every dialect in each variant. Variants with
// equal features, such as those with another framing of the same records,
// appear once.
func Shapes() []spec.Features {
	var all []spec.Features
	for _, c := range dialects.Generated() {
		variants := c.Variants()
		if len(variants) == 0 {
			variants = []string{""}
		}
		for _, v := range variants {
			if f := c.Features(v); !known(all, f) {
				all = append(all, f)
			}
		}
	}
	return all
}

func known(all []spec.Features, f spec.Features) bool {
	for _, other := range all {
		if other.Dialect = f.Dialect; reflect.DeepEqual(other, f) {
			return true
		}
	}
	return false
}
