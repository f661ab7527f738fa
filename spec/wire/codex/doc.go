// Package codex is the codec of what `codex exec --json` writes, one JSON object
// a line, from 0.50 to 0.163 (variant exec), and of the session files that Codex
// keeps, rollout-*.jsonl, from 0.98 to 0.169 (variant rollout). They share no
// record, so every decoder reads both.
//
// Goals: every event and item type of the format reference, in every version;
// items told by their fields alone, since no version is on the wire; an encoder
// that says everything that it is given, or names the field that it cannot say.
//
// Non-goals: the app server's protocol, output and session files of before October
// 2025, packed session files; whether an error is transient (the wire does not say it);
// which of several answers after a reconnect is meant.
//
// The profile of exec:
//
//   - session id; root: the `thread_id` of `thread.started`, "" where none was
//     seen; that thread is the root. No event names its session. A repeated
//     `thread.started` is a resume: the same session, whose item ids start anew.
//   - owner of a call: derived, as of the item's first record.
//   - turn edges: `turn.started`; `turn.completed` and `turn.failed`. They have no
//     ids: the turns of a thread are numbered from 0.
//   - child to call: the `spawn_agent` item that names the thread in
//     `receiver_thread_ids`. Children say nothing; they end where an
//     `agents_states` calls them completed, errored, shutdown or interrupted, and
//     go on where a later one calls them running.
//   - arguments complete: `item.started`, else `item.completed`. An empty query at
//     the start of a `web_search` is a placeholder.
//   - executing: `item.started`.
//   - terminal event: `turn.completed`, `turn.failed`. An `error` is none.
//   - delegation tool, agent name: `spawn_agent`; agents have no names.
//   - event ids: none. An item's id is the entity's, of one run of the program.
//   - deltas or snapshots: snapshots. A message is one record, each record of an
//     item replaces the one before.
//
// What an item is. An agent_message or reasoning is a message of its own, an
// error item a note, a plan a note. All others are calls; of each, its name, its
// arguments, and its result:
//
//   - command_execution: {"command"}; {"aggregated_output","exit_code"}. It failed
//     if the exit code is a number and not 0; where that is null or absent, if the
//     status is failed.
//   - file_change: {"changes"}; {"status"}.
//   - mcp_tool_call: the name is server.tool, or the tool where the server is "";
//     `arguments`; `result`, or the message of `error` where that is null. It
//     failed if the status is failed or `error` is not null.
//   - collab_tool_call: the name is its `tool`; {"prompt","receiver_thread_ids"},
//     of spawn_agent {"prompt"}; `agents_states`.
//   - web_search: {"query","action"}; no result.
//   - todo_list: no arguments; `items`.
//
// Arguments have the members of those that are there and not null, a result those
// that are there. The status declined is a denied call. A completion whose status
// is in_progress is progress.
//
// A file_change or web_search that completes without a start is whole, as older
// versions write them: it starts and completes. Of any other the start was lost,
// unless an earlier run of the thread used its id.
//
// Of a key that occurs twice the last member counts, as stock parsers do. It
// matters for a web_search, which bears two ids: the item's, then that of the
// provider's record, which so is the call's. Both are the same in all records of
// an item.
//
// The profile of rollout:
//
//   - session id; root: `id` of a file's first line (never `session_id`); the
//     thread without a parent. A file is one thread. What a fork copied of its
//     parent's history says nothing here, and ends where the file's own first turn
//     starts.
//   - owner of a call: the message of the model's response that it came in. One
//     response is one message, numbered by position: its thoughts, a text, its
//     calls. A text behind a text or call begins the next. A response ends with its
//     figures, the output of one of its calls, a prompt or an edge of its turn.
//   - turn edges: `task_started`, `task_complete`, `turn_aborted`, by `turn_id`.
//     Before them (0.98) a prompt starts a turn, and its end is not written. An
//     abort is a cancellation, whoever asked for it.
//   - user message: the reader's layer alone; role `user` is mostly context.
//   - child to call: the output of `spawn_agent` that names the thread. Children
//     end where an output with their `status` says so; no end is owed.
//   - arguments: text, whole; a free tool's input is a JSON string.
//   - executing: not said.
//   - result: `output` as the model got it. How a call ended is told by the item of
//     its id: before the output, or behind it while the turn is open. Else an output
//     that says that it was aborted cancels, and any other is done: words of an
//     output are no status.
//   - both layers: a text or thought that is written twice counts once, by its id,
//     else as a neighbour with the same words.
//   - terminal event: `task_complete`, with `error` failed; `turn_aborted`. Where a
//     version writes no errors, a turn without an answer ends as nobody knows.
//   - usage: `token_usage_record`, else the last usage of a `token_count` whose total
//     is new; of the response's message, else of the turn.
//   - delegation tool, agent name: not declared; an agent is called by its role, else
//     its nickname. Event ids: none.
package codex
