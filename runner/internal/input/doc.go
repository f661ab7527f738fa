// Package input reads what the command is given by name: a recorded stream, from a
// file, a folder or standard input, or a case, from whichever file holds one.
//
// Goals: every command takes the same names; an error names the file and what is
// wrong with it.
//
// Non-goals: what is done with it, flags, and exit codes (package cli); the form of
// each file (packages runner, fixtures, perform and trace).
package input
