package scenario

import (
	"fmt"

	"github.com/quock-dev/quock/spec"
)

// Level says what may go wrong in a scenario.
type Level uint8

const (
	// Clean: nothing is lost, doubled or late.
	Clean Level = iota
	// Degraded: things are.
	Degraded
)

var levelNames = [...]string{Clean: "clean", Degraded: "degraded"}

// String is the level's name.
func (l Level) String() string {
	if int(l) >= len(levelNames) {
		return fmt.Sprintf("level(%d)", uint8(l))
	}
	return levelNames[l]
}

// MarshalText writes the level's name.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads the level's name; an unknown one is an error.
func (l *Level) UnmarshalText(b []byte) error {
	for i, name := range levelNames {
		if name == string(b) {
			*l = Level(i)
			return nil
		}
	}
	return fmt.Errorf("scenario: no level %q", b)
}

// Profile is what a scenario is made for.
type Profile struct {
	Features spec.Features
	Level    Level
	// Size bounds the texts and calls of a scenario; 0 draws short, medium and
	// long ones.
	Size int
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
	knobHazards
	knobs
)

// weights are the factors, in 1/64, by which a case makes each choice and puts
// on each hazard.
type weights struct {
	knobs   [knobs]int
	hazards [hazardKinds]int
}

// strategy draws how the case explores: all choices alike, each off in every
// second case, or each by a soft weight of its own; a third of the cases each.
func (w *weights) draw(d dice) {
	draw := [3]func(dice) int{evenly, swarm, softly}[d.n(3)]
	for i := range w.knobs {
		w.knobs[i] = draw(d)
	}
	for i := range w.hazards {
		w.hazards[i] = draw(d)
	}
}

func evenly(dice) int { return 64 }

func swarm(d dice) int { return int(d.Uint32()&1) * 64 }

// softly is log-uniform from 1/16 to 16, and zero in a quarter of the cases.
func softly(d dice) int {
	bits := d.Uint32()
	if bits&3 == 0 {
		return 0
	}
	return 4 << ((bits >> 2) % 9)
}

// lengths draws a scenario's size: short, medium or long.
func lengths(d dice) int {
	switch bits := d.n(8); {
	case bits < 3:
		return 1 + d.n(4)
	case bits < 7:
		return 4 + d.n(12)
	}
	return 16 + d.n(40)
}
