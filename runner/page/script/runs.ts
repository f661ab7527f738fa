import type { Dropped } from "./dropped";
import type { Order, Told } from "./worker";

// The runs of the module: each has a worker of its own, and there is one at a time.

export type Done = Extract<Told, { kind: "done" }>;
export type Progress = Extract<Told, { kind: "read" }>;

// The program is compiled at its first use, and kept: the browser's compiler has made its
// parts fast where they were used.
let compiled: Promise<WebAssembly.Module> | undefined;
const program = () => (compiled ??= compile().catch((err) => { compiled = undefined; throw err; }));

async function compile(): Promise<WebAssembly.Module> {
  const inside = document.getElementById("module")?.textContent;
  const packed = inside ? new Blob([bytesOf(inside)]) : await (await fetch("quock.wasm.gz")).blob();
  const head = new Uint8Array(await packed.slice(0, 2).arrayBuffer());
  const plain = head[0] === 0x1f ? packed.stream().pipeThrough(new DecompressionStream("gzip")) : packed.stream(); // a server may have unpacked it
  return WebAssembly.compile(await new Response(plain).arrayBuffer());
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64.trim()), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

function newWorker(): Worker {
  const inside = document.getElementById("worker")?.textContent;
  if (!inside) return new Worker("worker.js");
  const url = URL.createObjectURL(new Blob([JSON.parse(inside)], { type: "text/javascript" }));
  const made = new Worker(url);
  URL.revokeObjectURL(url);
  return made;
}

let running: Worker | undefined;

// run has the program do something to what was dropped. It ends with undefined if it was
// stopped, or if another run began.
export async function run(args: string[], dropped: Dropped, progress: (p: Progress) => void): Promise<Done | undefined> {
  stop();
  const own = running = newWorker();
  const ended = new Promise<Done | undefined>((end) => {
    own.onmessage = ({ data }: MessageEvent<Told>) => {
      if (data.kind === "done") end(data);
      else if (own === running) progress(data);
    };
    own.onerror = (e) => { e.preventDefault(); end({ kind: "done", code: -1, out: "", err: e.message, written: [] }); };
    own.addEventListener("stopped", () => end(undefined));
  });
  try {
    const order: Order = { module: await program(), args, dropped };
    if (own !== running) return undefined;
    own.postMessage(order);
    const done = await ended;
    return own === running ? done : undefined;
  } finally {
    if (own === running) stop();
  }
}

// stop ends the run that there is.
export function stop(): void {
  running?.terminate();
  running?.dispatchEvent(new Event("stopped"));
  running = undefined;
}
