// Package spec says what is right: the vocabulary of events, what a dialect
// declares about itself, the transcript that a stream means, how two
// transcripts are compared, and the rules with their normative text.
//
// Goals: one place for every word and field that the other packages share;
// plain data, no behaviour beyond reading, writing and comparing it.
//
// Non-goals: deciding what a stream means (package model), reading wire bytes
// (package wire), running candidates (package runner). Spec imports no other
// package of this module.
package spec
