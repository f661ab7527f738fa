package candidate

import (
	"bytes"
	"strconv"

	"github.com/quock-dev/quock/spec/probe"
)

// appendRun writes a run as probe.AppendLine does. It copies the records of a
// stream as they are, because they are JSON already; what is not plain goes the
// long way.
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
	if dst = append(dst, "}\n"...); len(dst)-start > l.Line+1 {
		return probe.AppendLine(dst[:start], req, l) // which says so
	}
	return dst, nil
}

// plain reports whether a run has records and nothing that is not written
// above, and cannot nest too deep.
func plain(req *probe.RunRequest, depth int) bool {
	if len(req.Chunks) > 0 || len(req.Reload) > 0 || req.Out != "" || req.Store != "" || !word(req.Dialect) || !word(string(req.End)) {
		return false
	}
	for _, record := range req.Events {
		opened := bytes.Count(record, []byte{'{'}) + bytes.Count(record, []byte{'['})
		if len(record) == 0 || opened > depth-2 || bytes.IndexByte(record, '\n') >= 0 {
			return false
		}
	}
	return true
}

// word reports whether a text stands in JSON as it is.
func word(s string) bool {
	for _, r := range []byte(s) {
		if r < ' ' || r > '~' || r == '"' || r == '\\' {
			return false
		}
	}
	return true
}
