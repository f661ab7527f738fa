package spec

// Features is what a dialect declares: what it marks and what it leaves open. A
// codec returns it; the model, the checks and the scenarios read it. A rule
// asks only for what the dialect can represent.
type Features struct {
	// Dialect is the name that the features belong to, with its variant:
	// "langgraph:python".
	Dialect string `json:"dialect"`

	// ReadOnly: streams of the dialect are read and checked, and none is generated:
	// no run, generator, guide or skeleton takes it.
	ReadOnly bool `json:"read_only,omitempty"`

	// Apart: the dialect's bare name does not mean this variant; who reads it names it.
	Apart bool `json:"apart,omitempty"`

	// Owner says who decides which message a call is part of.
	Owner Owner `json:"owner"`
	// AttachAtStart: a derived call belongs to the message that was the latest
	// at its first mention. Otherwise it belongs to the latest at its
	// completion.
	AttachAtStart bool `json:"attach_at_start"`
	// MessageIDs: events name their message. Without, a session has one open
	// message at a time and a switch between text and thought closes it.
	MessageIDs bool `json:"message_ids"`
	// Numbered: message ids are numbers that the codec assigns by position. The
	// wire has none, so no candidate can be asked for them.
	Numbered bool `json:"numbered"`
	// WholeMessages: no text comes in pieces; a message is one record.
	WholeMessages bool `json:"whole_messages"`
	// UserMessages: the wire carries what the user said.
	UserMessages bool `json:"user_messages"`
	// MessageStart: the wire marks the start of a message, before anything in it.
	MessageStart bool `json:"message_start"`
	// TextSlots: texts have slots.
	TextSlots bool `json:"text_slots"`
	// Reopens: a message that is closed can be opened again, and goes on.
	Reopens bool `json:"reopens"`
	// NextCloses: the next message of a session ends the one before.
	NextCloses bool `json:"next_closes"`
	// MessageEnd: the wire marks the end of a message.
	MessageEnd bool `json:"message_end"`
	// OneText: a message has one text of each form, before its calls. Its
	// position among the calls on the wire means nothing.
	OneText bool `json:"one_text"`
	// Thoughts: the wire carries thoughts; ThoughtsApart: as messages of their own.
	Thoughts      bool `json:"thoughts"`
	ThoughtsApart bool `json:"thoughts_apart"`

	// Turns says how the edges of turns are known.
	Turns Turns `json:"turns"`
	// TurnStarts: the wire marks the start of a turn. Where it does not and turns
	// are marked, the first content behind an end opens the next one.
	TurnStarts bool `json:"turn_starts"`
	// TurnIDs: the wire names turns. Where it does not and marks them, the codec
	// numbers those of a session from 0.
	TurnIDs bool `json:"turn_ids"`
	// PromptOpens: a turn of the root is a request that holds its prompt, up to the
	// response. So none of the next turn comes before it, and where the turn failed the
	// response says why, and not why it stopped.
	PromptOpens bool `json:"prompt_opens,omitempty"`
	// TurnStops: the end of a turn says why it stopped.
	TurnStops bool `json:"turn_stops"`
	// UserMessageEdge: a user message ends a turn that has content and opens
	// the one that the next turn.start joins.
	UserMessageEdge bool `json:"user_message_edge"`
	// Kept: the stream is a program's own record of its runs, a tree of records of
	// which one branch is live. A prompt's record starts its turn, and its id is the
	// prompt's; a block of a message is a record, with the message's figures; the id
	// of a sub-session is that of its call; the next record of its session says what
	// is void.
	Kept bool `json:"kept,omitempty"`
	// UserTurn: the wire says that the user's turn starts, which means that no
	// agent runs.
	UserTurn bool `json:"user_turn"`
	// Terminal: the wire has a terminal event (turn.end).
	Terminal bool `json:"terminal"`

	// Preparing: the wire announces a call before it runs or completes.
	Preparing bool `json:"preparing"`
	// Executing: the wire says when a call starts to run.
	Executing bool `json:"executing"`
	// ArgsDeltas: arguments arrive in fragments.
	ArgsDeltas bool `json:"args_deltas"`
	// ArgsCumulative: each fragment repeats the whole arguments so far.
	ArgsCumulative bool `json:"args_cumulative"`
	// Slots: fragments are linked to their call by a slot.
	Slots bool `json:"slots"`
	// Lanes: a fragment without an id goes on with what its session opened last in
	// pieces of that kind.
	Lanes bool `json:"lanes"`
	// Packs: a record may hold several fragments of one message, its texts first, and
	// its end.
	Packs bool `json:"packs"`
	// Serves: the model's own server may run a call. The call's metadata is
	// then an object with a server_name, and the result is in the message.
	Serves bool `json:"serves"`
	// Asides: a message may have blocks of unknown types.
	Asides bool `json:"asides"`
	// ArgsMarker: the wire marks the end of arguments (args.end, call.start).
	// Without, they are complete at the message's end or the result, or, by
	// policy arguments-complete, once they are one JSON object or array.
	ArgsMarker bool `json:"args_marker"`
	// StartEndsArgs: that mark is the call's start, which carries them whole.
	StartEndsArgs bool `json:"start_ends_args"`
	// CallsOutlast: the end of a message does not end the arguments of its calls.
	CallsOutlast bool `json:"calls_outlast"`
	// ArgsText: arguments are text whose bytes count.
	ArgsText bool `json:"args_text"`
	// DoneCarries: a completion names its call and arguments, so that a lost
	// start loses nothing.
	DoneCarries bool `json:"done_carries"`
	// Batches: the completions of a batch come in one record.
	Batches bool `json:"batches"`

	// ItemCalls: a call is an item by which a program shows what it ran. Id, name,
	// arguments and result are the program's own, and not those of the model's call.
	ItemCalls bool `json:"item_calls,omitempty"`

	// ResultsGrow: a record behind the end of a call may give its result anew, with
	// more in it.
	ResultsGrow bool `json:"results_grow,omitempty"`

	// ResultMembers: a result is an object whose members say what a call brought.
	ResultMembers bool `json:"result_members,omitempty"`

	// TextResults: a result is text. ErrorResults: it says whether it is an error;
	// ErrorText: one that is an error is text.
	TextResults  bool `json:"text_results"`
	ErrorResults bool `json:"error_results"`
	ErrorText    bool `json:"error_text"`

	// EndsApart: whether a result is an error is said in a record of its own before
	// it, decoded to a progress of the call.
	EndsApart bool `json:"ends_apart,omitempty"`
	// Greeting: each run begins with a record that names its session, and says
	// nothing else.
	Greeting bool `json:"greeting"`
	// NamelessRoot: the id of the root session is "".
	NamelessRoot bool `json:"nameless_root"`
	// GlobalCallIDs: a call id is unique in the conversation, not only in its
	// session.
	GlobalCallIDs bool `json:"global_call_ids"`
	// Children says how much the dialect shows of sub-sessions.
	Children Children `json:"children,omitempty"`
	// ModelCalls: the stream is of calls of a model, each of them a message. The end
	// of a message hands its calls to the client, for whose results they wait, and
	// the client gives all of them in one record; the end of one without calls ends
	// the turn, in the same record.
	ModelCalls bool `json:"model_calls,omitempty"`
	// MessageTurns: the stream is of answers of a model, each a message and a turn: one
	// record starts both, one before the last says what the message used and why it
	// stopped, and the last ends both. Of what the client runs no result follows: where
	// the answer stopped for its calls they wait from there on.
	MessageTurns bool `json:"message_turns,omitempty"`
	// Frames are the records that say nothing but how far a message or an item is.
	Frames Frames `json:"frames,omitzero"`
	// ChildrenInPart: a producer need not say everything of a sub-session: neither its
	// texts, nor what is below it.
	ChildrenInPart bool `json:"children_in_part,omitempty"`
	// Nested: the session of an event follows from what is open alone. So
	// sub-sessions nest in time: while one runs, only it and its sub-sessions
	// emit events.
	Nested bool `json:"nested"`
	// ChildStart: the record that opens a sub-session starts its turn; ChildEnd:
	// the one that ends its turn closes it.
	ChildStart bool `json:"child_start"`
	ChildEnd   bool `json:"child_end"`
	// ChildEdges: the wire marks start and end of a named sub-session.
	ChildEdges bool `json:"child_edges"`
	// ChildInCall: that record is the one by which the call that delegates starts to
	// run; no other record opens it.
	ChildInCall bool `json:"child_in_call,omitempty"`
	// ResultEnds: the root's turns are marked; nothing ends the one turn of a
	// sub-session but the completion of the call that made it.
	ResultEnds bool `json:"result_ends,omitempty"`
	// ChildLink: the wire links a sub-session to its call. ChildResult: that
	// call's completion ends the sub-session.
	ChildLink   bool `json:"child_link"`
	ChildResult bool `json:"child_result"`
	// Outlives: a sub-session may outlive its call. The call's completion then
	// only says that the sub-session was launched.
	Outlives bool `json:"outlives"`
	// Delegation names the delegation tool and its aliases, and the argument
	// that names the agent; empty where the wire does not say.
	Delegation Delegation `json:"delegation"`

	// EventIDs: events carry their own ids, so a reader can detect a replay.
	EventIDs bool `json:"event_ids"`
	// Waits: the wire says that a call or session waits for somebody.
	Waits bool `json:"waits"`
	// WaitsUnnamed: what a call waits for has no id of its own, and is asked before the
	// call runs.
	WaitsUnnamed bool `json:"waits_unnamed,omitempty"`
	// WaitsApart: the record that asks is not the one that ends the turn.
	WaitsApart bool `json:"waits_apart,omitempty"`
	// Retracts: the wire can declare things void.
	Retracts bool `json:"retracts"`
	// Quota: the wire reports limits.
	Quota bool `json:"quota"`
	// Histories: the wire restates whole sessions. HistoryInPlace: in the middle of
	// a turn, message by message in their places.
	Histories      bool `json:"histories"`
	HistoryInPlace bool `json:"history_in_place"`
	// Snapshots: messages are restated whole after their deltas.
	Snapshots bool `json:"snapshots"`
	// Usage is on the wire for messages, for turns.
	MessageUsage bool `json:"message_usage"`
	TurnUsage    bool `json:"turn_usage"`
	// UsageIfDone: the end of a turn carries its usage only if it completed.
	UsageIfDone bool `json:"usage_if_done"`
	// UsageApart: the usage of a turn has a record of its own.
	UsageApart bool `json:"usage_apart"`
	// ResultRecords: after a result, a separate record says that the result was
	// added to its session. It is decoded to a note that names the call.
	ResultRecords bool `json:"result_records,omitempty"`
	// UsageFollows: the usage of a message has a record of its own, behind its end.
	UsageFollows bool `json:"usage_follows,omitempty"`
	// StopReasons: a message carries why it stopped.
	StopReasons bool `json:"stop_reasons"`
	// StopWords are the wire's words for an ordinary end, for an end with calls and, if
	// it has one, for a limit. The default is end_turn and tool_use.
	StopWords []string `json:"stop_words,omitempty"`
	// Speakers: a message or session names its agent.
	Speakers bool `json:"speakers"`
	// Unsigned: no message names its agent; only sessions do.
	Unsigned bool `json:"unsigned,omitempty"`
	// Metadata: parts and calls carry metadata. MetadataReplaces: later
	// metadata replaces the earlier as a whole.
	Metadata         bool `json:"metadata"`
	MetadataReplaces bool `json:"metadata_replaces"`
	// MetadataScoped: metadata is an object of objects, one for each source.
	// Readers refuse everything else.
	MetadataScoped bool `json:"metadata_scoped"`
	// Cancels: the wire says that the user cancelled.
	Cancels bool `json:"cancels"`
	// Errors: the wire has error records that end a run.
	Errors bool `json:"errors"`
	// LateErrors: such a record fails a run that has ended, too.
	LateErrors bool `json:"late_errors"`
	// ErrorCloses: a fatal error without a session closes the sub-sessions, too.
	ErrorCloses bool `json:"error_closes"`
	// InRun: nothing is said while no turn of the root is open.
	InRun bool `json:"in_run"`
	// MediaInTurn: media is what an agent says in a turn, so that none stands between turns.
	MediaInTurn bool `json:"media_in_turn"`
	// TurnCancels: the end of a turn may say that it was cancelled.
	TurnCancels bool `json:"turn_cancels,omitempty"`
	// FailsApart: that a turn failed is said by an error before its end, and not by that.
	FailsApart bool `json:"fails_apart,omitempty"`
	// StopsAlways: the end of a message or turn always says why it stopped.
	StopsAlways bool `json:"stops_always"`
	// RejectsAmbiguous: the dialect obliges its readers to refuse a fragment
	// that could belong to several items.
	RejectsAmbiguous bool `json:"rejects_ambiguous"`
	// Document: a stream is one document that restates earlier events. Nothing
	// happens while it is read.
	Document bool `json:"document"`
	// ToolLogs: the wire keeps a log of the tools that each agent run used.
	ToolLogs bool `json:"tool_logs"`

	// Notes are the kinds of note that the wire has; empty means all.
	Notes []Note `json:"notes,omitempty"`
	// HistoryOmits is what the dialect's own stored history omits from a
	// transcript. No store is asked for it after a reload.
	HistoryOmits []Omission `json:"history_omits,omitempty"`

	// Tools are typical calls of the dialect's producers, if it has its own
	// tools. Generated calls resemble them. Empty means any call.
	Tools []ToolSample `json:"tools,omitempty"`
	// ValueTools are typical calls whose arguments are a value, where those of others
	// are text.
	ValueTools []ToolSample `json:"value_tools,omitempty"`
	// Agents are the calls by which sub-sessions that say nothing themselves are seen
	// to start and to end.
	Agents []AgentSample `json:"agents,omitempty"`
	// Forms name what the dialect's encoder can write in other than the
	// plainest form.
	Forms []string `json:"forms,omitempty"`
	// FormRules are, by the name of a form, the rules that say what a stream in it
	// means; none for a form of which no rule speaks. They are not part of the JSON form.
	FormRules map[string][]string `json:"-"`
	// NotRepresentable names the faults (see package scenario) that no stream of the
	// dialect can contain, although the other features would allow them: its
	// wire cannot represent them, or its readers must reject such a stream.
	NotRepresentable []string `json:"unsayable,omitempty"`
	// Duties say which sentence of the format demands each rule for producers.
	// See Duty. They are not part of the JSON form.
	Duties []Duty `json:"-"`
}
