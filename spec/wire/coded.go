package wire

import (
	"bytes"
	"fmt"

	"github.com/quock-dev/quock/spec/wire/scan"
)

// nextCoded reads lines up to one that is a record.
func (r *Reader) nextCoded() (Record, *Problem, error) {
	record, line, problem, err := r.nextRecord()
	if problem == nil && err == nil {
		problem = r.coded(&record, line)
	}
	return record, problem, err
}

// coded makes a line the record's text, or a Problem.
func (r *Reader) coded(record *Record, line physical) *Problem {
	code, value, colon := bytes.Cut(line.text, []byte(":"))
	if !colon {
		code = bytes.TrimRight(code, "\r")
	}
	switch {
	case !colon && line.last && isCode(code):
		return record.problem(Truncated, "the input ends inside the record")
	case !isCode(code), !colon:
		problem := record.problem(Malformed, "no code before a colon")
		if isCode(code) {
			problem.Detail = "no colon behind a code"
		}
		problem.Noise = noise(line.text)
		return problem
	}
	if err := scan.Check(value, r.limits.Depth); err != nil {
		return r.invalid(*record, err, line.last)
	}
	r.out = append(append(r.out[:0], `{"code":"`...), code...)
	r.out = append(append(r.out, `","value":`...), bytes.Trim(value, " \t\r")...)
	r.out = append(r.out, '}')
	record.JSON = r.out
	return nil
}

// isCode reports whether a text can stand before the colon: ASCII letters and
// digits, at least one.
func isCode[T string | []byte](code T) bool {
	for i := range len(code) {
		switch b := code[i]; {
		case b >= '0' && b <= '9', b >= 'a' && b <= 'z', b >= 'A' && b <= 'Z':
		default:
			return false
		}
	}
	return len(code) > 0
}

// appendCoded writes a record as a line.
func appendCoded(dst []byte, record scan.Value) ([]byte, error) {
	if record.Kind() != '{' {
		return dst, fmt.Errorf("wire: write a coded line: the record is no object")
	}
	for key := range record.Members() {
		if key != "code" && key != "value" {
			return dst, fmt.Errorf("wire: write a coded line: no place for the key %q", key)
		}
	}
	code, ok := record.Get("code").Text()
	if !ok || !isCode(code) {
		return dst, fmt.Errorf("wire: write a coded line: its code is no word of letters and digits")
	}
	value := record.Get("value")
	if value == "" {
		return dst, fmt.Errorf("wire: write a coded line: the record has no value")
	}
	return append(appendLine(append(append(dst, code...), ':'), value), '\n'), nil
}
