// Package exact writes Go values as bytes and reads them again.
//
// Goals: nothing is lost: bytes that are no JSON and texts that are no UTF-8 come back as
// they were, and nil stays apart from empty. Equal values give equal bytes in each
// process. Bytes that were cut short or changed give an error or another value, and never a
// panic.
//
// Non-goals: bytes that another version of the types reads (write a version first); fields
// that are not exported; interfaces, functions, channels and floating-point numbers.
//
// A value is written without names: the fields of a struct in their order, numbers as
// varints, a text behind its length, a slice behind its length plus one (0 is nil), a
// pointer behind 1 (0 is nil), a map by its keys in order. encoding/gob is no choice, since its
// bytes depend on what a process wrote before; encoding/json changes raw messages.
package exact
