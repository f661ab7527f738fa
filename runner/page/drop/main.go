// Command drop reads traces for the page that they are dropped on, where it runs as
// WebAssembly. "make drop-page" builds both.
//
//	drop check OUT PATH [N]
//	drop distill OUT PATH [N]
//
// check reads the trace that PATH means, the N-th from 0 if it means several, and writes
// the page of quock check --html to OUT/page.html. Without N, and where there are several
// traces, it writes one line for each to OUT/list.json. distill writes the fixtures of
// quock distill to OUT, and says what it replaced on standard output. What went wrong goes
// to standard error, with exit code 2.
//
// Goals: the bytes are those of the command. The memory is bounded: of a trace at most 256
// MiB are read. Non-goals: candidates, for a browser starts no program; written cases.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/runner/internal/tracepage"
	"github.com/quock-dev/quock/spec/words"
)

// mostBytes is how much of a trace is read, unpacked. Beyond it a browser's memory is not
// sure to last. It is a variable for the tests.
var mostBytes int64 = 256 << 20

// mostLines is the default of check --lines.
const mostLines = 10_000

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, words.Text(err.Error()))
		os.Exit(2)
	}
}

// A listed is one of several traces.
type listed struct {
	Name    string `json:"name"`
	Verdict string `json:"verdict"`
	Passed  bool   `json:"passed"`
}

func run(args []string) error {
	if len(args) != 3 && len(args) != 4 || args[0] != "check" && args[0] != "distill" {
		return errors.New("usage: drop check|distill OUT PATH [N]")
	}
	do, out := check, args[1]
	if args[0] == "distill" {
		do = distilled
	}
	places, err := trace.Find(args[2], false)
	if err != nil {
		return fmt.Errorf("trace %s: %w", words.Line(args[2]), err)
	}
	at := 0
	if len(args) == 4 {
		if at, err = strconv.Atoi(args[3]); err != nil || at < 0 || at >= len(places) {
			return fmt.Errorf("trace %s of %d: there is none", words.Line(args[3]), len(places))
		}
	} else if len(places) > 1 {
		return list(out, places)
	}
	if err := do(out, places[at]); err != nil {
		return fmt.Errorf("trace %s: %w", words.Line(places[at].Name), err)
	}
	return nil
}

// list checks all traces, and draws none.
func list(out string, places []trace.Place) error {
	all := make([]listed, len(places))
	for i, place := range places {
		all[i].Name = words.Line(place.Name)
		r, err := read(place, func(io.ReadSeeker, *trace.Reading, trace.Options) error { return nil })
		if err != nil {
			all[i].Verdict = "not read: " + words.Line(err.Error())
			continue
		}
		all[i].Verdict, all[i].Passed = tracepage.Verdict(r.Verdict())
	}
	text, err := json.Marshal(all)
	if err != nil {
		return fmt.Errorf("listing the traces: %w", err)
	}
	return os.WriteFile(filepath.Join(out, "list.json"), text, 0o666)
}

// check draws one trace.
func check(out string, place trace.Place) error {
	var page bytes.Buffer
	_, err := read(place, func(from io.ReadSeeker, r *trace.Reading, o trace.Options) error {
		return tracepage.Write(&page, from, place.Name, r, o, mostLines)
	})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "page.html"), page.Bytes(), 0o666)
}

// read reads a trace, and calls do with it. The error says why there is no verdict on it:
// one that breaks off has none here, for the command has room for the whole.
func read(place trace.Place, do func(io.ReadSeeker, *trace.Reading, trace.Options) error) (*trace.Reading, error) {
	from, o, err := open(place)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	r, err := trace.Read(from, o)
	if err != nil {
		return nil, sized(err, "check", place)
	}
	return r, do(from, r, o)
}

// sized says of a trace that is too large what reads it.
func sized(err error, command string, place trace.Place) error {
	if errors.Is(err, trace.ErrSize) {
		return fmt.Errorf("the page reads at most %d MiB of a trace, unpacked; in a terminal there is room: quock %s %s", mostBytes>>20, command, words.Line(place.Name))
	}
	return err
}

// open opens the stream of a trace. One that is put together from parts is held in memory.
func open(place trace.Place) (from io.ReadSeekCloser, o trace.Options, err error) {
	o.Size = mostBytes
	switch {
	case place.Err != nil:
		return nil, o, place.Err
	case place.Dir != "":
		o.Recording = trace.LoadRecording(place.Dir)
	}
	if len(place.Parts) == 0 {
		from, err = os.Open(place.Stream)
		return from, o, err
	}
	parts := place.Read()
	defer parts.Close()
	text, err := io.ReadAll(io.LimitReader(parts, mostBytes+1))
	return nopCloser{bytes.NewReader(text)}, o, err
}

type nopCloser struct{ *bytes.Reader }

func (nopCloser) Close() error { return nil }
