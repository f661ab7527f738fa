package trace

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// gathered returns the places with those that are parts of one run made one, named for
// its first file. Also are files that are no places, and may be parts.
func gathered(places []Place, also ...string) []Place {
	at := map[string]int{}
	var files []wire.FolderFile
	add := func(name string, i int) {
		key := filepath.ToSlash(filepath.Clean(name))
		if head, err := headOf(name); err == nil {
			files = append(files, wire.FolderFile{Path: key, Head: head})
			at[key] = i
		}
	}
	for i := range places {
		if p := &places[i]; p.Err == nil && p.Dir == "" {
			add(p.Stream, i)
		}
	}
	for _, name := range also {
		add(name, -1)
	}
	slices.SortFunc(files, func(a, b wire.FolderFile) int { return strings.Compare(a.Path, b.Path) })
	gone := map[int]bool{}
	var whole []Place
	for _, run := range dialects.Gather(files) {
		name := filepath.FromSlash(run.Name)
		place := Place{Name: name, Stream: name, Parts: run.Parts}
		for _, part := range run.Parts {
			switch i := at[part.Path]; {
			case part.Path == run.Name && i < 0:
				whole = append(whole, place)
			case part.Path == run.Name:
				places[i] = place
			case i >= 0:
				gone[i] = true
			}
		}
	}
	for i := range places {
		if !gone[i] {
			whole = append(whole, places[i])
		}
	}
	return whole
}

func headOf(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, wire.FileHead))
}

// alone returns the file as a place, together with those that lie in the folder of its
// name and are of the same run.
func alone(path string) []Place {
	place := Place{Name: path, Stream: path}
	folder := strings.TrimSuffix(path, ".jsonl")
	if info, err := os.Stat(folder); folder == path || err != nil || !info.IsDir() {
		return []Place{place}
	}
	others, err := below(folder)
	if err != nil {
		return []Place{place}
	}
	for _, found := range gathered(append([]Place{place}, others...)) {
		if filepath.Clean(found.Stream) == filepath.Clean(path) && len(found.Parts) > 0 {
			found.Name = path
			return []Place{found}
		}
	}
	return []Place{place}
}

// Read returns the bytes of a place's parts, one behind the other. The caller closes it.
func (p Place) Read() io.ReadCloser { return &joined{parts: p.Parts} }

// A Beginning is the line of a place's stream at which one of its files begins.
type Beginning struct {
	Line int
	File string
}

// Beginnings are those of a place that is put together from parts, in order. They end
// before a file that cannot be read.
func (p Place) Beginnings() (all []Beginning) {
	line := 1
	for _, part := range p.Parts {
		all = append(all, Beginning{line, filepath.FromSlash(part.Path)})
		one := &joined{parts: []wire.FilePart{part}}
		n, err := countLines(one)
		_ = one.Close()
		if err != nil {
			break
		}
		line += n
	}
	return all
}

// countLines counts lines; the last need not have an end.
func countLines(from io.Reader) (lines int, err error) {
	last, buffer := byte('\n'), make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			lines, last = lines+bytes.Count(buffer[:n], []byte("\n")), buffer[n-1]
		}
		if err == nil {
			continue
		}
		if last != '\n' {
			lines++
		}
		if err == io.EOF {
			err = nil
		}
		return lines, err
	}
}

// At is the file, and the line in there, of a line of the stream.
func At(all []Beginning, line int) (file string, at int) {
	for i := len(all) - 1; i >= 0; i-- {
		if b := all[i]; line >= b.Line {
			return b.File, line - b.Line + 1
		}
	}
	return "", line
}

// joined reads parts, each ending with a line end.
type joined struct {
	parts []wire.FilePart
	from  io.Reader
	file  *os.File
	last  byte
}

func (j *joined) Read(b []byte) (int, error) {
	for {
		if j.from == nil {
			if len(j.parts) == 0 {
				return 0, io.EOF
			}
			if err := j.next(); err != nil {
				return 0, err
			}
		}
		n, err := j.from.Read(b)
		if n > 0 {
			j.last = b[n-1]
			return n, nil
		}
		if err != io.EOF {
			return 0, err
		}
		_ = j.Close()
		if j.from = nil; j.last != '\n' && len(j.parts) > 0 {
			j.last, j.from = '\n', strings.NewReader("\n")
		}
	}
}

func (j *joined) next() (err error) {
	part := j.parts[0]
	j.parts = j.parts[1:]
	if part.Record != nil {
		j.from = bytes.NewReader(part.Record)
		return nil
	}
	j.file, err = os.Open(filepath.FromSlash(part.Path))
	j.from = j.file
	return cause(err)
}

// Close implements io.Closer.
func (j *joined) Close() error {
	if j.file == nil {
		return nil
	}
	err := j.file.Close()
	j.file = nil
	return err
}
