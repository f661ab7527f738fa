import type { Dropped } from "./dropped";
import { Files, home } from "./files";

// The worker: it runs the module once, on the files that it is sent, and says how that
// went. wasm_exec.js of the Go toolchain stands in front of it.

declare class Go {
  argv: string[];
  importObject: WebAssembly.Imports;
  exit: (code: number) => void;
  _scheduledTimeouts: Map<number, number>;
  run(instance: WebAssembly.Instance): Promise<void>;
}

export interface Order { module: WebAssembly.Module; args: string[]; dropped: Dropped }
export type Told =
  | { kind: "read"; path: string; at: number; size: number }
  | { kind: "done"; code: number; out: string; err: string; written: [string, Uint8Array][] };

const tell = (told: Told) => postMessage(told);

onmessage = async ({ data }: MessageEvent<Order>) => {
  const said: Uint8Array[][] = [[], [], []];
  const files = new Files((fd, bytes) => said[fd].push(bytes), (path, at, size) => tell({ kind: "read", path, at, size }));
  for (const [path, file] of data.dropped) files.add(path, file);
  const text = (fd: number) => new Blob(said[fd] as BlobPart[]).text();
  Object.assign(globalThis, { fs: files.fs(), process: { cwd: () => home, pid: 1, ppid: 1, umask: () => 0 }, path: { resolve: (p: string) => files.resolve(p) } });
  const go = new Go();
  let code = -1;
  go.argv = ["drop", ...data.args];
  go.exit = (n) => {
    code = n;
    go._scheduledTimeouts.forEach((timer) => clearTimeout(timer)); // a timer that is late would resume what has ended
    go._scheduledTimeouts.clear();
  };
  try {
    await go.run(await WebAssembly.instantiate(data.module, go.importObject));
  } catch (err) {
    said[2].push(new TextEncoder().encode(`\n${String(err)}`));
  }
  tell({ kind: "done", code, out: await text(1), err: await text(2), written: files.written("/out") });
};
