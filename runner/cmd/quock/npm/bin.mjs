#!/usr/bin/env node
// Runs the quock binary of this platform's package, with the same input, output
// and exit code.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";

const platform = `${process.platform}-${process.arch}`;
const name = `@quock/${platform}`;
const binary = process.platform === "win32" ? "quock.exe" : "quock";

function locate() {
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/${binary}`);
  } catch {
    process.stderr.write(
      `quock: the package ${name} is not installed. Install it without --omit=optional, on the platform that runs it; ` +
        `if there is no such package, build quock with Go: go install github.com/quock-dev/quock/runner/cmd/quock@latest\n`,
    );
    process.exit(2);
  }
}

const child = spawn(locate(), process.argv.slice(2), { stdio: "inherit" });
// The terminal sends SIGINT and SIGHUP to the child as well, and a second one would end it at once.
process.on("SIGINT", () => {});
process.on("SIGHUP", () => {});
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("error", (err) => {
  process.stderr.write(`quock: ${name} cannot be started: ${err.message}\n`);
  process.exit(2);
});
child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
