package page

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// mostAligned is the most lines of a transcript that are put beside another one.
const mostAligned = 1500

// beside puts two transcripts beside each other and marks where they differ.
func beside(want, got *spec.Transcript, observes spec.Parts) []SidedRow {
	w, g := outlined(want, observes), outlined(got, observes)
	differences := spec.Compare{Observes: observes}.Transcripts(want, got)
	m := marker{differences}
	for i := range w {
		w[i].alone = m.at(&w[i], spec.Missing)
	}
	for i := range g {
		g[i].alone = m.at(&g[i], spec.Extra)
	}
	more := max(len(w)-mostAligned, 0) + max(len(g)-mostAligned, 0)
	w, g = w[:min(len(w), mostAligned)], g[:min(len(g), mostAligned)]
	var rows []SidedRow
	for _, p := range aligned(w, g) {
		switch {
		case p.want >= 0 && p.got >= 0 && w[p.want].text() == g[p.got].text():
			rows = append(rows, SidedRow{Depth: w[p.want].depth, Want: w[p.want].text(), Got: g[p.got].text()})
		case p.want >= 0 && p.got >= 0:
			rows = append(rows, SidedRow{w[p.want].depth, w[p.want].text(), g[p.got].text(), m.changed(&w[p.want], &g[p.got])})
		case p.want >= 0:
			rows = append(rows, SidedRow{Depth: w[p.want].depth, Want: w[p.want].text(), Mark: m.missing(&w[p.want])})
		default:
			rows = append(rows, SidedRow{Depth: g[p.got].depth, Got: g[p.got].text(), Mark: m.extra(&g[p.got])})
		}
	}
	if more > 0 {
		rows = append(rows, SidedRow{Want: "… and " + words.Counted(more, "more line")})
	}
	return rows
}

// alone is one transcript, where what was seen is not shown.
func alone(want *spec.Transcript, observes spec.Parts) []SidedRow {
	var rows []SidedRow
	for _, f := range outlined(want, observes) {
		rows = append(rows, SidedRow{Depth: f.depth, Want: f.text()})
	}
	return rows
}

// A marker says of lines of an outline whether they differ. The comparison decides; the
// alignment only says what stands beside what.
type marker struct{ differences []spec.Difference }

// below reports whether a path is another one, or within it.
func below(path, other string) bool {
	rest, is := strings.CutPrefix(path, other)
	return is && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

func (m marker) at(f *field, kinds ...spec.DifferenceKind) bool {
	for i := range m.differences {
		d := &m.differences[i]
		for _, k := range kinds {
			if d.Kind == k && below(f.path, d.Path) {
				return true
			}
		}
	}
	return false
}

func (m marker) missing(f *field) string {
	if m.at(f, spec.Missing, spec.Changed) {
		return string(spec.Missing)
	}
	return ""
}

func (m marker) extra(f *field) string {
	if m.at(f, spec.Extra) {
		return string(spec.Extra)
	}
	return ""
}

func (m marker) changed(want, got *field) string {
	if m.at(want, spec.Changed, spec.Missing) || m.at(got, spec.Extra) {
		return string(spec.Changed)
	}
	return ""
}

// A pair is a line of each side; -1 for none.
type pair struct{ want, got int }

// aligned pairs the lines of two outlines: those that are alike by their longest common
// sequence, and between them those that have the same name.
func aligned(w, g []field) []pair {
	long := make([][]int, len(w)+1)
	for i := range long {
		long[i] = make([]int, len(g)+1)
	}
	for i := len(w) - 1; i >= 0; i-- {
		for j := len(g) - 1; j >= 0; j-- {
			if alike(&w[i], &g[j]) {
				long[i][j] = long[i+1][j+1] + 1
			} else {
				long[i][j] = max(long[i+1][j], long[i][j+1])
			}
		}
	}
	var all []pair
	i, j := 0, 0
	for i < len(w) || j < len(g) {
		switch {
		case i < len(w) && j < len(g) && alike(&w[i], &g[j]):
			all = append(all, pair{i, j})
			i, j = i+1, j+1
		case i < len(w) && j < len(g) && !w[i].alone && !g[j].alone && w[i].name == g[j].name && w[i].depth == g[j].depth && long[i+1][j+1] == long[i][j]:
			all = append(all, pair{i, j})
			i, j = i+1, j+1
		case j >= len(g) || i < len(w) && long[i+1][j] >= long[i][j+1]:
			all = append(all, pair{i, -1})
			i++
		default:
			all = append(all, pair{-1, j})
			j++
		}
	}
	return all
}

func alike(a, b *field) bool {
	return !a.alone && !b.alone && a.depth == b.depth && a.text() == b.text()
}
