package generator

import (
	"fmt"
	"slices"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/spec"
)

// Profile is what a scenario is made for.
type Profile struct {
	Features spec.Features
	Level    fault.Level
	// Size bounds the texts and calls of a scenario; 0 draws short, medium and
	// long ones.
	Size int
	// Strategy is how cases explore.
	Strategy Strategy
}

// Strategy is how a case explores: how much oftener it makes one choice than
// another.
type Strategy uint8

// The strategies. One that does not mix is for holding them against each other.
const (
	Mixed Strategy = iota // one of the others: even in half of the cases, soft in a third, else swarm
	Even                  // all choices alike
	Swarm                 // each off in every second case
	Soft                  // each by a soft weight of its own
)

// mixture are the strategies of Mixed, each as often as its share. Their shares
// are what BenchmarkStrategies of package matrix says: on hard wrong models even
// choices alone need fewest cases, soft weights as many as a third of each, swarms
// more; but each finds some that the others hardly do.
var mixture = []Strategy{Even, Even, Even, Soft, Soft, Swarm}

var strategyNames = [...]string{Mixed: "mixed", Even: "even", Swarm: "swarm", Soft: "soft"}

// String is the strategy's name.
func (s Strategy) String() string {
	if int(s) >= len(strategyNames) {
		return fmt.Sprintf("strategy(%d)", uint8(s))
	}
	return strategyNames[s]
}

// A knob is a choice that the generator makes more or less often, as the case's
// strategy says.
type knob uint8

const (
	knobText knob = iota
	knobThought
	knobCall
	knobDelegate
	knobContinue
	knobToolFirst
	knobSecondBatch
	knobInline
	knobBackground
	knobMessages
	knobTurns
	knobPrompt
	knobUsage
	knobWhole
	knobPieces
	knobFaults
	knobs
)

// weights are the factors, in 1/64, by which a case makes each choice and puts
// on each fault.
type weights [int(knobs) + int(fault.Kinds)]int

func (w *weights) knob(k knob) int { return w[k] }

func (w *weights) fault(k fault.Kind) int { return w[int(knobs)+int(k)] }

// draw chooses how the case explores.
func (w *weights) draw(d *choice.Source, s Strategy) {
	drawn := 0
	if s == Mixed {
		drawn = d.N(len(mixture))
	} else {
		drawn = d.Fix(slices.Index(mixture, s), len(mixture))
	}
	switch mixture[drawn] {
	case Even:
		w.evenly()
	case Swarm:
		w.swarm(d)
	default:
		w.softly(d)
	}
}

func (w *weights) evenly() {
	for i := range w {
		w[i] = 64
	}
}

func (w *weights) swarm(d *choice.Source) {
	var bits uint64
	for i := range w {
		if bits >>= 1; i&63 == 0 {
			bits = d.Bits()
		}
		w[i] = int(bits&1) * 64
	}
}

// softly is log-uniform from 1/16 to 16, and zero in a quarter of the cases; each
// takes six bits.
func (w *weights) softly(d *choice.Source) {
	var bits uint64
	for i := range w {
		if bits >>= 6; i%10 == 0 {
			bits = d.Bits()
		}
		w[i] = 0
		if bits&3 != 0 {
			w[i] = 4 << softSteps[bits>>2&15]
		}
	}
}

// softSteps spreads 16 values over the nine steps from 1/16 to 16.
var softSteps = [16]uint{0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 2, 3, 4, 5, 6, 8}

// lengths draws a scenario's size: short, medium or long.
func lengths(d *choice.Source) int {
	switch bits := d.N(8); {
	case bits < 3:
		return 1 + d.N(4)
	case bits < 7:
		return 4 + d.N(12)
	}
	return 16 + d.N(40)
}
