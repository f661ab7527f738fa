// Package deepagents reads and writes what a client sees of a Deep Agents run
// that it polls: the states of a thread, with the log of the tools that
// sub-agents used under a key of their own; alone, or with LangGraph's stream of
// the same run.
//
// Goals: a poll in each of its shapes (what the server's getState gives, a bare
// state, a saved snapshot), the list of states that getHistory gives, and any
// record of package langgraph between them; a stream and its polls give one
// transcript; each tool in the log of the run that used it, once, however often
// and in whichever states it is listed; polling faster or slower changes no
// later view, but where it changes what can be known.
//
// Non-goals: what LangGraph's records mean (package langgraph reads them, and
// the messages of a state); todos, files and the panels that a snapshot saves;
// when a run ends (an idle thread's state looks the same before and after it);
// removed messages, which a state only does not list any more.
//
// # The variants
//
// poll (the default) are polls alone, one state a line. stream are LangGraph's
// tuples with polls between them. A decoder takes both.
//
// # The shapes
//
// A poll is an object with values; the messages, and the log, are in these. An
// object with messages or a log and without values is the values themselves. An
// array of states is a history, newest first: it is read oldest first, along the
// parent checkpoints of the newest, so that it says what polling at each
// checkpoint would have said, and nothing of branches that were left.
//
// # Profile
//
//   - session: the tools: segments of the checkpoint_ns that was polled; "" is
//     the root. The states of a task (subgraphs) are read as their own polls.
//     A state of the root has the root's messages only.
//   - messages: restated, as in LangGraph's mode values. One that a faster poll
//     would have shown in between is not seen; one that is not listed any more
//     stays.
//   - fragments: none in a poll; a message is there whole, or not yet.
//   - interrupts and errors: those of the tasks, and the interrupts of the state.
//     One that the poll before listed says nothing, unless something new was said
//     in between.
//   - tool log: the key subagent_tool_log, entries of id, subagent, tool,
//     args_brief, timestamp and status. An entry belongs to the run of its
//     task_id or tool_call_id where that names a delegation (or the task of one),
//     else to the only run of that agent that was not over when the state was
//     polled before; else it is reported and not guessed. Start and end are one
//     entry, so is a prefix that a sub-agent inherited and returned. A run is over
//     when a state has its result, or the user's next message behind it.
//   - a log that got shorter: what is left of the log of each run that goes on is
//     all of it (a cap). A log that leaves out what runs used that are over says
//     nothing about them: it was cut or cleared for others.
//   - a fresh run (no messages, or a checkpoint without a parent behind other
//     checkpoints): every run before it is over. Another run id is no sign of
//     one, since a resume has another, too.
//   - all else as in package langgraph, whose records may stand between.
package deepagents
