// Package minima knows the smallest streams that show wrong models wrong, and
// grows each into a long stream that fails in the same way, so that a reducer can
// be held to an optimum that is known.
//
// Goals: a minimum is certified: all shorter streams over its alphabet were tried
// on the wrong model; what is valid is stated once, event by event; a grown stream
// has its minimum in it and fails with the minimum's signature.
//
// Non-goals: reducing (package shrink); minima over all events of a dialect: an
// alphabet is small, and a certificate speaks of it alone.
package minima
