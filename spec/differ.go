package spec

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// A differ walks two transcripts in parallel and collects their differences. It
// tracks its position; only a difference formats the path as a string.
type differ struct {
	observes  Parts
	emptyIsID bool
	// want is the whole wanted transcript. unseen lists its sessions that the
	// candidate may omit and does omit.
	want   *Transcript
	unseen []string

	path    []byte
	part    Observable
	session string
	message string
	call    string
	// wantAt and gotAt are where the two sides of the current place were recorded.
	wantAt, gotAt int

	found []Difference
	// quiet counts differences without recording them, to test two items for
	// equality. inner is the quiet differ of this one, kept for reuse.
	quiet bool
	count int
	inner *differ
}

// counter returns a quiet differ with a count of zero.
func (d *differ) counter() *differ {
	if d.inner == nil {
		d.inner = &differ{observes: d.observes, emptyIsID: d.emptyIsID, want: d.want, unseen: d.unseen, quiet: true}
	}
	q := d.inner
	q.part, q.count, q.path = d.part, 0, q.path[:0]
	return q
}

// enter sets the current part to p, if p is observed.
func (d *differ) enter(p Observable) bool {
	d.part = p
	return d.observes.Has(p)
}

// at appends a field's name to the path. It returns the value that back takes.
func (d *differ) at(name string) int {
	mark := len(d.path)
	if mark > 0 {
		d.path = append(d.path, '.')
	}
	d.path = append(d.path, name...)
	return mark
}

func (d *differ) index(i int) int {
	mark := len(d.path)
	d.path = append(d.path, '[')
	d.path = strconv.AppendInt(d.path, int64(i), 10)
	d.path = append(d.path, ']')
	return mark
}

func (d *differ) key(k string) int {
	mark := len(d.path)
	d.path = append(d.path, '[')
	d.path = strconv.AppendQuote(d.path, k)
	d.path = append(d.path, ']')
	return mark
}

func (d *differ) back(mark int) { d.path = d.path[:mark] }

// add records a difference here. A nil side means nothing.
func (d *differ) add(kind DifferenceKind, want, got any) {
	d.count++
	if d.quiet {
		return
	}
	d.found = append(d.found, Difference{
		Path: string(d.path), Kind: kind, Part: d.part, Want: compact(want), Got: compact(got),
		Session: d.session, Message: d.message, Call: d.call, WantAt: d.wantAt, GotAt: d.gotAt,
	})
}

// wholeFrom records a missing or extra item that one side has at a record.
func (d *differ) wholeFrom(kind DifferenceKind, item any, at int) {
	w, g := d.wantAt, d.gotAt
	if kind == Missing {
		d.wantAt = at
	} else {
		d.gotAt = at
	}
	d.whole(kind, item)
	d.wantAt, d.gotAt = w, g
}

// whole records a missing or extra item.
func (d *differ) whole(kind DifferenceKind, item any) {
	if kind == Missing {
		d.add(kind, item, nil)
		return
	}
	d.add(kind, nil, item)
}

// field records a difference in a named field. One side may be empty.
func (d *differ) field(name string, want, got any, noWant, noGot bool) {
	mark := d.at(name)
	defer d.back(mark)
	switch {
	case noWant:
		d.add(Extra, nil, got)
	case noGot:
		d.add(Missing, want, nil)
	default:
		d.add(Changed, want, got)
	}
}

func diffString[S ~string](d *differ, name string, want, got S) {
	if want != got {
		d.field(name, want, got, want == "", got == "")
	}
}

func (d *differ) bool(name string, want, got bool) {
	if want != got {
		d.field(name, want, got, false, false)
	}
}

func (d *differ) optional(name string, want, got *string) {
	diffString(d, name, value(want), value(got))
}

// sessionRef compares references to sessions, where "" may be an id. A session
// that is its own parent has none.
func (d *differ) sessionRef(name string, want, got *string) {
	if d.emptyIsID && (want == nil) != (got == nil) {
		d.field(name, want, got, want == nil, got == nil)
		return
	}
	d.optional(name, want, got)
}

func (d *differ) usage(want, got *Usage) {
	var w, g Usage
	if want != nil {
		w = *want
	}
	if got != nil {
		g = *got
	}
	if w != g {
		d.field("usage", want, got, w == Usage{}, g == Usage{})
	}
}

// json compares values. Empty ones equal none.
func (d *differ) json(name string, want, got json.RawMessage) {
	if bytes.Equal(want, got) {
		return
	}
	noWant, noGot := EmptyJSON(want), EmptyJSON(got)
	if noWant && noGot || !noWant && !noGot && JSONEqual(want, got) {
		return
	}
	d.field(name, want, got, noWant, noGot)
}

func value(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// compact returns v as JSON. Text that is no JSON is quoted.
func compact(v any) string {
	if v == nil {
		return ""
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		if raw, ok := v.(json.RawMessage); ok {
			return strconv.Quote(string(raw))
		}
		return strconv.Quote(err.Error())
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}
