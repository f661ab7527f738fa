package candidate

import (
	"bytes"
	"strconv"

	"github.com/quock-dev/quock/spec/probe"
)

// appendRun encodes a run as probe.AppendLine does, but copies the records of the
// stream, which are JSON already. A run that is not plain goes to probe.AppendLine.
func appendRun(dst []byte, req *probe.RunRequest, l probe.Limits) ([]byte, error) {
	if !plain(req, l.Depth) {
		return probe.AppendLine(dst, req, l)
	}
	start := len(dst)
	dst = append(dst, `{"op":"run","id":`...)
	dst = strconv.AppendInt(dst, req.ID, 10)
	dst = append(append(append(dst, `,"dialect":"`...), req.Dialect...), `","events":[`...)
	for i, record := range req.Events {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, record...)
	}
	dst = append(dst, ']')
	for i, at := range req.Observe {
		if i == 0 {
			dst = append(dst, `,"observe":[`...)
		} else {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(at), 10)
	}
	if len(req.Observe) > 0 {
		dst = append(dst, ']')
	}
	if req.End != "" {
		dst = append(append(append(dst, `,"end":"`...), req.End...), '"')
	}
	dst = append(dst, '}')
	if line := dst[start:]; len(line) > l.Line || bytes.IndexByte(line, '\n') >= 0 {
		return probe.AppendLine(dst[:start], req, l) // which says so, or writes the records in a line
	}
	return append(dst, '\n'), nil
}

// plain reports whether appendRun can encode a run itself if its records have no line ends: it
// has records, only the keys written above, and cannot nest too deep.
func plain(req *probe.RunRequest, depth int) bool {
	if len(req.Chunks) > 0 || len(req.Reload) > 0 || req.Out != "" || req.Store != "" || !word(req.Dialect) || !word(string(req.End)) {
		return false
	}
	for _, record := range req.Events {
		if len(record) == 0 || len(record) > depth-2 && opened(record) > depth-2 {
			return false
		}
	}
	return true
}

// opened counts what may open an array or object.
func opened(record []byte) int {
	return bytes.Count(record, []byte{'{'}) + bytes.Count(record, []byte{'['})
}

// word reports whether a text needs no escape in JSON.
func word(s string) bool {
	for _, r := range []byte(s) {
		if r < ' ' || r > '~' || r == '"' || r == '\\' {
			return false
		}
	}
	return true
}
