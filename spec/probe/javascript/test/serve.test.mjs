import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";

import { Rejected, serve } from "../quock_probe.mjs";

/** Says how many records it has read, and does what a record asks for. */
class Counter {
  seen = { outcome: "open", records: [] };

  async event(record) {
    if (record?.wait) await sleep(1);
    if (record?.throws) throw new Error(record.throws);
    if (record?.rejects) throw new Rejected(record.rejects, "not this");
    this.seen.records.push(record);
  }

  end(cause) {
    if (cause === "cut") throw new Rejected("malformed", "no end");
    this.seen.outcome = "completed";
  }

  transcript() {
    return this.seen;
  }

  output() {
    return this.seen.records;
  }

  reload() {
    this.seen.reloads = (this.seen.reloads ?? 0) + 1;
  }
}

const candidate = { name: "counter", dialects: ["agentc"], observes: ["outcome"], open: () => new Counter() };

/** The answers to some requests, a text as it is. */
async function talk(requests, changed = {}) {
  const lines = requests.map((each) => Buffer.from(typeof each === "string" ? each : `${JSON.stringify(each)}\n`));
  const written = [];
  await serve({ ...candidate, ...changed }, { input: lines, write: (line) => written.push(JSON.parse(line)) });
  return written;
}

const run = (events, more = {}) => ({ op: "run", id: 1, dialect: "agentc", events, ...more });

describe("serve", () => {
  it("introduces the candidate", async () => {
    const [hello] = await talk([{ op: "hello", probe: 1 }]);
    assert.deepEqual(hello, { probe: 1, role: "reducer", intake: "events", name: "counter", dialects: ["agentc"], observes: ["outcome"] });
  });

  it("observes where it is asked to, and later records change nothing of it", async () => {
    const [{ observations, final }] = await talk([run([{ a: 1 }, { wait: true }], { observe: [0, 1] })]);
    assert.deepEqual(observations.map(({ records }) => records.length), [0, 1]);
    assert.deepEqual([final.outcome, final.records.length], ["completed", 2]);
  });

  it("takes a run without events for an empty stream, and begins each from nothing", async () => {
    const finals = (await talk([run([{}]), { op: "run", id: 2, dialect: "agentc" }])).map(({ final }) => final.records.length);
    assert.deepEqual(finals, [1, 0]);
  });

  it("answers a rejection at its record, with what was observed before", async () => {
    const [at, atEnd] = await talk([run([{}, { rejects: "limit" }, {}], { observe: [1, 2, 3] }), run([{}], { end: "cut" })]);
    assert.deepEqual(at.rejected, { at: 2, reason: "limit", message: "not this" });
    assert.deepEqual([at.observations.length, at.final.records.length], [1, 1]);
    assert.deepEqual([atEnd.rejected.at, atEnd.rejected.reason], [2, "malformed"]);
  });

  it("answers what a reader throws with an error, and goes on", async () => {
    const [thrown, fine] = await talk([run([{ throws: "dropped\nit" }]), run([{}], { id: 2 })]);
    assert.deepEqual([thrown.id, thrown.error], [1, "Error: dropped"]);
    assert.equal(fine.final.records.length, 1);
  });

  it("answers an operation that it does not know, and passes over what is no request", async () => {
    const answers = await talk(["no json\n", "[1\n", "7\n", "\n", { op: "dance" }, { op: "dance", id: 4 }, { op: "load", id: 5, store: "x" }, { op: "quit" }, run([])]);
    assert.deepEqual(answers.map(({ id, error }) => [id, error]), [[4, "Error: unknown op dance"], [5, "Error: this candidate keeps no store"]]);
  });

  it("says which method a reader has not, and that a transcript is none", async () => {
    const missing = await talk([run([])], { open: () => ({ event() {}, end() {} }) });
    assert.match(missing[0].error, /no method transcript\(\)/);
    const nothing = await talk([run([])], { open: () => ({ event() {}, end() {}, transcript() {} }) });
    assert.match(nothing[0].error, /returned nothing/);
  });

  it("hands over chunks as bytes", async () => {
    const chunks = ["ä", { base64: "/w==" }];
    const [{ final }] = await talk([{ op: "run", id: 1, dialect: "agentc", chunks }], { intake: "bytes" });
    assert.deepEqual(final.records.map(({ data }) => data), [[195, 164], [255]]);
  });

  it("serves an adapter: records, text or bytes, and no transcript", async () => {
    const adapter = (output) => ({ role: "adapter", outputs: ["agentc"], open: () => Object.assign(new Counter(), output && { output: () => output }) });
    const [records] = await talk([run([{ a: 1 }])], adapter());
    assert.deepEqual(records, { id: 1, output: { events: [{ a: 1 }] } });
    assert.deepEqual((await talk([run([])], adapter("x")))[0].output, { chunks: ["x"] });
    assert.deepEqual((await talk([run([])], adapter(Buffer.from([255]))))[0].output, { chunks: [{ base64: "/w==" }] });
  });

  it("serves a store: reloads behind what is observed there, and loads", async () => {
    const [reloaded] = await talk([run([{}], { observe: [1], reload: [0, 1] })], { role: "store" });
    assert.deepEqual(reloaded.reloaded.map(({ reloads }) => reloads), [1, 2]);
    assert.equal(reloaded.observations[0].reloads, 1);
    const load = (store) => ({ transcript: () => ({ outcome: store }) });
    assert.deepEqual(await talk([{ op: "load", id: 9, store: "folder" }], { load }), [{ id: 9, final: { outcome: "folder" } }]);
  });

  it("keeps text whatever it holds, and reads lines however they are cut", async () => {
    const odd = "\ud800 \u2028 \0 🦆";
    const bytes = Buffer.from(`${JSON.stringify(run([odd]))}\n`);
    const written = [];
    const input = Array.from(bytes, (byte) => Buffer.from([byte]));
    await serve(candidate, { input, write: (line) => written.push(line) });
    assert.equal(written.length, 1);
    assert.equal(JSON.parse(written[0]).final.records[0], odd);
  });

  it("reads numbers as JSON.parse does, those beyond 2^53 the nearest that there is", async () => {
    const [{ final }] = await talk([`{"op":"run","id":1,"dialect":"agentc","events":[9007199254740991,9223372036854775807,1e400]}\n`]);
    assert.deepEqual(final.records, [9007199254740991, 2 ** 63, null]);
  });
});

describe("a process that serves", () => {
  /** What a program with this reader's event() answers. */
  function ask(event, requests) {
    const folder = mkdtempSync(join(tmpdir(), "quock-probe-"));
    const helper = pathToFileURL(new URL("../quock_probe.mjs", import.meta.url).pathname).href;
    writeFileSync(join(folder, "candidate.mjs"), `
      import { serve } from ${JSON.stringify(helper)};
      const open = () => ({ seen: "", event(record) { ${event} }, end() {}, transcript() { return { outcome: this.seen }; } });
      await serve({ name: "x", dialects: ["agentc"], observes: ["outcome"], open });`);
    const input = requests.map((each) => `${JSON.stringify(each)}\n`).join("");
    const done = spawnSync(process.execPath, [join(folder, "candidate.mjs")], { input, encoding: "utf8", maxBuffer: 1 << 26 });
    rmSync(folder, { recursive: true });
    return { ...done, answers: done.stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line)) };
  }

  it("sends what a reader prints to standard error", () => {
    const { answers, stderr, status } = ask(`console.log("printed"); process.stdout.write("written\\n"); console.table([1]);`, [run([{}]), { op: "quit" }]);
    assert.deepEqual([answers.length, answers[0].id, status], [1, 1, 0]);
    assert.match(stderr, /printed\nwritten\n/);
  });

  it("answers what a reader leaves to nobody with an error, and goes on", () => {
    const { answers } = ask("if (record.strays) Promise.reject(new Error('dropped'));", [run([{ strays: true }]), run([{}], { id: 2 })]);
    assert.deepEqual(answers.map(({ id, error }) => [id, error]), [[1, "Error: dropped"], [2, undefined]]);
  });

  it("writes answers of megabytes whole", () => {
    const { answers } = ask("this.seen += record;", [run(["x".repeat(8 << 20)]), run(["y"])]);
    assert.deepEqual(answers.map(({ final }) => final.outcome.length), [8 << 20, 1]);
  });

  it("ends with quit, whatever a reader has left running", () => {
    assert.equal(ask("setInterval(() => {}, 1000);", [run([{}]), { op: "quit" }]).status, 0);
  });
});
