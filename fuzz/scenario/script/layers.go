package script

import "github.com/quock-dev/quock/fuzz/scenario"

// Layers is the form in which a text or thought is said twice, in records that
// follow each other: for the model and for who reads along.
const Layers = "both-layers"

// InLayers are the steps with the second record of each.
func InLayers(emitted []Emitted) []Emitted {
	return inserted(emitted, 1<<9, func(i int) []Step {
		s := emitted[i].Step
		if s.Kind != ItemWhole || s.Call != scenario.None {
			return nil
		}
		again := note
		again.Kind, again.Session = Echoes, s.Session
		return []Step{again}
	})
}
