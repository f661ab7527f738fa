// Builds the page that a trace is dropped on, twice:
//
//   node drop/build.mjs OUT
//
// OUT/quock.html is one file with all that it needs, which works from a disk. OUT/site is
// the same as a folder for any host of static files, which browsers keep for use without a
// network. Needs go, and npm's packages.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { buildSync } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url)), out = resolve(process.argv[2]), site = join(out, "site");
const go = process.env.GO ?? "go";
mkdirSync(site, { recursive: true });

const wasm = join(out, "drop.wasm");
execFileSync(go, ["build", "-trimpath", "-ldflags=-s -w", "-o", wasm, "."], { cwd: here, env: { ...process.env, GOOS: "js", GOARCH: "wasm" }, stdio: "inherit" });
const packed = gzipSync(readFileSync(wasm), { level: 9 });
const root = execFileSync(go, ["env", "GOROOT"], { encoding: "utf8" }).trim();

const script = (name) => buildSync({
  entryPoints: [join(here, "..", "script", `${name}.ts`)], bundle: true, format: "iife", target: "es2022", charset: "ascii", legalComments: "none", minify: true, write: false,
}).outputFiles[0].text;
const style = readFileSync(join(here, "..", "style.css"), "utf8") + readFileSync(join(here, "drop.css"), "utf8");
const drop = script("drop"), worker = `${readFileSync(join(root, "lib", "wasm", "wasm_exec.js"), "utf8")}\n${script("worker")}`;

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = (own, workers, connect) => `default-src 'none'; script-src ${own[0]} 'wasm-unsafe-eval'; style-src ${own[1]}; worker-src ${workers}; connect-src ${connect}; img-src data:; base-uri 'none'; form-action 'none'`;
const page = (parts) => readFileSync(join(here, "drop.html"), "utf8").replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);

writeFileSync(join(out, "quock.html"), page({
  policy: policy([hash(drop), hash(style)], "blob:", "'none'"), style: `<style>${style}</style>`,
  scripts: `<script type="application/json" id="worker">${JSON.stringify(worker).replaceAll("<", "\\u003c")}</script>
<script type="text/plain" id="module">${packed.toString("base64")}</script>
<script>${drop}</script>`,
}));

const files = {
  "index.html": page({ policy: policy(["'self'", "'self'"], "'self'", "'self'"), style: '<link rel="stylesheet" href="style.css">', scripts: '<script src="drop.js" defer></script>' }),
  "style.css": style, "drop.js": drop, "worker.js": worker, "quock.wasm.gz": packed,
};
const kept = { "./": files["index.html"], ...files }, whole = createHash("sha256");
delete kept["index.html"];
for (const text of Object.values(kept)) whole.update(text);
files["offline.js"] = `const files = ${JSON.stringify(Object.keys(kept))}, hash = "${whole.digest("hex").slice(0, 16)}";\n${script("offline")}`;
for (const [name, text] of Object.entries(files)) writeFileSync(join(site, name), text);
console.log(`${out}: quock.html and site; the module is ${(packed.length / 1e6).toFixed(2)} MB compressed`);
