// Package fit finds which deviations explain what a program answered: with
// which of them the reference reads the same streams as the program does.
//
// Goals: a pure function of observed cases. It is deterministic, and bounded by
// a number of steps instead of a clock. It names nothing that the program
// contradicts anywhere, and says how far the named deviations predict cases
// that it did not look at.
//
// Non-goals: running programs; what no deviation of the registry explains; which
// rules to attribute. It needs no wire format: streams are events.
package fit
