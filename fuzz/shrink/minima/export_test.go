package minima

import "github.com/quock-dev/quock/spec"

// A Walk is a stream of a scope that is being told.
type Walk struct {
	scope   *Scope
	now     world
	options []option
	Events  []spec.Event
}

// Walk begins a stream of the scope.
func (sc *Scope) Walk() *Walk {
	w := &Walk{scope: sc}
	w.list()
	return w
}

func (w *Walk) list() { w.options = w.scope.enabled(w.options[:0], &w.now, w.Events) }

// Next are the numbers of the events of a kind that may come next.
func (w *Walk) Next(k spec.Kind) []int {
	var all []int
	for i := range w.options {
		if w.options[i].event.Kind == k {
			all = append(all, i)
		}
	}
	return all
}

// Take tells the event of a number.
func (w *Walk) Take(i int) {
	w.now = w.options[i].world
	w.Events = append(w.Events, w.options[i].event)
	w.list()
}

// Len is how many events may come next.
func (w *Walk) Len() int { return len(w.options) }
