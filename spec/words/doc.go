// Package words puts events and counts into words, and makes text of foreign origin
// safe to show.
//
// Goals: what a candidate, a trace, a file name or a command line says reaches a
// terminal, a report or a log in a form that cannot steer a terminal, forge a
// line, turn the direction of writing or hide characters; letters of all scripts
// and emoji stay readable; a long text is cut, and says how much is left out.
// Every text that a person or a CI reads goes through here.
//
// An event is one sentence everywhere: in stories of fixtures and of replay files.
//
// Non-goals: how wide a text is drawn, and files that programs read back byte for
// byte (streams in replay files and fixtures).
package words
