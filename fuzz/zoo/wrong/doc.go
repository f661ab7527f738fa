// Package wrong holds implementations that are wrong as public ones were, where
// no wrong model can be: adapters, stores, and readers of bytes.
//
// Goals: each has one mistake and is otherwise right, so that what it is charged
// with is that mistake's; each is small enough to be read beside the thread that
// it is modelled on.
//
// Non-goals: wrong reducers, which package model/mutant has; the stores that the
// suite itself is tested with (fixtures/candidates/store/bug).
package wrong
