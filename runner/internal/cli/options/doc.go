// Package options has the flags that several commands share: how a candidate is started,
// which cases it is asked, how a recorded stream is read, where replay files are kept.
//
// Goals: a flag means the same in each command, and what does not go together is refused
// before anything starts. Non-goals: flags of one command, which stand with it.
package options
