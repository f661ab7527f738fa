package zoo

// A Share says how many bugs of a class are caught.
type Share struct {
	// Class is the class of the bugs, "" for all of them.
	Class string
	// Rows counts the bugs, Caught those that a rule catches.
	Rows, Caught int
}

// Percent returns the share in whole percent, rounded down.
func (s Share) Percent() int {
	if s.Rows == 0 {
		return 0
	}
	return 100 * s.Caught / s.Rows
}

// Shares counts the rows by class, in the order of the first row of each class,
// and all rows.
func Shares(rows []Row) (classes []Share, all Share) {
	at := map[string]int{}
	for i := range rows {
		r := &rows[i]
		if _, known := at[r.Class]; !known {
			at[r.Class] = len(classes)
			classes = append(classes, Share{Class: r.Class})
		}
		for _, s := range []*Share{&classes[at[r.Class]], &all} {
			s.Rows++
			if r.Caught() {
				s.Caught++
			}
		}
	}
	return classes, all
}
