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
	passes := procedure(&o)
	r.behind = passes
	begun := r.begin()
	if r.behind = nil; begun {
		r.run(passes...)
	}
	return r.result()
}

// procedure lists the passes of a reduction.
func procedure(o *Options) []pass {
	switch {
	case o.Records:
		return []pass{(*reducer).loop}
	case o.Light:
		return []pass{(*reducer).lighten, (*reducer).loop, (*reducer).normal}
	}
	return []pass{(*reducer).loop, (*reducer).normal, (*reducer).explain}
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
	free     []Mark // what explain has found free so far

	// What is judged ahead if there is room: guesses are candidates that may come after the next one,
	// behind are the passes that follow the present one. likely means that the next
	// candidate probably fails as is asked.
	guesses []func(d *draft) bool
	behind  []pass
	likely  bool
	scout   *scout // nil for the reduction itself
	spares  []*trial

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
	return r.probably(1, func(_ int, d *draft) bool {
		d.nodes, d.dangers = append(d.nodes, r.now.nodes...), r.now.dangers
		return true
	}) == 0
}

// loop goes through the passes until none finds anything.
func (r *reducer) loop() {
	before := r.now.size()
	r.run((*reducer).prefix, (*reducer).delete, (*reducer).rewrite, func(r *reducer) {
		again := r.now.size().less(before) || !r.options.Records && !r.stopped && r.unstick()
		if again && !r.stopped {
			r.loop()
		}
	})
}

func (r *reducer) result() Result {
	out := Result{Runs: r.runs, Stopped: r.stopped, Others: r.others, Free: r.free}
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
