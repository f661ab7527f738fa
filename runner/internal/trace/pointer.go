package trace

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// pointerName is the file in which a recorder notes its latest folder.
const pointerName = ".last-live-trace"

// pointerSize is how long a pointer may be.
const pointerSize = 4096

// follow finds what a pointer points to.
func (f *finder) follow(pointer string) ([]Place, error) {
	at, err := filepath.Abs(pointer)
	if err != nil {
		return nil, err
	}
	if slices.Contains(f.came, at) {
		return nil, fmt.Errorf("%w: its pointers lead back to %s", ErrPointer, pointer)
	}
	f.came = append(f.came, at)
	target, err := pointedTo(pointer)
	if err != nil {
		return nil, err
	}
	places, err := f.find(target)
	if err != nil && !errors.Is(err, ErrPointer) {
		return nil, fmt.Errorf("%w: %s points to %s: %w", ErrPointer, pointer, target, err)
	}
	return places, err
}

// pointedTo reads a pointer.
func pointedTo(pointer string) (string, error) {
	file, err := os.Open(pointer)
	if err != nil {
		return "", fmt.Errorf("%s: %w", pointer, cause(err))
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, pointerSize+1))
	if err != nil {
		return "", fmt.Errorf("%s: %w", pointer, cause(err))
	}
	target := strings.TrimSpace(string(text))
	if target == "" || len(target) > pointerSize || strings.ContainsAny(target, "\n\r\x00") {
		return "", fmt.Errorf("%w: %s does not hold one path", ErrPointer, pointer)
	}
	if filepath.IsAbs(target) {
		return target, nil
	}
	dir := filepath.Dir(pointer)
	here := filepath.Join(dir, target)
	if isThere(here) {
		return here, nil
	}
	if above := filepath.Join(dir, "..", target); isThere(above) {
		return above, nil
	}
	return here, nil
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
