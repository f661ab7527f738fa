package shrink

import (
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/follow"
)

// Reduce makes a subject as small as it can be while the judge's answer contains
// a signature. A subject whose answer does not contain it comes back as it is.
//
// Its procedure, until nothing gets smaller: cut behind the failing prefix; leave
// out whole sessions, turns, messages, calls and stretches of events, many at
// once first, until no single event, and while few are left no pair, can go.
// What is left is made plainer: fragments joined, fields left out, texts and
// arguments short. When nothing gets smaller so, sessions, turns and messages are
// made one, and one cheap event is tried in the place of several. Last come the
// normal form (Normal), step by step, and which values do not matter.
//
// An event that no longer finds what it found in the original (its session, its
// open turn and message, its call) goes with what it leaned on.
//
// The subject is neither changed nor kept, but the result shares what its events
// point to.
func Reduce(s *Subject, hold Signature, o Options) Result {
	r := newReducer(s, hold, o)
	if !r.begin() {
		return r.result(nil)
	}
	if o.Light && !o.Records {
		r.lighten()
	}
	r.loop()
	if o.Records {
		return r.result(nil)
	}
	r.normal()
	r.after = nil
	if o.Light {
		return r.result(nil)
	}
	return r.result(r.explain())
}

// reducer is one reduction.
type reducer struct {
	options  Options
	hold     Signature
	features spec.Features
	forms    spec.Forms
	stream   *follow.Follower

	now      draft // the smallest so far
	original draft
	sown     []seed // single events of it that may be tried
	known    map[sum]*verdict
	trials   []*trial
	others   []Other
	// guesses are candidates that are likely to come after the next one, after
	// those with which the next pass begins: what is judged ahead if there is room.
	guesses, after []func(d *draft) bool

	runs    int
	stopped bool

	uids       int            // how many events the original has
	identified map[int32]bool // the ids of its events
	mentioned  []bool         // by key, of the draft looked at last
	marked     []int32        // by uid: the last mark
	mark       int32
	places     []int32 // by uid: where it stood in the present draft when looked for last
	kept       []node
	bytes      []byte
}

func newReducer(s *Subject, hold Signature, o Options) *reducer {
	if o.Runs <= 0 {
		o.Runs = DefaultRuns
	}
	r := &reducer{
		options: o, hold: hold, features: s.Stream.Features, forms: s.Stream.Forms,
		known: map[sum]*verdict{}, uids: len(s.Stream.Events),
	}
	r.stream = follow.New(&r.features)
	r.now = r.drafting(s)
	r.threatened(s.Faults)
	r.identified = identified(r.now.nodes)
	r.original = r.now
	r.original.nodes = slices.Clone(r.now.nodes)
	r.marked, r.places = make([]int32, r.uids), make([]int32, r.uids)
	return r
}

// begin reports whether the whole subject fails as is asked.
func (r *reducer) begin() bool {
	ends := recordEnds(r.now.nodes)
	r.guesses = []func(d *draft) bool{r.cut(r.original.nodes, ends, len(ends)/2)}
	defer func() { r.guesses = nil }()
	return r.first(1, func(_ int, d *draft) bool {
		d.nodes, d.dangers = append(d.nodes, r.now.nodes...), r.now.dangers
		return true
	}) == 0
}

// loop goes through the passes until none finds anything.
func (r *reducer) loop() {
	for again := true; again && !r.stopped; {
		before := r.now.size()
		r.after = []func(d *draft) bool{r.allOptional}
		r.prefix()
		r.delete()
		if !r.options.Records {
			r.after = []func(d *draft) bool{r.somePair}
			r.rewrite()
		}
		r.after = []func(d *draft) bool{r.allNamed}
		if again = r.now.size().less(before); !again && !r.options.Records && !r.stopped {
			again = r.unstick()
		}
	}
}

func (r *reducer) result(free []Mark) Result {
	out := Result{Runs: r.runs, Stopped: r.stopped, Others: r.others, Free: free}
	r.render(&r.now, &out.Subject)
	return out
}

// unstick leaves a local minimum, from which no single event can go and nothing
// gets plainer: two events go at once, a single event of the original is tried
// alone, sessions, turns and messages are made one, and one cheap event takes the
// place of several. It reports whether one of these gave something smaller.
func (r *reducer) unstick() bool {
	var tries []func(d *draft) bool
	for _, u := range r.pairs() {
		tries = append(tries, func(d *draft) bool { return r.without([]unit{u}, d) })
	}
	for _, s := range r.seeds() {
		tries = append(tries, func(d *draft) bool { return r.alone(&s, d) })
	}
	for _, m := range r.mergings() {
		tries = append(tries, func(d *draft) bool { return r.merged(&m, d) && r.smaller(d) })
	}
	for _, e := range r.closing() {
		tries = append(tries, func(d *draft) bool { return r.slotted(&e, d) && r.smaller(d) })
	}
	for _, s := range r.substitutions() {
		tries = append(tries, func(d *draft) bool { return r.substituted(&s, d) })
	}
	return r.first(len(tries), func(i int, d *draft) bool { return tries[i](d) }) >= 0
}
