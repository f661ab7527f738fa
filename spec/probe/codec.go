package probe

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// How lines are read and written. Duplicate keys and bad UTF-8 are data of the
// streams that pass through; what they mean is not for the codec to say.
var tolerant = []json.Options{
	jsontext.AllowDuplicateNames(true),
	jsontext.AllowInvalidUTF8(true),
	json.Deterministic(true),
}

// AppendLine appends v and a line end to dst. A message over the limits is a
// *ProtocolError, and dst is as it was.
func AppendLine(dst []byte, v any, l Limits) ([]byte, error) {
	line, err := json.Marshal(v, verbatim)
	if err != nil {
		return dst, fmt.Errorf("write a message of the probe contract: %w", err)
	}
	if bad := l.check(line); bad != nil {
		return dst, bad
	}
	return append(append(dst, line...), '\n'), nil
}

// verbatim keeps records as they came.
var verbatim = json.JoinOptions(strict, jsontext.PreserveRawStrings(true))

// decode reads a line into v.
func decode(line []byte, v any, l Limits) *ProtocolError {
	if bad := l.check(line); bad != nil {
		return bad
	}
	if json.Unmarshal(line, v, strict) == nil {
		return nil
	}
	zero := reflect.ValueOf(v).Elem()
	zero.SetZero()
	if err := json.Unmarshal(line, v, lenient); err != nil {
		return explain(err)
	}
	return nil
}

// decodeAnswer reads a line of a candidate into v: an object, in UTF-8.
func decodeAnswer(line []byte, v any, l Limits) *ProtocolError {
	if bad := isObject(line); bad != nil {
		return bad
	}
	if bad := decode(line, v, l); bad != nil {
		return bad
	}
	if utf8.Valid(line) {
		return nil
	}
	err := jsontext.NewDecoder(bytes.NewReader(line), jsontext.AllowDuplicateNames(true)).SkipValue()
	bad := explain(err)
	bad.What, bad.Fix = "is no UTF-8", "write UTF-8; an adapter gives bytes that are none in a chunk, as base64"
	return bad
}

// Most lines are read strictly, which is faster; lenient are those in which a
// language wrote an integer as it pleased.
var (
	strict  = json.JoinOptions(tolerant...)
	lenient = json.JoinOptions(strict, json.WithUnmarshalers(wholeNumbers))
)

// wholeNumbers lets a language write an integer as 3.0 or 3e0.
var wholeNumbers = json.JoinUnmarshalers(
	json.UnmarshalFromFunc(func(d *jsontext.Decoder, to *int64) error { return whole(d, to) }),
	json.UnmarshalFromFunc(func(d *jsontext.Decoder, to *int) error {
		var n int64
		err := whole(d, &n)
		*to = int(n)
		return err
	}),
)

// safe is the greatest integer that every language's numbers hold.
const safe = 1 << 53

func whole(d *jsontext.Decoder, to *int64) error {
	if d.PeekKind() != '0' {
		return errors.ErrUnsupported
	}
	text, err := d.ReadValue()
	if err != nil {
		return err
	}
	n, err := strconv.ParseFloat(string(text), 64)
	if err != nil || n != math.Trunc(n) || math.Abs(n) > safe {
		return fmt.Errorf("%s is no whole number within 2^53", text)
	}
	*to = int64(n)
	return nil
}

// explain turns an error of the JSON library into a fault with its place.
func explain(err error) *ProtocolError {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		return &ProtocolError{
			Reason: NotJSON, Path: dotted(string(syntax.JSONPointer)), Offset: syntax.ByteOffset,
			What: "is no JSON: " + syntax.Err.Error(),
			Fix:  "write one JSON object a line and nothing else on standard output",
		}
	}
	var semantic *json.SemanticError
	if errors.As(err, &semantic) {
		return &ProtocolError{
			Reason: WrongType, Path: dotted(string(semantic.JSONPointer)), Offset: semantic.ByteOffset,
			What: mismatch(semantic),
		}
	}
	return &ProtocolError{Reason: NotJSON, What: err.Error()}
}

func mismatch(e *json.SemanticError) string {
	if e.Err != nil {
		return e.Err.Error()
	}
	what := "is of the wrong type"
	if e.JSONKind != 0 {
		what = "is a JSON " + e.JSONKind.String()
	}
	if e.GoType != nil {
		what += ", not " + kindOf(e.GoType)
	}
	return what
}
