// Package damage is what is done to a generated stream on purpose beyond what a
// scenario can do: level hostile for events.
//
// Goals: damage is data, can be taken away piece by piece, and comes with what must
// hold all the same.
//
// A piece of damage is an Edit. Edits are drawn from one layer of choices, are
// data, and are done to a stream by Apply; each names the events that it is
// about by what they say and not by where they stand, so that it means the same
// when another edit, or a fault of the scenario, is taken away.
//
// # What must hold of a reader
//
// Edits are of two classes.
//
//   - A consistent renaming to hostile names (Rename) is harmless. A reader must
//     take it without a word: its transcript is that of the undamaged stream, up to
//     the renaming (Edits.Rename), so that an expectation that was constructed for
//     the undamaged stream still applies.
//   - All else changes what the stream says. What it says then is read off by a
//     model that is total; the scenario's expectation applies no more. Beside
//     that: no crash, no hang, and no damage to others: each session that no edit
//     touches (Unaffected) reads as it does in the undamaged stream (Unharmed),
//     where the dialect names the session of each event. A transcript, whatever of,
//     has no Flaws. A reader may refuse a stream at or behind the first record that
//     differs, for a reason that one of the edits excuses (Edits.Excuses).
//
// Which rule a reader breaks that goes wrong is found as for a scenario: each edit
// is a fault (Edits.Faults) with a rule of its own, and can be taken away by
// itself (Edits.Without).
//
// Unaffected collects what each session gets. It does not follow what is open
// (package follow): it shares no code with the relations, which judge the same.
//
// Non-goals: damage to bytes (package transport), what a
// damaged stream means (package model), and streams that obey their dialect: a
// dialect's own readers may be obliged to refuse what this package makes. That an
// edit is drawn says that the features allow it; whether a codec can write it is
// the codec's to say.
package damage
