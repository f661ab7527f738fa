package trace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec/wire"
)

// Errors for a path that leads to no trace.
var (
	ErrNoStream = errors.New("its stream is missing: there is no stdout.jsonl in it")
	ErrNoTrace  = errors.New("there is no trace in it")
	ErrPointer  = errors.New("it leads to no trace")
)

// A Place is where one trace lies.
type Place struct {
	// Name is the trace's name for people: the folder of a recording, else the file.
	Name string
	// Stream is the file of the stream, Dir the folder of a recording, "" for a
	// lone file.
	Stream, Dir string
	// Parts are what its stream is put together from (see Read), where a run is kept in
	// several files.
	Parts []wire.FilePart
	// Err says why a place that Find came across has no trace.
	Err error
}

// loose are the file extensions of streams in a folder that is no recording.
var loose = []string{".jsonl", ".ndjson", ".json", ".sse"}

// Find returns the traces that a path means:
//
//   - A pointer (a file named .last-live-trace) means what it points to.
//   - Any other file is one trace, with the files of its run in the folder of its name.
//   - A folder with a stdout.jsonl is a recording, one trace.
//   - Any other folder with a pointer means what the pointer points to.
//   - Any other folder means every recording and every file with the extension of a
//     stream below it, in the order of their paths. Hidden files, hidden folders and
//     links to folders are skipped. Files that are parts of one run (wire.Gatherer) are
//     one trace, also with the file beside the folder that has its name.
//
// With all, Find follows no pointer in or below the folder, so it finds everything
// in it. A path in a pointer is relative to the pointer's folder. If nothing is
// there, it is relative to the folder above, because recorders write the path as
// seen from where they run.
func Find(path string, all bool) ([]Place, error) { return (&finder{all: all}).find(path) }

// A finder follows one path. It remembers the pointers that it followed.
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
		return alone(path), nil
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
	places = gathered(places, filepath.Clean(dir)+".jsonl")
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

// recordingIn returns the recording that a folder with these files is. A folder
// with the other files of a recording, but no stream, is a recording whose stream
// is missing.
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

// below finds every trace below a folder that is no recording itself. The folder
// may be a link.
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

// loosePlace returns the trace in a regular file; links are followed. A link that
// leads nowhere is reported; anything else is skipped.
func loosePlace(path string) []Place {
	switch info, err := os.Stat(path); {
	case err != nil:
		return []Place{{Name: path, Err: cause(err)}}
	case info.Mode().IsRegular():
		return []Place{{Name: path, Stream: path}}
	}
	return nil
}
