package trace

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
)

// A Recording is what a recorder keeps beside a stream, a folder a run (debug
// workflow for heterogeneous agents, section 2): how the program was called,
// how it ended, and what it wrote to stderr. Every part may be missing.
type Recording struct {
	// Meta says how the program was called, in a line; "" if that is not known.
	Meta string
	// Process is how it ended; nil if that is not known.
	Process *Process
	// Stderr is the end of its stderr.
	Stderr Tail
	// Unused says, for each file that cannot be used, why not.
	Unused []string
}

// The files of a recording; each may be compressed. stdin.txt is never shown: it
// holds what a person typed.
const (
	metaFile   = "meta.json"
	stdinFile  = "stdin.txt"
	stderrFile = "stderr.log"
	exitFile   = "exit.json"
)

// streamNames are the possible names of the stream, best first.
var streamNames = []string{
	"stdout.jsonl", "stdout.ndjson", "stdout.json", "stdout.sse", "stdout.log", "stdout.txt", "stdout",
}

// packed matches the extensions of compressed files.
var packed = regexp.MustCompile(`\.(gz|zst|zstd)$`)

// streamIn returns the name of the stream among a folder's files; "" if it has none.
func streamIn(files []string) string {
	best, at := "", len(streamNames)
	for _, name := range files {
		if i := slices.Index(streamNames, packed.ReplaceAllString(name, "")); i >= 0 && i < at {
			best, at = name, i
		}
	}
	return best
}

// beside reports whether a file of that name is part of a recording, but not its
// stream.
func beside(name string) bool {
	return slices.Contains([]string{metaFile, stdinFile, stderrFile, exitFile}, packed.ReplaceAllString(name, ""))
}

// sideSize is how much of meta.json and exit.json is read.
const sideSize = 1 << 20

// LoadRecording reads the files beside the stream in a folder. A missing file is
// skipped; Unused names a file that cannot be used.
func LoadRecording(dir string) *Recording {
	r := &Recording{}
	r.load(dir, metaFile, func(text []byte) (err error) { r.Meta, err = parseMeta(text); return err })
	r.load(dir, exitFile, func(text []byte) (err error) { r.Process, err = parseExit(text); return err })
	var err error
	if r.Stderr, err = tailOf(dir); err != nil {
		r.unused(stderrFile, err)
	}
	return r
}

func (r *Recording) load(dir, name string, parse func([]byte) error) {
	text, err := readSide(dir, name)
	if err == nil && text != nil {
		err = parse(text)
	}
	if err != nil {
		r.unused(name, err)
	}
}

func (r *Recording) unused(name string, err error) {
	r.Unused = append(r.Unused, fmt.Sprintf("%s cannot be used: %v", name, cause(err)))
}

// readSide reads a small file, compressed or not; nil if there is none.
func readSide(dir, name string) ([]byte, error) {
	file, err := openSide(dir, name)
	if file == nil || err != nil {
		return nil, err
	}
	defer file.Close()
	s, err := openStream(file, sideSize)
	if err != nil {
		return nil, err
	}
	defer s.close()
	text, err := io.ReadAll(s)
	if errors.Is(err, ErrSize) {
		return nil, fmt.Errorf("it is longer than %d bytes", sideSize)
	}
	return text, err
}

// openSide opens a file of a recording, compressed or not; nil if there is none.
func openSide(dir, name string) (*os.File, error) {
	for _, end := range []string{"", ".gz", ".zst", ".zstd"} {
		file, err := os.Open(filepath.Join(dir, name+end))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
			file.Close()
			return nil, errors.New("it is no ordinary file")
		}
		return file, nil
	}
	return nil, nil
}

// cause returns an error without its path.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// Ended reports whether the recording says how the process ended; a nil recording
// does not.
func (r *Recording) Ended() bool { return r != nil && r.Process.known() }
