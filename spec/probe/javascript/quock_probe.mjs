/**
 * The candidate's side of the probe contract (spec/probe/probe.md): `serve` answers the
 * harness, a reader of yours reads the streams.
 *
 * Goals: a reader is a whole candidate; whatever it throws, prints or leaves behind, the next
 * answer is an answer of its own, to its own request.
 *
 * Non-goals: knowing any dialect; repairing a reader. What a child process writes to the
 * standard output that it inherited is not caught. Numbers are JSON.parse's: a reader that
 * needs integers beyond 2^53 takes intake "bytes" and parses them itself.
 *
 * No dependencies; Node 18 or later. The types are in quock_probe.d.mts.
 */

/** Throw it where the stream cannot be read: in event(), or in end() where only its end shows that. */
export class Rejected extends Error {
  /** @param {"malformed" | "limit" | "unsupported" | "ambiguous"} reason @param {string} [message] */
  constructor(reason, message = "") {
    super(message);
    this.name = "Rejected";
    this.reason = reason;
  }
}

/** Some errors explain themselves in hundreds of lines. */
const firstLine = (error) => String(error).split("\n", 1)[0];

const bytes = (chunk) => (typeof chunk === "string" ? Buffer.from(chunk) : Buffer.from(chunk.base64, "base64"));

/** What is written now is what it was: later records do not change it. */
function json(value, method) {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`${method} of the reader returned nothing`);
  return text;
}

/** The fields of an answer, whose values are JSON already. */
const object = (fields) => `{${Object.entries(fields).map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(",")}}`;

/** Makes sure that a method is there before it is missed. */
function check(reader, methods) {
  const missing = methods.find((method) => typeof reader?.[method] !== "function");
  if (missing) throw new TypeError(`the reader has no method ${missing}()`);
  return reader;
}

/** One stream: a reader's answer to its request. */
async function run({ open, ...hello }, request) {
  const asked = { dialect: request.dialect, end: request.end ?? "eof", out: request.out, store: request.store };
  const adapts = hello.role === "adapter";
  const items = request.events ?? (request.chunks ?? []).map(bytes);
  const reader = check(await open(asked, items), ["event", "end", adapts ? "output" : "transcript"]);
  const [wanted, reloads] = [new Set(request.observe), new Set(request.reload)];
  const observations = [];
  const reloaded = [];
  const transcript = async () => json(await reader.transcript(), "transcript()");
  const look = async (at) => {
    if (wanted.has(at)) observations.push(await transcript());
    if (!reloads.has(at)) return;
    await check(reader, ["reload"]).reload();
    reloaded.push(await transcript());
  };

  let at = 0;
  let rejected;
  try {
    await look(at);
    for (const item of items) {
      at += 1;
      const working = reader.event(item);
      if (working?.then) await working;
      if (wanted.has(at) || reloads.has(at)) await look(at);
    }
    at += 1;
    await reader.end(asked.end);
  } catch (failure) {
    if (!(failure instanceof Rejected)) throw failure;
    rejected = JSON.stringify({ at, reason: failure.reason, message: failure.message });
  }
  const answer = { id: JSON.stringify(request.id) };
  if (rejected) answer.rejected = rejected;
  if (adapts) return object({ ...answer, ...(rejected ? {} : { output: json(output(await reader.output()), "output()") }) });
  if (request.observe || !request.reload) answer.observations = `[${observations}]`;
  if (request.reload) answer.reloaded = `[${reloaded}]`;
  return object({ ...answer, final: await transcript() });
}

/** What an adapter wrote: records, or the raw stream as a text or bytes. */
function output(written) {
  if (Array.isArray(written)) return { events: written };
  if (typeof written === "string") return { chunks: [written] };
  return { chunks: [{ base64: Buffer.from(written).toString("base64") }] };
}

/** What a store holds, for whoever asks. */
async function load({ load: opened }, { id, store }) {
  if (!opened) throw new Error("this candidate keeps no store");
  const reader = check(await opened(store), ["transcript"]);
  return object({ id: JSON.stringify(id), final: json(await reader.transcript(), "transcript()") });
}

/** Errors that a reader leaves to nobody; they would end an ordinary program. */
function strayErrors() {
  const errors = [];
  const keep = (error) => errors.push(error instanceof Error ? error : new Error(String(error)));
  process.on("unhandledRejection", keep).on("uncaughtException", keep);
  return { errors, stop: () => process.off("unhandledRejection", keep).off("uncaughtException", keep) };
}

/** The answer to a request, as a line; null where nobody can be answered. */
async function answer(candidate, request) {
  const { open: _open, load: _load, ...said } = candidate;
  if (request.op === "hello") return JSON.stringify({ probe: 1, role: "reducer", intake: "events", ...said });
  if (request.id === undefined) return null;
  const stray = strayErrors();
  try {
    if (request.op !== "run" && request.op !== "load") throw new Error(`unknown op ${request.op}`);
    const line = await (request.op === "run" ? run : load)(candidate, request);
    await new Promise((done) => setImmediate(done)); // a rejection that nobody handles is reported by then
    if (stray.errors.length > 0) throw stray.errors[0];
    return line;
  } catch (failure) {
    console.error(failure);
    return JSON.stringify({ id: request.id, error: firstLine(failure) });
  } finally {
    stray.stop();
  }
}

/** The lines of a byte stream, split at \n alone: U+2028 and its like are part of the text. */
async function* lines(chunks) {
  let pending = [];
  for await (let chunk of chunks) {
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10)) {
      yield Buffer.concat([...pending, chunk.subarray(0, end)]).toString("utf8");
      pending = [];
      chunk = chunk.subarray(end + 1);
    }
    pending.push(chunk);
  }
  yield Buffer.concat(pending).toString("utf8");
}

/** @param {string} line @returns {any} the request in a line; null if there is none */
function parse(line) {
  if (line.trim() === "") return null;
  try {
    const request = JSON.parse(line);
    if (typeof request === "object" && request !== null) return request;
  } catch {
    // said below
  }
  console.error("not a request:", line.slice(0, 200));
  return null;
}

/** Answers requests until the input ends or says quit. */
async function converse(candidate, input, write) {
  for await (const line of lines(input)) {
    const request = parse(line);
    if (request?.op === "quit") return;
    const reply = request && (await answer(candidate, request));
    if (reply) await write(`${reply}\n`);
  }
}

/** Serves a candidate; see quock_probe.d.mts for what it takes. */
export async function serve(candidate, streams) {
  if (streams) return converse(candidate, streams.input, streams.write);
  const { stdout, stderr } = process;
  const own = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr); // what a reader prints is no answer
  await converse(candidate, process.stdin, (line) => new Promise((done) => own(line, done)));
  process.exit(0); // whatever a reader has left running
}
