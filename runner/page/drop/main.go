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
// MiB and 500,000 records are read, and the page of a longer one has no verdict. Non-goals:
// candidates, for a browser starts no program; written cases.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"

	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/runner/internal/tracepage"
	"github.com/quock-dev/quock/spec/words"
)

// The most of a trace that is read, in bytes unpacked and in records. Beyond it a browser's
// memory is not sure to last: each record may begin a session, which takes some kB. They
// are variables for the tests.
var (
	mostBytes   int64 = 256 << 20
	mostRecords       = 500_000
)

// mostLines is the default of check --lines.
const mostLines = 10_000

// A module's memory ends at 4 GB. Below the limit the collector, which has no thread of its
// own there, waits until the heap is five times as large as what is in use.
const (
	collectAt   = 400     // percent
	memoryLimit = 3 << 30 // bytes
)

func main() {
	debug.SetGCPercent(collectAt)
	debug.SetMemoryLimit(memoryLimit)
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
		var err error
		all[i].Verdict, all[i].Passed, err = verdict(place)
		if err != nil {
			all[i].Verdict = "not read: " + words.Line(err.Error())
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		return fmt.Errorf("listing the traces: %w", err)
	}
	return os.WriteFile(filepath.Join(out, "list.json"), text, 0o666)
}

// verdict reads one trace of several. The error says why there is no verdict.
func verdict(place trace.Place) (line string, passed bool, err error) {
	from, o, err := open(place)
	if err != nil {
		return "", false, err
	}
	defer from.Close()
	r, err := trace.Read(from, o)
	if err != nil {
		return "", false, sized(err, "check", place)
	}
	line, passed = tracepage.Verdict(r.Verdict())
	return line, passed, nil
}

// check draws one trace. Of one that is too large it draws the beginning.
func check(out string, place trace.Place) error {
	from, o, err := open(place)
	if err != nil {
		return err
	}
	defer from.Close()
	r, broken := trace.Read(from, o)
	if broken != nil && !tooLarge(broken) {
		return broken
	}
	var page bytes.Buffer
	if err := tracepage.Write(&page, from, place.Name, r, sized(broken, "check", place), o, mostLines); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "page.html"), page.Bytes(), 0o666)
}

func tooLarge(err error) bool {
	return errors.Is(err, trace.ErrSize) || errors.Is(err, trace.ErrRecords)
}

// sized says of a trace that is too large what reads the whole.
func sized(err error, command string, place trace.Place) error {
	if tooLarge(err) {
		return fmt.Errorf("the page reads at most the first %d MiB of a trace, unpacked, and the first %s; the whole, in a terminal: %s",
			mostBytes>>20, words.Counted(mostRecords, "record"), words.Line(words.Shell("quock", command, place.Name)))
	}
	return err
}

// open opens the stream of a trace. One that is put together from parts is held in memory.
func open(place trace.Place) (from io.ReadSeekCloser, o trace.Options, err error) {
	o.Size, o.Records = mostBytes, mostRecords
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
