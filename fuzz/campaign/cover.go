package campaign

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/bits"

	"github.com/quock-dev/quock/fuzz/coverage"
)

// The cells of edges. The families stand one after the other.
const (
	// An event in a state: the stage of its turn, message and call, whether the turn
	// has content, and how deep the session is.
	stepCells = coverage.Symbols * coverage.TurnStages * 2 * coverage.MessageStages * int(coverage.Depths) * coverage.CallStages
	// An event under a load: open calls, other active sessions, and whether another
	// session spoke before.
	loadCells = coverage.Symbols * maxOpen * maxOthers * 2
	// An event after the previous one, with the relation of its session to the one
	// that spoke before.
	pairCells = coverage.Symbols * coverage.Symbols * int(coverage.Relations)
	edgeCells = stepCells + loadCells + pairCells

	maxOpen   = 4 // numbers of open calls that are distinguished
	maxOthers = 3 // and of other sessions
)

// The classes of events for the coverage of orders. A class is a kind, a
// session depth, a slot relation, and one of three phases: turn not begun, turn
// running, turn over.
const (
	orderPhases = 3
	classes     = kindCount * int(coverage.Depths) * slots * orderPhases
	rowWords    = (classes + 63) / 64
	kindCount   = 26 // the number of event kinds, which count from 0
)

// A Cover records what the streams so far showed (package coverage): events in the
// states in which they come, pairs of neighbours, and ordered pairs of event classes
// within one stream. Use NewCover.
type Cover struct {
	edges  []uint64
	orders []uint64 // a row for each class: the classes that came before it
}

// NewCover returns an empty cover.
func NewCover() *Cover {
	return &Cover{edges: make([]uint64, (edgeCells+63)/64), orders: make([]uint64, classes*rowWords)}
}

func (c *Cover) hasEdge(cell uint32) bool { return c.edges[cell/64]&(1<<(cell%64)) != 0 }

// A Gain is what a stream adds to a cover: cells of edges, and bits of orders.
type Gain struct {
	Edges  []uint32
	Orders []OrderBits
}

// OrderBits are new bits of one word of a cover's orders.
type OrderBits struct {
	At   uint32
	Bits uint64
}

// Add adds a gain. It returns how many edges and orders were new.
func (c *Cover) Add(g *Gain) (edges, orders int) {
	for _, cell := range g.Edges {
		if !c.hasEdge(cell) {
			c.edges[cell/64] |= 1 << (cell % 64)
			edges++
		}
	}
	for _, o := range g.Orders {
		orders += bits.OnesCount64(o.Bits &^ c.orders[o.At])
		c.orders[o.At] |= o.Bits
	}
	return edges, orders
}

// Edges counts the covered edges.
func (c *Cover) Edges() int { return count(c.edges) }

// Orders counts the ordered pairs of classes.
func (c *Cover) Orders() int { return count(c.orders) }

func count(words []uint64) int {
	n := 0
	for _, w := range words {
		n += bits.OnesCount64(w)
	}
	return n
}

// coverJSON is the stored form of a cover.
type coverJSON struct {
	Edges  []byte `json:"edges"`
	Orders []byte `json:"orders"`
}

// MarshalJSON writes the bits.
func (c *Cover) MarshalJSON() ([]byte, error) {
	return json.Marshal(coverJSON{packed(c.edges), packed(c.orders)})
}

// UnmarshalJSON reads the bits. A cover of another size is an error: another
// version wrote it.
func (c *Cover) UnmarshalJSON(b []byte) error {
	var kept coverJSON
	if err := json.Unmarshal(b, &kept); err != nil {
		return err
	}
	*c = *NewCover()
	if len(kept.Edges) != 8*len(c.edges) || len(kept.Orders) != 8*len(c.orders) {
		return fmt.Errorf("campaign: a coverage of %d and %d bytes, not %d and %d", len(kept.Edges), len(kept.Orders), 8*len(c.edges), 8*len(c.orders))
	}
	unpack(c.edges, kept.Edges)
	unpack(c.orders, kept.Orders)
	return nil
}

// text returns the bits as a blob.
func (c *Cover) text() []byte { return append(packed(c.edges), packed(c.orders)...) }

// read reads a blob.
func (c *Cover) read(text []byte) error {
	if len(text) != 8*(len(c.edges)+len(c.orders)) {
		return fmt.Errorf("%w: a coverage of %d bytes, not %d", ErrChanged, len(text), 8*(len(c.edges)+len(c.orders)))
	}
	unpack(c.edges, text)
	unpack(c.orders, text[8*len(c.edges):])
	return nil
}

func packed(words []uint64) []byte {
	b := make([]byte, 0, 8*len(words))
	for _, w := range words {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return b
}

func unpack(words []uint64, b []byte) {
	for i := range words {
		words[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
}
