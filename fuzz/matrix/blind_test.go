package matrix_test

import (
	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/spec"
)

// blind is the baseline that knows nothing: lists of events of any kind, of one
// of four sessions, about one of four things. What is not valid in its place
// when the list is told is passed over, as no producer can send it.
type blind struct{ walk }

func blinds(seed uint64) *blind { return &blind{*walks(seed)} }

func (b *blind) Case(f *spec.Features, shape int, number uint64) *trial.Subject {
	return b.generate(f, shape, number, b.any)
}

func (b *blind) any() {
	kinds := b.kinds()
	kind, session, thing := kinds[b.rng.IntN(len(kinds))], b.rng.IntN(4), b.rng.IntN(4)
	if session >= len(b.sessions) || !b.sessions[session].open || !b.speaks(b.sessions[session]) {
		return
	}
	if ways := kind(b.sessions[session]); thing < len(ways) {
		ways[thing]()
	}
}
