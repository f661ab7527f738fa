package cli

import (
	"fmt"
	"io"

	"github.com/quock-dev/quock/fuzz/zoo"
	"github.com/quock-dev/quock/runner/readers"
	"github.com/quock-dev/quock/runner/trace"
)

// printReaders prints which known mistakes read a stream otherwise.
func (c console) printReaders(from io.ReadSeeker, f checkFlags) error {
	i, err := trace.Open(from, f.Options)
	if err != nil {
		return err
	}
	defer i.Close()
	all := f.readers == "all"
	found, err := readers.Find(i, all)
	if err != nil {
		return fmt.Errorf("reading it with known mistakes: %w", err)
	}
	rows, err := zoo.Read()
	if err != nil {
		return err
	}
	threads := map[string]string{}
	for i := range rows {
		threads[rows[i].ID] = rows[i].Thread
	}
	fmt.Fprintln(c.out)
	return found.Print(c.out, all, func(id string) string { return threads[id] })
}
