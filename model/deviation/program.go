package deviation

import "strings"

// Programs that differ in ways that no change of the model makes, and programs
// that share no code with the model, so that they test what is named here. The
// tables stand here because a program may import only the probe contract; a test
// of package zoo compares the lists.

// A program is a row of a table of programs. Its rules are separated by spaces,
// its programs by commas.
type program struct {
	name, rules        string
	bugs               []string
	programs, sentence string
}

func (p program) deviation(kind Kind) Deviation {
	return Deviation{
		Kind: kind, Name: p.name, Sentence: p.sentence, Rules: strings.Fields(p.rules), Bugs: p.bugs,
		Programs: strings.Split(p.programs, ", "),
	}
}

// broken are the candidates of fixtures/candidates/broken.
var broken = []program{
	{"agentc-attach-next", "attach/backward", nil, "broken agentc-attach-next",
		"A completed call waits for the next message, whatever was said before it."},
	{"agentc-id-only", "session/scoped-ids", nil, "broken agentc-id-only",
		"It knows calls by their id alone, so two sessions that use one id share one call."},
	{"agentc-no-turn-cleanup", "notify/turn-end-clears", nil, "broken agentc-no-turn-cleanup",
		"The end of an interaction leaves its calls active."},
	{"agentc-no-user-turn", "notify/user-turn-clears", nil, "broken agentc-no-user-turn",
		"It does not know user_turn_start."},
	{"agentc-plan", "attach/accumulate attach/turn-bound session/child-end-local", nil, "broken agentc-plan",
		"A new batch replaces what is attached to a message; a completed call looks back over the whole session; the start of any interaction drops the open message and all active calls of every session; one message is open at a time, whatever its session; the first tool of a list stands for all."},
	{"agentc-plan-literal", "attach/backward", nil, "broken agentc-plan-literal",
		"The same, and as the plan has it no message bears its session's id, so no call ever finds the message before it."},
	{"agentc-thought-ignored", "attach/backward", nil, "broken agentc-thought-ignored",
		"Calls attach to texts only; a thought before them is passed over."},
	{"depth-counter", "session/balanced", nil, "broken depth-counter",
		"It passes over what the parent says and does while a counter of child starts and ends is above zero, so a child whose end is lost swallows the rest."},
	{"depth-counter-clamped", "session/balanced", nil, "broken depth-counter-clamped",
		"It clamps the counter at zero in silence: an end without a start is not reported. The counter decides nothing else here, so this shows in anomalies alone."},
	{"identity-first-chunk", "fragment/concatenate", nil, "broken identity-first-chunk",
		"It parses the first chunk of a call only: arguments end there, and a delegated agent is called subagent."},
	{"identity-index-only", "fragment/scoped-key", nil, "broken identity-index-only",
		"It gives a fragment without an id to the call opened last at its index, in whatever agent or message."},
	{"identity-published-fix", "fragment/slot-reuse", nil, "broken identity-published-fix",
		"It finds a delegation by index and namespace, the first match in order, and forgets one only when its arguments parse and name an agent: one that never does takes the fragments of those behind it."},
	{"limit-by-phrase", "account/limit-is-a-state", rows("Z389", "Z391"), "broken limit-by-phrase",
		"It searches what was said and answered for words about limits."},
	{"limit-by-status-code", "account/limit-is-a-state", nil, "broken limit-by-status-code",
		"It takes the status 429 or 529 of a request for a limit that was hit."},
	{"limit-by-window", "account/limit-is-a-state", nil, "broken limit-by-window",
		"It takes the window that rides on allowed requests for a limit that was hit, as soon as the run fails, of whatever cause."},
	{"outcome-by-earlier-error", "account/terminal-by-structure account/error-kept", nil, "broken outcome-by-earlier-error",
		"It fails a turn in which any error was seen, also one that was tried again with success."},
	{"outcome-by-last-error", "account/terminal-by-structure", nil, "broken outcome-by-last-error",
		"It keeps the last error as a shell keeps an exit status, cleared by the next message, and asks only that how a turn ended."},
	{"outcome-by-name", "account/terminal-by-structure", nil, "broken outcome-by-name",
		"It takes a result of subtype success for a success, whatever else it says."},
}

// byteReaders are the readers of fixtures/candidates/bytes, and the framers of package wrong.
var byteReaders = []program{
	{"text-per-chunk", "wire/chunk-invariant", rows("Z051"), "bytes text-per-chunk, framer text-per-chunk",
		"Each chunk becomes text by itself, and half a character a mark."},
	{"drops-cut-chunk", "wire/chunk-invariant", rows("Z053"), "bytes drops-cut-chunk, framer drops-cut-chunk",
		"A chunk that is no text by itself is dropped."},
	{"records-per-chunk", "wire/chunk-invariant", rows("Z406"), "bytes records-per-chunk, framer events-per-chunk",
		"Each chunk is read by itself, and half a record is none."},
	{"chunk-is-record", "wire/chunk-invariant", rows("Y095"), "bytes chunk-is-record, framer one-event-per-chunk",
		"The first line of each chunk is the record, and the rest of it nothing."},
	{"blank-line-per-chunk", "wire/chunk-invariant", rows("Z408", "Z414"), "bytes blank-line-per-chunk, framer blank-line-per-chunk",
		"The end of an event is looked for within a chunk."},
	{"empty-chunk-is-end", "wire/chunk-invariant", nil, "bytes empty-chunk-is-end",
		"An empty chunk is taken for the end of the input."},
	{"lf-only", "wire/framing", nil, "bytes lf-only",
		"Lines end with LF alone, and a CR is part of them."},
	{"wants-space", "wire/framing", nil, "bytes wants-space",
		"A field is one only with a space behind its colon."},
	{"comment-is-event", "wire/framing", rows("Z410"), "bytes comment-is-event, framer comment-is-event",
		"A comment and a blank line are an event without data, which fails the reader."},
	{"comment-is-data", "wire/framing", rows("Z412"), "bytes comment-is-data, framer comment-is-data",
		"A comment is passed on as data."},
	{"last-data-line", "wire/framing", rows("Y091"), "bytes last-data-line, framer last-data-line",
		"Of several data lines the last one counts."},
	{"keeps-mark", "wire/framing", rows("Z424", "Z426"), "bytes keeps-mark, framer keeps-mark",
		"A byte order mark belongs to the first line."},
	{"unicode-lines", "wire/framing", rows("Z430"), "bytes unicode-lines, framer unicode-lines",
		"A line ends wherever Unicode says so."},
	{"never-flushes", "wire/framing", rows("Z434"), "bytes never-flushes, framer never-flushes",
		"What no line end or blank line ends is dropped at the end of input."},
	{"blank-line-is-end", "wire/framing", nil, "bytes blank-line-is-end",
		"A blank line ends the stream."},
	{"stops-at-bad", "wire/bad-line", rows("Z416"), "bytes stops-at-bad, framer stops-at-log",
		"A line that is no record ends the stream."},
	{"refuses-bad", "wire/bad-line", nil, "bytes refuses-bad",
		"A line that is no record makes the reader refuse the stream."},
	{"dies-of-bad", "wire/bad-line", nil, "bytes dies-of-bad",
		"A line that is no record kills the reader."},
	{"bad-line-unreported", "wire/bad-line", rows("Z432"), "bytes silent, framer bad-is-prelude",
		"A line that is no record is passed over in silence."},
	{"short-lines", "wire/limits", rows("Z422"), "bytes short-lines, framer 64-KiB-lines",
		"A line of more than 64 KiB ends the stream."},
	{"deep-record-kills", "wire/limits", nil, "bytes shallow",
		"A record nested deeper than 64 kills the reader."},
	{"lf-and-space", "wire/framing", rows("Z055"), "framer lf-and-space",
		"Lines end with LF, and a space follows data:."},
	{"clamps-line", "wire/limits", rows("Y169"), "framer clamps-line",
		"Of a line that is pending the first 64 KiB are kept, and what comes later is glued to them."},
	{"rereads-pending", "wire/chunk-invariant", rows("Y229"), "framer rereads-pending",
		"What a chunk leaves pending is read once more with the next one."},
	{"pending-is-bad", "wire/chunk-invariant", rows("Y233"), "framer pending-is-bad",
		"A line that has not ended when its chunk does is reported as a bad one."},
}
