// Package follow goes along a stream and knows what is open in it: sessions,
// turns, messages, calls and their arguments.
//
// It answers one question: what does an event find when its turn comes? The
// answer is a set of facts (Found): its session is open, its turn waits, its call
// runs. Take then makes the event part of what is known. The two are apart, since
// a reader may leave out an event for what it does not find.
//
// What a stream names stands for a number (a Key). A reader that follows one
// stream once asks for the keys of each event on the way (Follower.Keys). A reader
// that follows the same events many times asks once (Follower.AllKeys) and looks up
// no name again.
//
// Goals: one place that says what ends what, above all what ends everything
// (EndsAll); any stream is followed, whatever it says, and nothing fails; no
// allocation for an event; bounded memory for a stream without end, where that is
// asked for (Bound).
//
// Non-goals: what is right. The package keeps no text, no result and no order of
// messages, and guesses no owner. It is no oracle: the model, the expectation of
// fuzz/scenario, and more than one of fuzz/relation and fuzz/damage must not stand
// on it; a test holds that. Four packages look at streams for something else, and
// follow them for themselves: fuzz/damage collects what each session is told,
// fuzz/relation restores messages from their pieces, model/check/adapted holds an
// adapter's output against its format, and runner/internal/lanes draws what the model decided.
//
// # What ends what
//
//   - A cancel, a global fatal error, and the user's turn where the dialect has
//     one end all turns.
//   - A session's end, its fatal error and its history end its turns. The end of
//     a turn ends the turn of that id, else one without an id. The next start ends
//     the turns before it, unless turns overlap. A user's message ends a turn with
//     content where the dialect says so.
//   - A turn's end leaves its calls behind: a call that is answered later is late.
//   - A result ends its call. A call's start and the end of its arguments end the
//     arguments.
//
// What begins a turn: its start, which joins a turn that only a user's message
// opened; a message that is announced or comes whole, and a boundary, where none is
// open. A text, a call or a wait does so in a session that has had no turn, behind
// the end of a turn in a dialect that marks ends alone, and in a dialect without
// turns; elsewhere it is late.
package follow
