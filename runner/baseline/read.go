package baseline

import (
	"errors"
	"fmt"
	"os"
)

// ReadFile reads the list in a file; without a name it is an empty list. The errors name
// the file, and the line.
func ReadFile(name string) (list *List, err error) {
	if name == "" {
		return &List{}, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("known failures: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if list, err = Parse(file); err != nil {
		return nil, fmt.Errorf("known failures %s: %w", name, err)
	}
	return list, nil
}
