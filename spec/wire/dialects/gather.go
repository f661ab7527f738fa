package dialects

import "github.com/quock-dev/quock/spec/wire"

// Gather asks every codec whose producer keeps a run in several files (wire.Gatherer)
// which of these are one run. The files come in the order of their paths.
func Gather(files []wire.FolderFile) (runs []wire.FileRun) {
	for _, c := range All() {
		if g, ok := c.(wire.Gatherer); ok {
			runs = append(runs, g.Gather(files)...)
		}
	}
	return runs
}
