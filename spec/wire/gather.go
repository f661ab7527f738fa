package wire

// A Gatherer is a codec whose producer keeps one run in several files.
type Gatherer interface {
	// Gather finds the runs that lie in several of the files, which come in the order
	// of their paths. A file is in one run at most; one that is in none is a stream by
	// itself, or none.
	Gather(files []File) []Run
}

// A File is one of those that may be parts of a run.
type File struct {
	// Path has slashes; all paths have the same root.
	Path string
	// Head is how it begins: FileHead bytes, or all where that is less.
	Head []byte
}

// FileHead is the length of a File's head.
const FileHead = 64 << 10

// A Run is one stream that is kept in several files.
type Run struct {
	// Name is the path of the file that the run is named for, one of the parts.
	Name string
	// Parts are in the order in which they are read.
	Parts []Part
}

// A Part is a file, or the record that stands for it in the stream.
type Part struct {
	Path string
	// Record, if it is not nil, is read in the place of the file's bytes.
	Record []byte
}
