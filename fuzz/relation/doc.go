// Package relation holds the metamorphic relations: changes of a stream that
// must not matter, with the equality that must hold between the transcripts
// before and after. They need no expectation, so they judge any reader on any
// stream, generated or recorded.
//
// Goals: each relation has one file, with one sentence of what must hold and
// the reasons for its limits. The same stream and seed give the same change.
// Changed streams are valid in their dialect. Corresponding positions in the
// middle of the streams are compared too.
//
// Non-goals: expectations (package scenario); the model (a relation asks the
// reader that it is given); bytes (Rechunk cuts them and does no more).
//
// Two of the relations that the rules name are about bytes and need a codec:
// rechunk-transport (Rechunk, then decode) and round-trip (decode what was
// encoded). This package's tests check every codec against both. One relation
// is missing: reload needs candidates that keep a store.
package relation
