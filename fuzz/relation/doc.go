// Package relation holds the metamorphic relations: changes of a stream that
// must not matter, and the equality that must then hold between what was read
// before and after. They need no expectation, so they judge any reader on any
// stream, generated or recorded.
//
// Goals: each relation is one file with one sentence of what must hold and the
// reasons for its limits; the same stream and seed give the same change; a
// change gives only streams that the dialect allows; positions in the middle
// are held against each other as far as they correspond.
//
// Non-goals: expectations (package scenario), the model (a relation asks
// whichever reader it is given), and bytes: Rechunk cuts bytes and nothing more.
//
// Of the relations that the rules name, two are about bytes and need a codec:
// rechunk-transport (Rechunk, then decode) and round-trip (decode what was
// encoded); this package's tests hold every codec to both. One is not here yet:
// reload needs candidates that keep a store, and waits for that role.
package relation
