package matrix_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// A walk is the baseline that knows the state: at each step it chooses uniformly
// among the kinds of event that are valid now, and uniformly among what such an
// event can be about. It invents no fault, no story and no order of its own.
type walk struct {
	seed uint64
	rng  *rand.Rand
	f    *spec.Features

	sessions []*walkSession
	events   []spec.Event
	calls    int
	messages int
	left     int
}

type walkSession struct {
	id       string
	parent   *walkSession
	by       *walkCall
	open     bool
	turn     string
	turns    int
	messages []*walkMessage
	calls    []*walkCall
}

type walkMessage struct {
	id    string
	slots int
	// parts are what was emitted of it, to be restated.
	parts []spec.SnapshotPart
}

type walkCall struct {
	id, slot, name            string
	args, whole               string
	message                   *walkMessage
	owner                     *walkSession
	complete, started, asking bool
}

// walks makes sources of walks of about fifty events.
func walks(seed uint64) *walk { return &walk{seed: seed} }

func (w *walk) Case(f *spec.Features, shape int, number uint64) *trial.Subject {
	return w.generate(f, shape, number, w.step)
}

// generate makes a case by so many steps.
func (w *walk) generate(f *spec.Features, shape int, number uint64, step func()) *trial.Subject {
	w.rng = rand.New(rand.NewPCG(w.seed<<8|uint64(shape), number))
	w.f, w.calls, w.messages, w.events = f, 0, 0, nil
	root := &walkSession{id: "main", open: true}
	if f.NamelessRoot {
		root.id = ""
	}
	w.sessions = []*walkSession{root}
	if f.Turns == spec.TurnsRun {
		root.turn = "run"
	}
	for w.left = length(w.rng); w.left > 0; w.left-- {
		step()
	}
	return subject(f, w.events, w.rng)
}

// length is short, medium or long, as the lengths of generated cases are.
func length(rng *rand.Rand) int {
	switch n := rng.IntN(8); {
	case n < 3:
		return 4 + rng.IntN(16)
	case n < 7:
		return 16 + rng.IntN(48)
	}
	return 64 + rng.IntN(160)
}

// subject is the case of events, each a record, cut off in one of four.
func subject(f *spec.Features, events []spec.Event, rng *rand.Rand) *trial.Subject {
	for i := range events {
		events[i].Record = i + 1
		if f.EventIDs {
			events[i].ID = fmt.Sprintf("e%d", i+1)
		}
	}
	held := spec.PolicyValues()["held-attach"]
	s := &trial.Subject{Stream: spec.Stream{Features: *f, Events: events, End: spec.EOF}}
	s.Policies.HeldAttach = held[rng.IntN(len(held))]
	if rng.IntN(4) == 0 {
		s.Stream.End = spec.Cut
	}
	return s
}

// step emits one event of a kind that is valid now.
func (w *walk) step() {
	var enabled []func()
	for _, kind := range w.kinds() {
		var ways []func()
		for _, s := range w.sessions {
			if s.open && w.speaks(s) {
				ways = append(ways, kind(s)...)
			}
		}
		if len(ways) > 0 {
			enabled = append(enabled, ways[w.rng.IntN(len(ways))])
		}
	}
	if len(enabled) > 0 {
		enabled[w.rng.IntN(len(enabled))]()
	}
}

// late reports whether what ends everything can be said: where a session is one
// turn nothing can follow.
func (w *walk) late() bool { return w.f.Turns != spec.TurnsRun || w.left < 8 }

// kinds are the kinds of event: each gives the ways to emit one of a session now.
func (w *walk) kinds() []func(*walkSession) []func() {
	return []func(*walkSession) []func(){
		w.turnStart, w.turnEnd, w.text, w.messageOpen, w.messageClose, w.callOpen, w.args, w.argsEnd,
		w.callStart, w.callDone, w.callProgress, w.sessionOpen, w.sessionClose, w.whole, w.restate, w.prompt, w.usage,
		w.wait, w.retract, w.failing, w.limit, w.note, w.userTurn, w.cancel,
	}
}

// speaks reports whether the session can say anything: where sessions nest in
// time, nothing while one below runs.
func (w *walk) speaks(s *walkSession) bool {
	return !w.f.Nested || !slices.ContainsFunc(w.sessions, func(o *walkSession) bool { return o.open && o.parent == s })
}

// say emits an event of a session, with what each of its events says.
func (w *walk) say(s *walkSession, e spec.Event) {
	e.Session = s.id
	if s.parent != nil && (w.f.Owner == spec.Derived || e.Kind == spec.SessionOpen || !w.f.ChildEdges) {
		e.Parent = spec.To(s.parent.id)
		if w.f.ChildLink && s.by != nil {
			e.ParentCall = spec.To(s.by.id)
		}
	}
	if wiretest.Restrict(*w.f, &e) {
		w.events = append(w.events, e)
	}
}

// way is one event that can be emitted, if it can.
func way(so bool, emit func()) []func() {
	if !so {
		return nil
	}
	return []func(){emit}
}

// each is an event that can be emitted for every thing for which so holds.
func each[T any](things []T, so func(T) bool, emit func(T)) []func() {
	var ways []func()
	for _, t := range things {
		if so(t) {
			ways = append(ways, func() { emit(t) })
		}
	}
	return ways
}

func (w *walk) words() string {
	return []string{"a", " b", "one, two", "\n", "π", "}"}[w.rng.IntN(6)]
}
