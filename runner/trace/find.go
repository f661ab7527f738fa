package trace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// What a path can be that leads to no trace.
var (
	ErrNoStream = errors.New("its stream is missing: there is no stdout.jsonl in it")
	ErrNoTrace  = errors.New("there is no trace in it")
	ErrPointer  = errors.New("it leads to no trace")
)

// A Place is where one trace lies.
type Place struct {
	// Name is the trace's, for people: the folder of a recording, else the file.
	Name string
	// Stream is the file of the stream, Dir the folder of a recording, "" for a
	// lone file.
	Stream, Dir string
	// Err says why there is none at a place that was come upon on the way.
	Err error
}

// loose are the ends of the names that a stream may have where it lies in a
// folder with others.
var loose = []string{".jsonl", ".ndjson", ".json", ".sse"}

// Find says which traces a path means. Its procedure: a file is one trace, but
// for a pointer (a file of the name .last-live-trace), which means what it
// points to; a folder with a stdout.jsonl is a recording, one trace; any other
// folder with a pointer means what that points to; any other folder means every
// recording and every file below it whose name ends like a stream's, in the
// order of their paths. Hidden files and folders below it, and links to
// folders, are passed over. With all, pointers below and in the folder are not
// followed, so that everything in it is found.
//
// A path in a pointer is relative to the pointer's folder, or, where there is
// nothing, to the folder above: recorders note it as seen from where they run.
func Find(path string, all bool) ([]Place, error) { return (&finder{all: all}).find(path) }

// A finder follows one path; it remembers the pointers that it came through.
type finder struct {
	all  bool
	came []string
}

func (f *finder) find(path string) ([]Place, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, cause(err)
	}
	switch {
	case !info.IsDir() && filepath.Base(path) == pointerName:
		return f.follow(path)
	case !info.IsDir():
		return []Place{{Name: path, Stream: path}}, nil
	}
	return f.folder(path)
}

func (f *finder) folder(dir string) ([]Place, error) {
	names, err := namesIn(dir)
	if err != nil {
		return nil, cause(err)
	}
	if place, ok := recordingIn(dir, names); ok {
		if place.Err != nil {
			return nil, place.Err
		}
		return []Place{place}, nil
	}
	if !f.all && slices.Contains(names, pointerName) {
		return f.follow(filepath.Join(dir, pointerName))
	}
	places, err := below(dir)
	if err == nil && len(places) == 0 {
		err = ErrNoTrace
	}
	return places, err
}

func namesIn(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names, err
}

// recordingIn is the recording that a folder with these files is. One that has
// what lies beside a stream, and nothing that could be one, lacks it.
func recordingIn(dir string, files []string) (Place, bool) {
	if name := streamIn(files); name != "" {
		return Place{Name: dir, Stream: filepath.Join(dir, name), Dir: dir}, true
	}
	other := func(name string) bool { return !beside(name) && isLoose(name) }
	if slices.ContainsFunc(files, beside) && !slices.ContainsFunc(files, other) {
		return Place{Name: dir, Dir: dir, Err: ErrNoStream}, true
	}
	return Place{}, false
}

func isLoose(name string) bool {
	return !strings.HasPrefix(name, ".") && slices.Contains(loose, filepath.Ext(packed.ReplaceAllString(name, "")))
}

// below finds every trace below a folder, which may be a link, that is no
// recording itself.
func below(dir string) ([]Place, error) {
	var places []Place
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		path := filepath.Join(dir, filepath.FromSlash(name))
		switch {
		case err != nil:
			places = append(places, Place{Name: path, Err: cause(err)})
			return skip(entry)
		case name == ".":
		case entry.IsDir() && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case entry.IsDir():
			if names, err := namesIn(path); err == nil {
				if place, ok := recordingIn(path, names); ok {
					places = append(places, place)
					return fs.SkipDir
				}
			}
		case isLoose(entry.Name()):
			places = append(places, loosePlace(path)...)
		}
		return nil
	})
	return places, err
}

func skip(entry fs.DirEntry) error {
	if entry != nil && entry.IsDir() {
		return fs.SkipDir
	}
	return nil
}

// loosePlace is the trace in a file, links followed, that can be read from its
// start again; a link that leads nowhere is said, and what else there is, passed
// over.
func loosePlace(path string) []Place {
	switch info, err := os.Stat(path); {
	case err != nil:
		return []Place{{Name: path, Err: cause(err)}}
	case info.Mode().IsRegular():
		return []Place{{Name: path, Stream: path}}
	}
	return nil
}
