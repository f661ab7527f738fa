// Package generator invents scenarios: the tree first, turn by turn, then the faults
// on it, then how texts and arguments are cut. Each choice comes from a choice
// source, so that the same choices give the same scenario.
//
// Goals: every choice sequence is a scenario, and the simplest choices are a small
// one; each fault is drawn in each dialect that can show it.
//
// Non-goals: the order in which things happen (package script draws that) and what
// they mean (package expected).
package generator
