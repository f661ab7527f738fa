package spec

import (
	"fmt"
	"reflect"
	"strings"
)

// featureFields finds a field of Features by its JSON name.
var featureFields = func() map[string]int {
	fields := map[string]int{}
	t := reflect.TypeFor[Features]()
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		fields[name] = i
	}
	return fields
}()

// meets reports whether one of the need's alternatives holds. An alternative
// that names no feature is an error, even after one that holds.
func meets(f *Features, need string) (bool, error) {
	met := false
	for alternative := range strings.SplitSeq(need, "|") {
		ok, err := holds(f, alternative)
		if err != nil {
			return false, err
		}
		met = met || ok
	}
	return met, nil
}

func holds(f *Features, alternative string) (bool, error) {
	name, value, valued := strings.Cut(strings.TrimPrefix(alternative, "!"), "=")
	i, ok := featureFields[name]
	if !ok {
		return false, fmt.Errorf("no feature %q", name)
	}
	field := reflect.ValueOf(f).Elem().Field(i)
	if valued != (field.Kind() == reflect.String) {
		return false, fmt.Errorf("feature %q: a word needs =, all else has none", name)
	}
	not := strings.HasPrefix(alternative, "!")
	if valued {
		return (field.String() == value) != not, nil
	}
	return !field.IsZero() != not, nil
}
