// Package cover finds the smallest set of small streams that together show
// every behaviour that a recording shows (see package behaviour).
//
// Goals: one pass over the recording, at least half as fast as decoding alone, in
// memory that does not depend on its length; no behaviour of any segment lost; the
// same recording gives the same streams, byte by byte, for any number of workers.
//
// Non-goals: names and texts of what is kept (package anonym), fixtures, what a
// candidate makes of the recording.
//
// # How it works
//
// The recording is cut into segments (package segment); one that is short enough
// is one segment. A segment is kept while it is the shortest that shows some
// behaviour, or the richest: the one that shows most beside it for its length
// (Kept). In the end the kept ones are asked which rules
// they exercise, and those are chosen that together show all, the ones that show
// most for their length first; a chosen one all whose behaviours others show goes
// again (choose). Each is then reduced as long as it shows its own behaviours,
// written anew and decoded again, and none that the recording does not show
// (reduce): by package shrink, by leaving out any few events at once, and by making
// one frame of two.
package cover
