package choice

import "math/rand/v2"

// A Layer is an independently chosen part of a case. A change of one layer does
// not move the choices of the others.
type Layer uint8

// The layers, in the order in which they are drawn.
const (
	Tree      Layer = iota // what happens: sessions, turns, messages, calls
	Faults                 // the injected faults
	Cuts                   // where texts and arguments are cut
	Order                  // how concurrent steps are ordered
	Damage                 // faults in the finished events
	Transport              // how the bytes are framed and cut
	Forms                  // which of several wire forms a record has
	Layers    = iota
)

var layerNames = [Layers]string{"tree", "faults", "cuts", "order", "damage", "transport", "forms"}

// String returns the layer's name.
func (l Layer) String() string { return layerNames[l] }

// A Kind says which part of a case a span made.
type Kind uint8

// The kinds of spans.
const (
	Weights Kind = iota // the weights of choices
	Turn                // a turn, with its messages
	Message             // a message, with its calls
	Call                // a call; the turn that it asks for depends on it
	Fault               // an injected fault
	Text                // the cuts of one text
	Next                // which step comes next
	Edit                // one piece of damage or of a transport plan
)

// A Span is the byte range of a layer that made one part of a case.
type Span struct {
	Kind Kind
	// From and To bound the bytes.
	From, To int
	// Of is the number of the span that this one depends on, None for none.
	// Without that span this part does not exist, though it stands elsewhere.
	Of int
}

// None stands for no span.
const None = -1

// Choices holds the choices of one case by layer.
type Choices [Layers][]byte

// Clone returns a deep copy.
func (c Choices) Clone() Choices {
	for i := range c {
		c[i] = append([]byte(nil), c[i]...)
	}
	return c
}

// Len returns the number of bytes of all layers.
func (c *Choices) Len() int {
	n := 0
	for i := range c {
		n += len(c[i])
	}
	return n
}

// Sources give the choices of one case after the other. They reuse their
// memory. The zero value gives the simplest choices.
type Sources struct {
	pcg, formsPCG rand.PCG
	// forms draws the layer Forms. It is separate, so the forms of a dialect
	// change no other layer.
	rng, forms *rand.Rand
	sources    [Layers]Source
}

// Draw starts a case whose choices are drawn from two seeds. They are the same
// on every machine.
func (d *Sources) Draw(seed1, seed2 uint64) {
	d.Extend(&Choices{}, seed1, seed2)
}

// Read starts a case with given choices. After the end of a layer it gives the
// simplest choices.
func (d *Sources) Read(c *Choices) {
	for i := range d.sources {
		d.sources[i].read(c[i], nil)
	}
}

// Extend starts a case with given choices. After the end of a layer it draws
// more.
func (d *Sources) Extend(c *Choices, seed1, seed2 uint64) {
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

// Layer returns the source of one layer.
func (d *Sources) Layer(l Layer) *Source { return &d.sources[l] }

// Used returns the choices that were made in each layer. It copies nothing; the
// result is valid until another case starts.
func (d *Sources) Used() Choices {
	var c Choices
	for i := range d.sources {
		c[i] = d.sources[i].Used()
	}
	return c
}
