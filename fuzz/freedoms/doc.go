// Package freedoms measures which blocks of each decoder our own streams reach.
// A block that a recording or a fixture reaches, and no generated stream, is a
// freedom of the wire that no generated stream takes: a reader that mishandles
// it passes.
//
// Goals: the blocks come from Go's own coverage; the table gives each block one account,
// so that a line of it makes up a whole decoder, and names each block that generated
// streams leave out; a block is left out only with a reason in reasons.txt, and a reason
// that no longer holds is an error.
//
// A block that no generated stream reaches is recorded or written where recordings or
// fixtures reach it. Else its reason says what it is: forbidden by the format, impossible,
// or open. What changed streams alone reach, and their decoder takes, is tolerated.
//
// Three kinds of block are counted apart, by what reaches them and never by hand. An
// error path is one that only streams reach whose decoder refuses the record, finds
// in it what the format forbids, or does not know it: TestChanged makes every change
// of one member, by which no new word comes in, in one record of each shape; fixtures and
// recordings count up to the first such record, which counts as a changed one. A block for stored sessions is one that documents
// reach, and no stream. A block is for variants that are only read (spec.Features.ReadOnly)
// if nothing but their streams reaches it, or any block of its function or file: no stream of them is
// generated, so that none of their blocks is held against a reader.
//
// Non-goals: what a reader makes of such a stream (package runner), and coverage
// of encoders, sniffers and the model.
//
// `make freedoms` prints the table. Its tests are the sources of streams:
// each decodes its streams, and go test writes the profile.
package freedoms
