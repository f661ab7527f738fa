package fit

import (
	"fmt"
	"slices"

	"github.com/quock-dev/quock/model/deviation"
)

var Identical = identical

// Viewed reads each case for all views at once, beside a set. It returns how many change
// something, and those that come to something else where a case is read for them alone.
func Viewed(cases []Answered, set []deviation.Deviation) (show int, wrong []string) {
	f := newFitter(cases, Options{})
	f.begin(nil, set)
	for at := range cases {
		f.view(at)
		for d, got := range f.more[at] {
			want := f.readWith(d, at)
			if !unchanged(f.base[at], want) {
				show++
			}
			if !slices.Equal(got, want) || unchanged(f.base[at], got) != unchanged(f.base[at], want) {
				wrong = append(wrong, fmt.Sprintf("%s on case %d: %v, alone %v", f.all[d].Name, at, got, want))
			}
		}
	}
	return show, wrong
}
