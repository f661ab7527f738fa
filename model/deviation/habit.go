package deviation

import "github.com/quock-dev/quock/spec"

// habits are ways to use the probe contract. One that breaks no rule breaks the
// contract itself.
var habits = []Deviation{
	{Kind: Habit, Name: "answers-lag", Rules: rules("missing/every-prefix"), lag: 1, part: "position",
		Sentence: "Each answer is of the record before; only the last one is up to date."},
	{Kind: Habit, Name: "end-ignored", Rules: rules("missing/every-prefix missing/abandoned"), endless: true, part: "end",
		Sentence: "The end of input changes nothing: the last answer is as if more could follow."},
	{Kind: Habit, Name: "run-before-stays",
		Sentence: "What the run before left is still there when the next one begins."},
	{Kind: Habit, Name: "exceptions-swallowed",
		Sentence: "An error of its own is caught and the record passed over in silence."},
	{Kind: Habit, Name: "await-missing",
		Sentence: "It answers before what it started for the record is done, so that answers vary from run to run."},
	{Kind: Habit, Name: "keys-unknown",
		Sentence: "A transcript has keys that the contract does not know, where known ones are missing."},
	{Kind: View, Name: "empty-transcript", Rules: rules("missing/no-loss missing/every-prefix"), part: "everything", Programs: []string{"null empty-transcript"},
		Sentence: "The transcript is always empty.", view: func(t *spec.Transcript) { *t = spec.Transcript{Outcome: spec.OutcomeOpen} }},
	{Kind: Habit, Name: "rejects-all", Programs: []string{"null rejects-all"},
		Sentence: "Every stream is refused at its first record."},
	{Kind: Habit, Name: "echo", Programs: []string{"null echo"},
		Sentence: "The records themselves are the answer."},
	{Kind: Habit, Name: "last-event-only", Programs: []string{"null last-event-only"},
		Sentence: "Each answer is of its last record alone."},
}
