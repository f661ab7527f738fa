package deviation

// adapters are the adapters of package wrong.
var adapters = []program{
	{"one-index", "adapt/commutes", rows("Z003"), "adapter one-index",
		"Every parallel call is written at slot 0."},
	{"drops-children", "adapt/commutes", rows("Z135", "Z143"), "adapter drops-children",
		"What sub-sessions do is filtered out."},
	{"one-level", "adapt/commutes", rows("Z145"), "adapter one-level",
		"Sub-sessions of sub-sessions are filtered out."},
	{"one-at-a-time", "adapt/commutes", rows("Z167"), "adapter one-at-a-time",
		"Of sub-sessions that run at the same time only the first is written."},
	{"calls-first", "adapt/commutes", rows("Z211", "Z213"), "adapter calls-first",
		"Calls are written when they are complete, texts when the message is."},
	{"transition-lost", "adapt/commutes", rows("Z233"), "adapter transition-lost",
		"What ends a text and begins a call only ends the text."},
	{"last-result", "adapt/commutes", rows("Z207"), "adapter last-result",
		"Of results that come together only the last is written."},
	{"renumbers-parts", "wire/unknown-skipped", rows("Z446"), "adapter renumbers-parts",
		"A part of unknown kind is dropped, and those behind it move up; their fragments do not."},
	{"fresh-ids", "adapt/no-invention", rows("Z320"), "adapter fresh-ids",
		"Each fragment of a call bears an id of its own."},
	{"skips-execution", "adapt/no-invention", rows("Z123"), "adapter skips-execution",
		"A call that the client is to run gets a result at once."},
	{"no-starts", "adapt/well-formed", rows("Z183"), "adapter no-starts",
		"Calls are not begun; their results come all the same."},
	{"flushes-behind-end", "adapt/well-formed", rows("Z195"), "adapter flushes-behind-end",
		"What was buffered of a text is written behind its end."},
	{"no-text-start", "adapt/well-formed", rows("Z209"), "adapter no-text-start",
		"Text goes to an id that was never begun."},
	{"text-on-call", "adapt/well-formed", rows("Z215"), "adapter text-on-call",
		"Text is written to the block of the call that is open."},
	{"reopens-nothing", "adapt/well-formed", rows("Z217"), "adapter reopens-nothing",
		"What comes late is written to a block that was ended."},
	{"dies-in-silence", "account/error-kept", rows("Z251"), "adapter dies-in-silence",
		"Where the source fails, the output just stops."},
	{"makes-up-finish", "adapt/well-formed", rows("Z420"), "adapter makes-up-finish",
		"Where the source fails, the output ends as if it had not."},
	{"starts-behind-end", "adapt/well-formed", rows("Z253", "Z338"), "adapter starts-behind-end",
		"Calls that are open at the end are written behind it."},
	{"stops-early", "adapt/well-formed", rows("Z381"), "adapter stops-early",
		"Every piece of text says that the answer is over."},
}

// writers are the writers of package wrong.
var writers = []program{
	{"metadata-unwritten", "wire/round-trip", nil, "writer metadata-unwritten",
		"Metadata is not written."},
	{"numbers-cut", "wire/round-trip", nil, "writer numbers-cut",
		"A number in a result is written as a whole one."},
	{"arguments-anew", "wire/round-trip", nil, "writer arguments-anew",
		"A fragment of arguments that is JSON is written as its value."},
}

// published are the adapters of fixtures/candidates/python.
var published = []program{
	{"namespaced-name", "adapt/commutes", nil, "python namespaced-name",
		"The delegation tool is looked for under its namespaced name alone, and all other tools get the prefix."},
	{"flat-metadata", "adapt/well-formed", nil, "python flat-metadata",
		"The agent's name stands in the provider metadata itself, not below a provider's name."},
	{"bare-texts", "adapt/commutes", nil, "python bare-texts",
		"A text is written anew from its words alone, so that its metadata is lost."},
	{"default-label", "adapt/no-invention", nil, "python default-label",
		"The agent is read from the first piece of the arguments, so that the default stands for every sub-agent."},
	{"split-calls", "adapt/no-invention", nil, "python split-calls",
		"A continuation without an id is taken for a call."},
	{"merged-calls", "adapt/commutes", nil, "python merged-calls",
		"The arguments of a message are gathered in one place, whichever call they are of."},
}
