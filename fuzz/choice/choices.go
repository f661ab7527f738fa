package choice

import "math/rand/v2"

// A Layer is a part of a case that is chosen by itself, so that changing one
// leaves the choices of the others in their places.
type Layer uint8

// The layers, in the order in which they are drawn.
const (
	Tree      Layer = iota // what happens: sessions, turns, messages, calls
	Faults                 // the hazards put on it
	Cuts                   // where texts and arguments are cut
	Order                  // how what happens at once is told one after the other
	Damage                 // what is done to the events that were told
	Transport              // how the bytes are framed and cut
	Forms                  // in which of several forms records are written
	Layers    = iota
)

var layerNames = [Layers]string{"tree", "faults", "cuts", "order", "damage", "transport", "forms"}

// String is the layer's name.
func (l Layer) String() string { return layerNames[l] }

// Kind says what a span made.
type Kind uint8

// The kinds of spans.
const (
	Weights Kind = iota // how the case explores
	Turn                // a turn, with its messages
	Message             // a message, with its calls
	Call                // a call; the turn that it asks for hangs on it
	Hazard              // a hazard
	Text                // the cuts of one text
	Beat                // which beat comes next
	Edit                // one piece of damage
)

// A Span is the bytes of a layer that made one part of a case.
type Span struct {
	Kind Kind
	// From and To bound the bytes.
	From, To int
	// Of is the span, by number, without which this one's part is not there
	// either, though it stands elsewhere; None for none.
	Of int
}

// None is the number of no span.
const None = -1

// Choices are the choices of one case by layer.
type Choices [Layers][]byte

// Clone is a copy that shares nothing.
func (c Choices) Clone() Choices {
	for i := range c {
		c[i] = append([]byte(nil), c[i]...)
	}
	return c
}

// Len is the number of bytes of all layers.
func (c *Choices) Len() int {
	n := 0
	for i := range c {
		n += len(c[i])
	}
	return n
}

// A Dealer gives the choices of one case after the other, in the same memory. The
// zero value gives the simplest.
type Dealer struct {
	pcg, formsPCG rand.PCG
	// forms draws that layer: what dialects have forms for changes no other layer.
	rng, forms *rand.Rand
	sources    [Layers]Source
}

// Draw makes the dealer draw a case from two seeds; what it draws is the same on
// every machine.
func (d *Dealer) Draw(seed1, seed2 uint64) {
	d.Extend(&Choices{}, seed1, seed2)
}

// Read makes the dealer give choices again; behind the end of each layer it gives
// the simplest.
func (d *Dealer) Read(c *Choices) {
	for i := range d.sources {
		d.sources[i].read(c[i], nil)
	}
}

// Extend makes the dealer give choices again and, behind the end of a layer, draw
// more.
func (d *Dealer) Extend(c *Choices, seed1, seed2 uint64) {
	if d.rng == nil {
		d.rng, d.forms = rand.New(&d.pcg), rand.New(&d.formsPCG)
	}
	d.pcg.Seed(seed1, seed2)
	d.formsPCG.Seed(seed2, seed1)
	for i := range d.sources {
		d.sources[i].read(c[i], d.rng)
	}
	d.sources[Forms].read(c[Forms], d.forms)
}

// Layer is the source of one layer.
func (d *Dealer) Layer(l Layer) *Source { return &d.sources[l] }

// Used is what was chosen in each layer. Nothing is copied: it is
// good until the dealer is used for another case.
func (d *Dealer) Used() Choices {
	var c Choices
	for i := range d.sources {
		c[i] = d.sources[i].Used()
	}
	return c
}
