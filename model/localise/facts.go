package localise

import (
	"math"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// Facts are how one transcript departs from another.
type facts struct {
	// lost and gained are hashes of the values that are missing and new, with
	// their places, ascending.
	lost, gained []uint64
	// fields counts them by sign and field.
	fields []field
}

// A field is a part of the transcript, whatever session, message or call.
type field struct {
	name string
	n    int
}

// factsOf returns how got departs from want, as far as it is observed.
func factsOf(want, got *spec.Transcript, observes spec.Parts) *facts {
	f, fields := &facts{}, map[string]int{}
	for _, d := range (spec.Compare{Observes: observes}).Transcripts(want, got) {
		if d.Part == spec.ObserveAnomalies {
			anomalous(&d)
		}
		name := bare(d.Path)
		if d.Kind != spec.Extra {
			f.lost = append(f.lost, hash(d.Path, d.Want))
			fields["-"+name]++
		}
		if d.Kind != spec.Missing {
			f.gained = append(f.gained, hash(d.Path, d.Got))
			fields["+"+name]++
		}
	}
	slices.Sort(f.lost)
	slices.Sort(f.gained)
	for name, n := range fields {
		f.fields = append(f.fields, field{name, n})
	}
	slices.SortFunc(f.fields, func(a, b field) int { return strings.Compare(a.name, b.name) })
	return f
}

// anomalous makes the kind of an anomaly part of the name of its field. What it
// says in words does not count.
func anomalous(d *spec.Difference) {
	kind, rest, _ := strings.Cut(strings.TrimPrefix(d.Path, `anomalies["`), `"]`)
	d.Path, d.Want, d.Got = "anomalies."+kind+rest, "", ""
}

// bare returns a path without what stands in brackets.
func bare(path string) string {
	var b strings.Builder
	for path != "" {
		at := strings.IndexByte(path, '[')
		if at < 0 {
			break
		}
		b.WriteString(path[:at])
		path = path[at+1:]
		if strings.HasPrefix(path, `"`) {
			path = path[quoted(path):]
		}
		path = path[strings.IndexByte(path, ']')+1:]
	}
	b.WriteString(path)
	return b.String()
}

// quoted returns the length of the quoted text at the beginning.
func quoted(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(s)
}

func hash(texts ...string) uint64 {
	h := uint64(14695981039346656037)
	for _, s := range texts {
		for i := range len(s) {
			h = (h ^ uint64(s[i])) * 1099511628211
		}
		h = (h ^ 0xff) * 1099511628211
	}
	return h
}

// like returns how much two departures are alike, from 0 to 1: the same facts,
// the same facts lost, and above all the same fields.
func (f *facts) like(g *facts) float64 {
	lost, gained := common(f.lost, g.lost), common(f.gained, g.gained)
	all := share(lost+gained, len(f.lost)+len(g.lost)+len(f.gained)+len(g.gained)-lost-gained, 0)
	return (all + share(lost, len(f.lost)+len(g.lost)-lost, all) + 2*f.sameFields(g)) / 4
}

// share returns n of all, or none where there are none.
func share(n, all int, none float64) float64 {
	if all == 0 {
		return none
	}
	return float64(n) / float64(all)
}

// common counts the elements that two ascending lists share.
func common(a, b []uint64) (n int) {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			n, i, j = n+1, i+1, j+1
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return n
}

// sameFields returns how much the counts of two lists of fields are alike.
func (f *facts) sameFields(g *facts) float64 {
	low, high := 0.0, 0.0
	weigh := func(n int) float64 { return math.Log1p(float64(n)) }
	i, j := 0, 0
	for i < len(f.fields) || j < len(g.fields) {
		switch {
		case j == len(g.fields) || i < len(f.fields) && f.fields[i].name < g.fields[j].name:
			high += weigh(f.fields[i].n)
			i++
		case i == len(f.fields) || g.fields[j].name < f.fields[i].name:
			high += weigh(g.fields[j].n)
			j++
		default:
			low += weigh(min(f.fields[i].n, g.fields[j].n))
			high += weigh(max(f.fields[i].n, g.fields[j].n))
			i, j = i+1, j+1
		}
	}
	if high == 0 {
		return 0
	}
	return low / high
}
