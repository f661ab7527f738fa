package console

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// OneOf refuses a value that is none of those that there are, and suggests the nearest.
func OneOf(what, value string, values []string) error {
	if slices.Contains(values, value) {
		return nil
	}
	err := fmt.Errorf("no %s %q; there are %s", what, value, strings.Join(values, ", "))
	if near := spec.Nearest(value, values); near != "" {
		err = fmt.Errorf("no %s %q, did you mean %s? There are %s", what, value, near, strings.Join(values, ", "))
	}
	return err
}
