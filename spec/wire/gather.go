package wire

// A Gatherer is a codec whose producer keeps one run in several files.
type Gatherer interface {
	// Gather finds the runs that lie in several of the files, which come in the order
	// of their paths. A file is in one run at most; one that is in none is a stream by
	// itself, or none.
	Gather(files []FolderFile) []FileRun
}

// A FolderFile is one of those that may be parts of a run.
type FolderFile struct {
	// Path has slashes; all paths have the same root.
	Path string
	// Head is how it begins: FileHead bytes, or all where that is less.
	Head []byte
}

// FileHead is the length of the head of a FolderFile.
const FileHead = 64 << 10

// A FileRun is one stream that is kept in several files.
type FileRun struct {
	// Name is the path of the file that the run is named for, one of the parts.
	Name string
	// Parts are in the order in which they are read.
	Parts []FilePart
}

// A FilePart is a file, or the record that stands for it in the stream.
type FilePart struct {
	Path string
	// Record, if it is not nil, is read in the place of the file's bytes.
	Record []byte
}
