package fit

import (
	"cmp"
	"slices"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

// An answer is what the reference answers at one position, by its fingerprint,
// and whether the program answers the same.
type answer struct {
	print uint64
	right bool
}

// right reports whether all answers are the program's.
func right(all []answer) bool {
	return !slices.ContainsFunc(all, func(a answer) bool { return !a.right })
}

// A fitter searches. All slices by case have one element for each case.
type fitter struct {
	all     []deviation.Deviation
	cases   []Answered
	honest  [][]answer             // what the reference answers
	base    [][]answer             // what the reference answers with the set
	asked   []*deviation.Decisions // what it asks for that, nil if not known
	idle    []map[int]bool         // the deviations of the set that departed nowhere then
	compare []map[uint64]bool      // by case: whether a fingerprint is right at a position
	set     []int                  // the chosen deviations, ascending
	given   []int                  // those of the set that stay in it
	banned  map[int]bool           // deviations that the program contradicts
	more    []map[int][]answer     // what it answers with one deviation more, by case and deviation
	less    []map[int][]answer     // what it answers without one of the set
	stale   bool                   // some of what is known was found with an earlier set
	active  func(at int) bool      // the cases to search in
	bySize  []int                  // the cases, shortest stream first
	pass    *deviation.Readthrough // the last one, whose memory the next one takes
	steps   int
	limit   int
	stopped func() bool
}

func newFitter(cases []Answered, o Options) *fitter {
	f := &fitter{
		cases: cases, limit: o.steps(), stopped: o.Stopped, banned: map[int]bool{},
		base: make([][]answer, len(cases)), asked: make([]*deviation.Decisions, len(cases)), idle: make([]map[int]bool, len(cases)), compare: make([]map[uint64]bool, len(cases)),
		more: make([]map[int][]answer, len(cases)), less: make([]map[int][]answer, len(cases)),
	}
	from := o.From
	if from == nil {
		from = deviation.All()
	}
	for _, d := range from {
		if d.Fits() {
			f.all = append(f.all, d)
		}
	}
	for at := range cases {
		f.compare[at] = map[uint64]bool{}
		f.put(at, f.read(at, nil, -1, nil, toTheEnd))
		f.bySize = append(f.bySize, at)
	}
	slices.SortStableFunc(f.bySize, func(a, b int) int {
		return cmp.Compare(len(cases[a].Stream.Events), len(cases[b].Stream.Events))
	})
	f.honest = slices.Clone(f.base)
	return f
}

// forget lets every case be read anew, where what is known of it may be of an earlier set.
func (f *fitter) forget() {
	if !f.stale {
		return
	}
	for at := range f.cases {
		f.put(at, f.base[at])
	}
	f.stale = false
}

// put replaces what the set answers on a case, and forgets what was known of it.
func (f *fitter) put(at int, base []answer) {
	f.base[at], f.asked[at] = base, nil
	f.more[at], f.less[at] = map[int][]answer{}, map[int][]answer{}
}

// begin begins the set with deviations that stay in it, and with others.
func (f *fitter) begin(given, others []deviation.Deviation) {
	for i, d := range slices.Concat(given, others) {
		at := slices.IndexFunc(f.all, func(other deviation.Deviation) bool { return other.Name == d.Name })
		if at < 0 {
			at, f.all = len(f.all), append(f.all, d)
		}
		if i < len(given) {
			f.given = append(f.given, at)
		}
		if !slices.Contains(f.set, at) {
			f.set = append(f.set, at)
		}
	}
	if len(f.set) > 0 {
		slices.Sort(f.set)
		f.reread()
	}
}

// stays reports whether a deviation may not leave the set.
func (f *fitter) stays(d int) bool { return slices.Contains(f.given, d) }

// limited reports whether the limit on steps is met, or the search was stopped.
func (f *fitter) limited() bool { return f.stopped() || f.steps >= f.limit }

// failing returns the cases that the reference with the set reads otherwise
// than the program, the shortest first.
func (f *fitter) failing() (failing []int) {
	for _, at := range f.bySize {
		if !right(f.base[at]) {
			failing = append(failing, at)
		}
	}
	return failing
}

// with returns what the reference answers on a case with the set and one
// deviation more, up to the first wrong answer that the base does not have. It
// returns the base itself where that departs nowhere. What it knows of a case is
// not read again while a change of the set changes nothing there, although the two
// together might.
func (f *fitter) with(d, at int) []answer {
	if _, known := f.more[at][d]; !known && f.all[d].Views() && f.cases[at].Loaded == nil && !f.excluded(d) {
		f.view(at)
	}
	return knownOr(f.more[at], d, func() []answer { return f.readWith(d, at) })
}

func (f *fitter) readWith(d, at int) []answer {
	base, departed := f.base[at], false
	return f.read(at, f.set, d, base, func(i int, a answer) bool {
		departed = departed || distinguishes(base[i], a)
		return departed && !a.right
	})
}

// without returns what it answers with the set less one of its deviations, up to
// where that distinguishes the two. What is known of a case is kept as in with.
func (f *fitter) without(d, at int) []answer {
	base := f.base[at]
	return knownOr(f.less[at], d, func() []answer {
		return f.readWithout(d, at, func(i int, a answer) bool { return distinguishes(base[i], a) })
	})
}

// distinguishes reports whether a program that answers one of the two would not
// answer the other.
func distinguishes(a, b answer) bool { return a.print != b.print && !(a.right && b.right) }

func knownOr(known map[int][]answer, d int, read func() []answer) []answer {
	if got, ok := known[d]; ok {
		return got
	}
	got := read()
	known[d] = got
	return got
}

func (f *fitter) readWithout(d, at int, enough func(i int, a answer) bool) []answer {
	less := slices.DeleteFunc(slices.Clone(f.set), func(other int) bool { return other == d })
	if len(less) == 0 {
		return f.honest[at]
	}
	return f.read(at, less, -1, nil, enough)
}

// read runs the reference on a case with a set of deviations, and with d unless
// it is -1. If base is what the set answers, positions before d departs are
// taken from it. It returns the answers up to the first that is enough.
func (f *fitter) read(at int, set []int, d int, base []answer, enough func(i int, a answer) bool) []answer {
	c := &f.cases[at]
	more := deviation.Count{}
	composed, watched := f.compose(set, d, &more)
	f.pass = composed.ReadAfter(f.pass, &c.Stream, c.Policies)
	out, departed := make([]answer, 0, len(c.At)), false
	for i, t := range c.answers(f.pass, func() bool { return base != nil && watched && more.Triggered == 0 }) {
		if t == nil {
			out = append(out, base[i])
			continue
		}
		a := f.answer(at, i, t)
		departed = departed || base != nil && a.print != base[i].print
		if out = append(out, a); enough(i, a) {
			break
		}
	}
	f.steps += len(c.Stream.Events) + 1
	if base != nil && !departed {
		return base
	}
	return out
}

// toTheEnd and firstWrong say which answer is enough.
func toTheEnd(int, answer) bool       { return false }
func firstWrong(_ int, a answer) bool { return !a.right }

// compose returns the deviations of the set, and d unless it is -1, in the
// order of the registry. watched says that n counts each departure of d.
func (f *fitter) compose(set []int, d int, n *deviation.Count) (c *deviation.Composed, watched bool) {
	c = deviation.Compose()
	if d < 0 {
		for _, member := range set {
			c.Add(f.all[member], nil)
		}
		return c, false
	}
	before, _ := slices.BinarySearch(set, d)
	for _, member := range set[:before] {
		c.Add(f.all[member], nil)
	}
	c.Add(f.all[d], n)
	for _, member := range set[before:] {
		c.Add(f.all[member], nil)
	}
	return c, f.all[d].Counts()
}

// answer compares a transcript of the reference with the program's. Each
// fingerprint is compared once.
func (f *fitter) answer(at, i int, t *spec.Transcript) answer {
	c := &f.cases[at]
	print, manner := fingerprint(t, c.Parts(i))
	key := mix(print^spread(manner), uint64(i))
	is, known := f.compare[at][key]
	if !known {
		is = !c.Differ(i, t, c.Got[i])
		f.compare[at][key] = is
	}
	return answer{print: print, right: is}
}

// asks reports whether the reference with the set asks a decision that the
// deviation changes, on a case; for one of the set, whether it departs.
func (f *fitter) asks(d, at int) bool {
	changed := f.all[d].Decisions()
	if changed.Empty() {
		return !f.all[d].Stores() || f.cases[at].Loaded != nil
	}
	if f.asked[at] == nil {
		f.ask(at)
	}
	return f.asked[at].Meets(changed) && !f.idle[at][d]
}

func (f *fitter) ask(at int) {
	c, seen := &f.cases[at], &deviation.Decisions{}
	composed, counts := deviation.Compose(), make([]deviation.Count, len(f.set))
	for i, member := range f.set {
		composed.Add(f.all[member], &counts[i])
	}
	composed.Watch(seen.Add)
	f.pass = composed.ReadAfter(f.pass, &c.Stream, c.Policies)
	for range Answers(f.pass, c.At, never) { // the decisions are watched
	}
	f.steps += len(c.Stream.Events) + 1
	f.asked[at], f.idle[at] = seen, map[int]bool{}
	for i, member := range f.set {
		f.idle[at][member] = f.all[member].Counts() && counts[i].Triggered == 0
	}
}
