package codex

import (
	"cmp"
	"maps"
	"slices"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A threadFile is what the first line of a rollout file says of whose it is.
type threadFile struct {
	path, id string
	parent   string // the thread that spawned it, "" for none
}

// Gather implements wire.Gatherer: each thread has a file of its own, and a thread
// that another one spawned names it. A run is a thread with all below it, each behind
// its parent, those of one parent in the order of their paths, which have the time of
// their start. A thread whose parent is not among the files is alone, or begins a run;
// so are those of which two files are there, since nobody can tell which one is meant.
func (codec) Gather(files []wire.FolderFile) (runs []wire.FileRun) {
	threads := map[string][]threadFile{}
	for i := range files {
		if t := threadOf(files[i].Head); t.id != "" {
			t.path = files[i].Path
			threads[t.id] = append(threads[t.id], t)
		}
	}
	maps.DeleteFunc(threads, func(_ string, same []threadFile) bool { return len(same) > 1 })
	children := map[string][]threadFile{}
	var roots []threadFile
	for _, id := range slices.Sorted(maps.Keys(threads)) {
		t := threads[id][0]
		if threads[t.parent] == nil {
			roots = append(roots, t)
			continue
		}
		children[t.parent] = append(children[t.parent], t)
	}
	for _, root := range roots {
		if run := family(root, children); len(run.Parts) > 1 {
			runs = append(runs, run)
		}
	}
	return runs
}

// family is the run of a thread that has no parent here.
func family(root threadFile, children map[string][]threadFile) wire.FileRun {
	run := wire.FileRun{Name: root.path}
	var follow func(threadFile)
	follow = func(t threadFile) {
		run.Parts = append(run.Parts, wire.FilePart{Path: t.path})
		own := children[t.id]
		slices.SortFunc(own, func(a, b threadFile) int { return cmp.Compare(a.path, b.path) })
		for _, child := range own {
			follow(child)
		}
	}
	follow(root)
	return run
}

// threadOf reads the beginning of a file. Its first line may be longer than that, but
// not what stands before the instructions in it.
func threadOf(head []byte) (t threadFile) {
	line := scan.NewCursor(head, wire.MaxDepth)
	kind := ""
	for more := line.Open('{'); more; more = line.Next('}') {
		switch string(line.Key()) {
		case "type":
			kind = wire.Text(scan.Value(line.Value()))
		case "payload":
			if kind == metaLine {
				t.read(&line)
			}
			return t
		default:
			line.Value()
		}
	}
	return threadFile{}
}

func (t *threadFile) read(line *scan.Cursor) {
	spawned := ""
	for more := line.Open('{'); more; more = line.Next('}') {
		key := string(line.Key())
		switch value := line.Value(); key {
		case "id":
			t.id = wire.Text(scan.Value(value))
		case "parent_thread_id":
			t.parent = wire.Text(scan.Value(value))
		case "source":
			spawned = wire.Text(spawnOf(scan.Value(value)).Get("parent_thread_id"))
		}
	}
	t.parent = cmp.Or(t.parent, spawned)
}
