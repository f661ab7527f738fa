package console

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/quock-dev/quock/runner/internal/disk"
)

// WritePage writes a page to a file, or to standard output for "-".
func (c Console) WritePage(file string, write func(io.Writer) error) error {
	if file == "-" {
		return write(c.BareOut)
	}
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	if err := disk.Write(file, text.Bytes(), disk.Options{}); err != nil {
		return Exit(Usage, fmt.Errorf("writing the page %s: %w", file, err))
	}
	return nil
}

// Create opens a file for writing; "-" means out, "" discards.
func Create(name string, out io.Writer) (io.WriteCloser, error) {
	switch name {
	case "":
		return open{io.Discard}, nil
	case "-":
		return open{out}, nil
	}
	file, err := os.Create(name)
	if err != nil {
		return nil, Exit(Usage, fmt.Errorf("writing %s: %w", name, err))
	}
	return file, nil
}

// open is a writer whose Close does nothing.
type open struct{ io.Writer }

func (open) Close() error { return nil }
