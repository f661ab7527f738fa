// Package writing encodes events as frames of Claude Code's stream and as records of its
// session files, in the forms that its versions have. A form is a freedom of the format:
// Forms lists those of a variant.
//
// Goals: a record says all that it is given, or the field is named that it cannot say; the
// decoder of package reading confirms that for each. Non-goals: to choose events, and
// forms that no version writes.
package writing
