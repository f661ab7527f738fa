// Installs the packed packages into a folder of its own, without a network, and uses
// them as a user does. QUOCK_NPM is the folder of the tarballs.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..", "..", "..");
const tarballs = resolve(process.env.QUOCK_NPM ?? join(root, "bin", "release", "npm"));
const packed = existsSync(tarballs) ? {} : { skip: `no packages in ${tarballs}: make release-snapshot` };
const scratch = mkdtempSync(join(tmpdir(), "quock-install-"));
const quock = join(scratch, "node_modules", ".bin", "quock");
const honest = join(root, "fixtures", "candidates", "javascript", "agentc.mjs");

before(() => {
  if (packed.skip) return;
  const wanted = ["quock-", `quock-${process.platform}-${process.arch}-`].map((prefix) =>
    readdirSync(tarballs).find((name) => new RegExp(`^${prefix}\\d`).test(name)),
  );
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--prefix", scratch, ...wanted.map((name) => join(tarballs, name))]);
});
after(() => rmSync(scratch, { recursive: true }));

const run = (...args) => spawnSync(quock, args, { cwd: scratch, encoding: "utf8" });

test("npm installs this platform's binary, and no other", packed, () => {
  assert.deepEqual(readdirSync(join(scratch, "node_modules", "@quock")), [`${process.platform}-${process.arch}`]);
});

test("the installed command says its version", packed, () => {
  const said = JSON.parse(run("version", "--json").stdout);
  assert.match(said.version, /^\d+\.\d+\.\d+$/);
});

test("the installed command judges a candidate", packed, () => {
  const { status, stdout } = run("run", "--cases", "50", "--", "node", honest);
  assert.equal(status, 0, stdout);
  assert.match(stdout, /\n  pass +attach\/by-id/);
});

test("the exit code is the command's own", packed, () => {
  assert.equal(run("no-such-command").status, 2);
});

test("SIGTERM ends the command as it ends the binary", packed, async () => {
  const started = join(scratch, "started");
  const candidate = `: > "${started}"; exec node "${honest}"`;
  const child = spawn(quock, ["run", "--cases", "100000", "--", "sh", "-c", candidate], { cwd: scratch });
  while (!existsSync(started)) await setTimeout(20);
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  assert.equal(code, 130);
});

test("without its platform's package it says what to do, and ends with 2", () => {
  const alone = mkdtempSync(join(tmpdir(), "quock-alone-"));
  cpSync(join(here, "bin.mjs"), join(alone, "quock.mjs"));
  const { status, stderr } = spawnSync(process.execPath, [join(alone, "quock.mjs"), "version"], { encoding: "utf8" });
  rmSync(alone, { recursive: true });
  assert.equal(status, 2);
  assert.match(stderr, new RegExp(`@quock/${process.platform}-${process.arch} is not installed. Install it without --omit=optional`));
});
