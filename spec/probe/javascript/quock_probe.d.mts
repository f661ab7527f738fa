/** The candidate's side of the probe contract. See README.md beside it, and quock's spec/probe/probe.md. */

/** What a run asks of its reader. Each run starts from nothing. */
export interface Asked {
  /** The dialect, with its variant where the dialect has variants. */
  dialect: string;
  /** Whether the producer will close the stream or the transport will break. */
  end: "eof" | "cut";
  /** Adapters: the dialect to write. */
  out?: string;
  /** Stores: the folder that holds the state and nothing else does. */
  store?: string;
}

/** What reads one stream. Each method may be async: the next record comes when it is done. */
export interface StreamReader<Item = any> {
  /** The next record; with intake "bytes" the next chunk, a Buffer. */
  event(item: Item): void | Promise<void>;
  /** The end of input. */
  end(cause: "eof" | "cut"): void | Promise<void>;
}

/** A reader whose state is asked for, while the stream is open and at its end. */
export interface Reader<Item = any> extends StreamReader<Item> {
  transcript(): Transcript | Promise<Transcript>;
  /** Stores: drop all memory of the stream, and load what was persisted. */
  reload?(): void | Promise<void>;
}

/** A reader that writes another stream. */
export interface Adapter<Item = any> extends StreamReader<Item> {
  /** All that was written, asked for once, behind end(): records, or the raw stream. */
  output(): unknown[] | string | Uint8Array | Promise<unknown[] | string | Uint8Array>;
}

/** What a candidate says of itself. */
type Declared = Omit<HelloReply, "probe" | "role">;

/** A reducer or a store. */
export interface ReaderCandidate extends Declared {
  role?: "reducer" | "store";
  observes: NonNullable<HelloReply["observes"]>;
  /** Begins a stream. The items are all that event() will get: for what drives a program that must know them. */
  open(asked: Asked, items: unknown[]): Reader | Promise<Reader>;
  /** Stores: what a folder holds. Any process may be asked, several times, and it changes nothing. */
  load?(store: string): Pick<Reader, "transcript"> | Promise<Pick<Reader, "transcript">>;
}

export interface AdapterCandidate extends Declared {
  role: "adapter";
  outputs: string[];
  open(asked: Asked, items: unknown[]): Adapter | Promise<Adapter>;
}

/** Throw it where the stream cannot be read: in event(), or in end() where only its end shows that. */
export class Rejected extends Error {
  constructor(reason: NonNullable<RejectedReply["reason"]>, message?: string);
  readonly reason: NonNullable<RejectedReply["reason"]>;
}

/**
 * Answers the harness on standard input and output until it says quit, and ends the process.
 * What a reader prints goes to standard error. Given streams, it answers those and returns.
 */
export function serve(
  candidate: ReaderCandidate | AdapterCandidate,
  streams?: { input: AsyncIterable<Uint8Array>; write(line: string): unknown },
): Promise<void>;

// Generated from schema.json by "make helper-types"; do not edit.

export interface ActiveCall {
  session?: string | null;
  call?: string | null;
  name?: string | null;
  phase?: "preparing" | "executing" | "waiting" | null;
}

export interface AgentRun {
  name?: string | null;
  session?: string | null;
  call?: string | null;
  parent?: string | null;
  status?: "running" | "completed" | "failed" | null;
  log?: LogEntry[] | null;
}

export interface Anomaly {
  kind?: "unbalanced-close" | "never-closed" | "orphan-result" | "result-twice" | "late-result" | "late-fragment" | "unclaimed-fragment" | "ambiguous-fragment" | "malformed-arguments" | "clashing-ids" | "unlinked-child" | "unattributed" | "start-lost" | "replayed" | "unknown-record" | "bad-record" | null;
  session?: string | null;
  at?: number | null;
  detail?: string | null;
}

export interface Call {
  id?: string | null;
  name?: string | null;
  args?: string | null;
  status?: "preparing" | "executing" | "waiting" | "done" | "failed" | "denied" | "cancelled" | "abandoned" | null;
  result?: unknown;
  is_error?: boolean | null;
  child?: string | null;
  metadata?: unknown;
}

/** Hello opens the conversation. */
export interface Hello {
  op: "hello";
  probe: number;
  /** Harness names the harness and its version. */
  harness: string;
}

/** HelloReply is how a candidate introduces itself. */
export interface HelloReply {
  probe: 1;
  name: string;
  version?: string | null;
  role: "reducer" | "store" | "adapter";
  /** Dialects that the candidate reads, each bare or with a variant. */
  dialects: string[];
  /** Outputs are the dialects that an adapter writes. */
  outputs?: string[] | null;
  /** Intake says how a run brings its stream; empty means events. */
  intake?: "events" | "bytes" | null;
  /** Observes names the parts of the transcript that the candidate reports. An adapter leaves it empty. */
  observes?: ("outcome" | "sessions" | "turns" | "messages" | "calls" | "active" | "agents" | "quota" | "history" | "anomalies")[] | null;
  /** Lacks names fields of these parts that the implementation has no notion of. They may be left out and are not compared. */
  lacks?: ("complete" | "ids" | "usage" | "stop-reasons" | "empty" | "phases" | "previews" | "unattributed" | "argument-text" | "partial-calls" | "partial-messages" | "abandoned" | "orphans" | "denied" | "cancelled")[] | null;
  /** Modes are the stream modes that the candidate reads of dialects in which each record is of one (langgraph, deepagents); none means all of them. */
  modes?: ("messages" | "values" | "updates" | "custom" | "tools" | "tasks" | "checkpoints" | "debug" | "metadata" | "events" | "feedback" | "messages/metadata" | "messages/partial" | "messages/complete" | "messages-tuple")[] | null;
  /** Policies are the candidate's choices where the rules leave one. */
  policies?: { "arguments-complete"?: "value" | "marker"; bodies?: "stream" | "record"; children?: "dropped" | "flattened"; "empty-data"?: "nothing" | "record"; "held-attach"?: "open" | "end"; "history-form"?: "anthropic" | "openai"; label?: string; "log-cap"?: "none" | "2" | "8" | "32" | "128"; reload?: "writer" | "reader"; "store-at"?: "fragment" | "message" | "record"; workers?: "speakers" | "sessions" } | null;
}

/** LoadReply answers a load. */
export interface LoadReply {
  id: number;
  final?: Transcript | null;
  error?: string | null;
}

/** LoadRequest asks a store, perhaps in a new process, for what it persisted. */
export interface LoadRequest {
  op: "load";
  id: number;
  store: string;
}

export interface LogEntry {
  id?: string | null;
  tool?: string | null;
}

export interface Message {
  id?: string | null;
  turn?: number | null;
  role?: "user" | "assistant" | null;
  agent?: string | null;
  complete?: boolean | null;
  stop_reason?: string | null;
  usage?: Usage | null;
  metadata?: unknown;
  parts?: Part[] | null;
  calls?: Call[] | null;
}

export interface Orphan {
  id?: string | null;
  result?: unknown;
}

/** Output is what an adapter wrote, in records or in chunks. */
export interface Output {
  events?: unknown[] | null;
  chunks?: (string | { base64: string })[] | null;
}

export interface Part {
  kind?: "text" | "thought" | "call" | null;
  text?: string | null;
  call?: number | null;
  metadata?: unknown;
}

/** Quit ends the conversation; it is not answered. */
export interface Quit {
  op: "quit";
}

export interface Quota {
  limited?: boolean | null;
  window?: string | null;
}

/** Rejected says that the candidate refuses the stream at a record, or one behind the last for the end of input. */
export interface RejectedReply {
  at: number;
  reason: "malformed" | "limit" | "unsupported" | "ambiguous";
  message?: string | null;
}

/** RunReply answers a run: a transcript for each observed position and one for the end of input, or an output, or a rejection, or an error. */
export interface RunReply {
  id: number;
  observations?: Transcript[] | null;
  reloaded?: Transcript[] | null;
  final?: Transcript | null;
  rejected?: RejectedReply | null;
  output?: Output | null;
  /** Error is the candidate saying that it failed. */
  error?: string | null;
}

/** RunRequest is one case. */
export interface RunRequest {
  op: "run";
  id: number;
  /** Dialect is the stream's dialect, with its variant where there are several. */
  dialect: string;
  /** Events are the records (intake events), Chunks the raw stream (intake bytes); a run has one of them. */
  events?: unknown[] | null;
  chunks?: (string | { base64: string })[] | null;
  /** Observe are the positions to report, strictly increasing, in 0..n. */
  observe?: number[] | null;
  /** Reload are the positions after which a store drops its memory and loads what it persisted. */
  reload?: number[] | null;
  /** End is how the input ends; empty means eof. */
  end?: "eof" | "cut" | null;
  /** Out is the dialect that an adapter writes. */
  out?: string | null;
  /** Store is the directory that holds a store's state. */
  store?: string | null;
}

export interface Session {
  id?: string | null;
  parent?: string | null;
  parent_call?: string | null;
  agent?: string | null;
  status?: "open" | "closed" | "failed" | null;
  turns?: Turn[] | null;
  messages?: Message[] | null;
  held?: Call[] | null;
  abandoned?: Call[] | null;
  orphans?: Orphan[] | null;
  unattributed?: string[] | null;
}

export interface Transcript {
  outcome?: "open" | "completed" | "failed" | "cancelled" | "interrupted" | "incomplete" | "unknown" | null;
  sessions?: Session[] | null;
  active?: ActiveCall[] | null;
  agents?: AgentRun[] | null;
  quota?: Quota | null;
  history?: unknown[] | null;
  anomalies?: Anomaly[] | null;
}

export interface Turn {
  status?: "open" | "completed" | "failed" | "cancelled" | "waiting" | "incomplete" | null;
  stop_reason?: string | null;
  error?: string | null;
  usage?: Usage | null;
}

export interface Usage {
  input?: number | null;
  output?: number | null;
}

// End of what is generated.
