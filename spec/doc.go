// Package spec defines what is right: the vocabulary of events, the features
// that a dialect declares, the transcript that a stream means, the comparison
// of two transcripts, and the rules with their normative text.
//
// Goals: one place for every word and field that the other packages share. It
// holds plain data and only reads, writes and compares it.
//
// Non-goals: deciding what a stream means (package model), reading wire bytes
// (package wire), running candidates (package runner). Package spec imports no
// other package of this module.
package spec

import _ "embed"

// Glossary gives each word one meaning, in tables of Markdown.
//
//go:embed glossary.md
var Glossary string
