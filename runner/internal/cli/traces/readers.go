package traces

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/quock-dev/quock/fuzz/zoo"
	"github.com/quock-dev/quock/runner/internal/readers"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec/words"
)

// printReaders prints which known mistakes read a stream otherwise.
func (c commands) printReaders(from io.ReadSeeker, name string, reading *trace.Reading, f checkFlags) error {
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
	bug := func(id string) string { return threads[id] }
	if f.json {
		return c.readersJSON(name, reading, found.JSON(all, bug))
	}
	fmt.Fprintln(c.Out)
	return found.Print(c.Out, all, bug)
}

// A checkedJSON is the document of check --readers --json: the verdict, and the
// readings.
type checkedJSON struct {
	Trace   string `json:"trace"`
	Dialect string `json:"dialect"`
	// Verdict is pass, fail or none, with Reasons if it is not pass, and remarks.
	Verdict string   `json:"verdict"`
	Outcome string   `json:"outcome"`
	Reasons []string `json:"reasons,omitempty"`
	Remarks []string `json:"remarks,omitempty"`
	readers.ReadingsJSON
}

// readersJSON prints the document in one line.
func (c commands) readersJSON(name string, r *trace.Reading, found readers.ReadingsJSON) error {
	v := r.Verdict()
	doc := checkedJSON{name, r.Dialect, "fail", v.Outcome, v.Reasons, v.Remarks, found}
	switch {
	case v.None:
		doc.Verdict = "none"
	case v.Passed:
		doc.Verdict = "pass"
	}
	text, err := json.Marshal(doc)
	if err == nil {
		_, err = fmt.Fprintf(c.Out, "%s\n", words.JSON(text))
	}
	return err
}
