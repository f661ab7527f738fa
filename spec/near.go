package spec

import "strings"

// Nearest is the one of the known names that a name was probably meant to be,
// however its words are joined; "" where none is near.
func Nearest(name string, known []string) string {
	best, least := "", len(name)/2+1
	for _, k := range known {
		if d := distance(folded(name), folded(k)); d < least {
			best, least = k, d
		}
	}
	return best
}

var joints = strings.NewReplacer("_", "", "-", "", " ", "")

// folded is a name without what differs between the habits of languages.
func folded(name string) string { return strings.ToLower(joints.Replace(name)) }

// distance is how many bytes have to be put in, left out or replaced to make one
// text of another (Levenshtein). Long texts are not looked at as a whole.
func distance(a, b string) int {
	const most = 64
	a, b = a[:min(len(a), most)], b[:min(len(b), most)]
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		corner := row[0]
		row[0] = i + 1
		for j := range b {
			replaced := corner
			if a[i] != b[j] {
				replaced++
			}
			corner = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
