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

// HasMark reports whether a record has a mark.
func HasMark(record []byte, mark string) bool {
	v, problem := wire.Parse(record, 1)
	return problem == nil && hasMark(carried(v), mark)
}
