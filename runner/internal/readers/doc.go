// Package readers says how known mistakes would read a recorded stream: without a
// candidate, for a person whose program shows it wrongly.
//
// Goals: every deviation of the registry that reads the stream otherwise than the
// reference, where it begins to, and what a user sees, in words. Those that show the
// same are one way to read. What is seen first or worst comes first; what an ordinary
// stream shows, too, comes last. Time and memory are bounded for a stream of any length.
//
// Non-goals: judging a program; finding mistakes that the registry does not have.
package readers
