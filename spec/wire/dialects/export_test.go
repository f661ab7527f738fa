package dialects

import "github.com/quock-dev/quock/spec/wire"

// UnreadMarks are the names of the formats that are not read, with their marks.
func UnreadMarks() map[string][]string {
	marks := map[string][]string{}
	for _, f := range unread {
		marks[f.Name] = f.marks
	}
	return marks
}

// Bears reports whether a record bears a mark.
func Bears(record []byte, mark string) bool {
	v, problem := wire.Parse(record, 1)
	return problem == nil && bears(carried(v), mark)
}
