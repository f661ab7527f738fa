// Packs the npm packages of a release: quock, which has the command, and one package
// for each platform, which has the binary. npm installs the one that fits.
//
//   node pack.mjs DIST OUT    DIST is goreleaser's folder, OUT gets the tarballs
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [dist, out] = process.argv.slice(2).map((path) => resolve(path));
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..", "..", "..");
const { version } = JSON.parse(readFileSync(join(dist, "metadata.json"), "utf8"));
const common = {
  version,
  license: "Apache-2.0",
  repository: "github:quock-dev/quock",
};

// npm's names of Go's platforms.
const os = { linux: "linux", darwin: "darwin", windows: "win32" };
const cpu = { amd64: "x64", arm64: "arm64" };

const work = mkdtempSync(join(tmpdir(), "quock-npm-"));
mkdirSync(out, { recursive: true });
try {
  const optionalDependencies = {};
  for (const a of JSON.parse(readFileSync(join(dist, "artifacts.json"), "utf8"))) {
    if (a.type !== "Binary") continue;
    const platform = `${os[a.goos]}-${cpu[a.goarch]}`;
    const manifest = {
      name: `@quock/${platform}`,
      description: `The quock binary for ${platform}; install quock instead`,
      os: [os[a.goos]],
      cpu: [cpu[a.goarch]],
      preferUnplugged: true, // a program cannot be run from inside an archive
    };
    pack(platform, manifest, (folder) => {
      const to = join(folder, "bin", a.name);
      copyFileSync(resolve(root, a.path), to);
      chmodSync(to, 0o755);
    });
    optionalDependencies[manifest.name] = version;
  }
  const manifest = {
    name: "quock",
    description: "Conformance harness, fuzzer and trace distiller for readers of multi-agent event streams",
    type: "module",
    bin: { quock: "bin/quock.mjs" },
    engines: { node: ">=18" },
    optionalDependencies,
  };
  pack("quock", manifest, (folder) => {
    cpSync(join(here, "bin.mjs"), join(folder, "bin", "quock.mjs"));
    cpSync(join(root, "README.md"), join(folder, "README.md"));
  });
} finally {
  rmSync(work, { recursive: true });
}

// pack makes the tarball of one package; fill adds its files.
function pack(name, manifest, fill) {
  const folder = join(work, name);
  mkdirSync(join(folder, "bin"), { recursive: true });
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, ...common }, null, 2) + "\n");
  fill(folder);
  execFileSync("npm", ["pack", "--silent", "--pack-destination", out, folder], { stdio: "inherit", shell: process.platform === "win32" });
}
