// Package wrong holds implementations that have the mistake of a public bug,
// where no mutant can have it: adapters, stores, and readers and writers of
// bytes.
//
// Goals: each has one mistake and is otherwise right, so everything that it is
// blamed for comes from that mistake. Each is small enough to be read beside
// the thread that it is modelled on.
//
// Non-goals: wrong reducers (package model/deviation); the stores that the suite
// itself is tested with (fixtures/candidates/store/bug).
package wrong
