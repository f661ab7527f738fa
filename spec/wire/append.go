package wire

import (
	"bytes"
	"fmt"

	"github.com/quock-dev/quock/spec/wire/scan"
)

// Append writes one record, as a Reader gives it, in the framing f behind dst.
//
// Lines, Document: the text and LF. SSE: an event with the record's event, id and data;
// data that is a string and would be read back as that string is written bare
// ("[DONE]"), all other data as JSON. Coded: the code, a colon, the value and LF.
// Line ends inside the text are white space and are left out.
//
// A record that the framing cannot hold is an error: no JSON; for SSE no object
// with at most those members, or an event or id with a line end in it; for Coded
// no object with just a code and a value.
func Append(dst []byte, f Framing, record []byte) ([]byte, error) {
	value, fault := scan.Parse(record, MaxDepth)
	if fault != nil {
		return dst, fmt.Errorf("wire: write a record: %w", fault)
	}
	switch f {
	case SSE:
		return appendEvent(dst, value)
	case Coded:
		return appendCoded(dst, value)
	}
	return append(appendLine(dst, value), '\n'), nil
}

// AppendAll writes the records one behind the other; more than one is an error
// where the framing is Document.
func AppendAll(dst []byte, f Framing, records [][]byte) ([]byte, error) {
	if f == Document && len(records) > 1 {
		return dst, fmt.Errorf("wire: write a document: there are %d records", len(records))
	}
	for i, record := range records {
		var err error
		if dst, err = Append(dst, f, record); err != nil {
			return dst, fmt.Errorf("record %d: %w", i+1, err)
		}
	}
	return dst, nil
}

func appendLine(dst []byte, value scan.Value) []byte {
	for _, b := range []byte(value) {
		if b == '\n' || b == '\r' {
			return append(dst, value.Compact()...)
		}
	}
	return append(dst, value...)
}

func appendEvent(dst []byte, record scan.Value) ([]byte, error) {
	if record.Kind() != '{' {
		return dst, fmt.Errorf("wire: write an event: the record is no object")
	}
	if record.Get("event") == "" && record.Get("data") == "" {
		return dst, fmt.Errorf("wire: write an event: the record has neither event nor data")
	}
	var err error
	for key, value := range record.Members() {
		switch key {
		case "event", "id":
			dst, err = appendField(dst, key, value)
		case "data":
			dst = appendData(dst, value)
		default:
			err = fmt.Errorf("wire: write an event: no place for the key %q", key)
		}
		if err != nil {
			return dst, err
		}
	}
	return append(dst, '\n'), nil
}

func appendField(dst []byte, key string, value scan.Value) ([]byte, error) {
	text, ok := value.Text()
	if !ok || bytes.ContainsAny([]byte(text), "\r\n") || key == "id" && bytes.IndexByte([]byte(text), 0) >= 0 {
		return dst, fmt.Errorf("wire: write an event: its %s is no line of text", key)
	}
	return append(append(append(append(dst, key...), ": "...), text...), '\n'), nil
}

func appendData(dst []byte, value scan.Value) []byte {
	text, ok := value.Text()
	if !ok || !readAsText(text) {
		return append(appendLine(append(dst, "data: "...), value), '\n')
	}
	for _, line := range bytes.Split([]byte(text), []byte("\n")) {
		dst = append(append(append(dst, "data: "...), line...), '\n')
	}
	return dst
}

// readAsText reports whether a Reader gives data of that text as a string.
func readAsText(text string) bool {
	e := event{data: []byte(text), hasData: true}
	err := e.check(MaxDepth)
	return err != nil && e.isText(err) && bytes.IndexByte(e.data, '\r') < 0
}
