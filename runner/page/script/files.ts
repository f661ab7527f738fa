// The files that the module sees: those that were dropped, which are read in pieces where
// they lie, and those that it writes, which are held in memory. It has the functions of
// Node's fs that Go calls (syscall/fs_js.go of Go's library), and answers at once.

declare class FileReaderSync { readAsArrayBuffer(of: Blob): ArrayBuffer }

type Callback = (err: Error | null, value?: unknown) => void;
interface Entry { folder?: boolean; dropped?: File; path?: string; bytes?: Uint8Array; size: number }
interface Open { entry: Entry; at: number; piece?: Uint8Array; from: number }

// piece is how much of a dropped file is read at once.
const piece = 1 << 20;
const O_WRONLY = 1, O_RDWR = 2, O_CREAT = 64, O_EXCL = 128, O_TRUNC = 512, O_APPEND = 1024, O_DIRECTORY = 65536;

export const home = "/dropped";

export class Files {
  readonly entries = new Map<string, Entry>();
  private readonly open = new Map<number, Open>();
  private next = 3;

  // said gets what the module prints, read how far it has come in a dropped file.
  constructor(private readonly said: (fd: number, bytes: Uint8Array) => void, private readonly read: (path: string, at: number, size: number) => void) {
    for (const folder of ["/", "/tmp", "/out", home]) this.entries.set(folder, { folder: true, size: 0 });
  }

  add(path: string, dropped: File): void {
    const parts = this.resolve(path).split("/");
    for (let n = 2; n < parts.length; n++) this.entries.set(parts.slice(0, n).join("/"), { folder: true, size: 0 });
    this.entries.set(parts.join("/"), { dropped, path, size: dropped.size });
  }

  // written are the files below a folder that the module wrote.
  written(folder: string): [string, Uint8Array][] {
    return this.below(folder).flatMap(([path, e]): [string, Uint8Array][] => (e.bytes ? [[path, e.bytes.slice(0, e.size)]] : []));
  }

  resolve(path: string): string {
    const parts: string[] = [];
    for (const part of (path.startsWith("/") ? path : `${home}/${path}`).split("/")) {
      if (part === "..") parts.pop();
      else if (part && part !== ".") parts.push(part);
    }
    return `/${parts.join("/")}`;
  }

  private below(folder: string): [string, Entry][] {
    const prefix = folder === "/" ? "/" : `${folder}/`;
    return [...this.entries].filter(([path]) => path.startsWith(prefix) && path !== folder);
  }

  private at(path: string): Entry {
    const entry = this.entries.get(this.resolve(path));
    if (!entry) throw failure("ENOENT");
    return entry;
  }

  private file(fd: number): Open {
    const file = this.open.get(fd);
    if (!file) throw failure("EBADF");
    return file;
  }

  private opened(path: string, flags: number): number {
    const key = this.resolve(path);
    let entry = this.entries.get(key);
    if (entry && flags & O_CREAT && flags & O_EXCL) throw failure("EEXIST");
    if (!entry) {
      if (!(flags & O_CREAT)) throw failure("ENOENT");
      if (!this.entries.get(key.slice(0, key.lastIndexOf("/")) || "/")?.folder) throw failure("ENOENT");
      this.entries.set(key, entry = { bytes: new Uint8Array(1 << 12), size: 0 });
    }
    if (flags & O_DIRECTORY && !entry.folder) throw failure("ENOTDIR");
    if (flags & (O_WRONLY | O_RDWR) && !entry.bytes) throw failure(entry.folder ? "EISDIR" : "EACCES");
    if (flags & O_TRUNC) entry.size = 0;
    this.open.set(this.next, { entry, at: flags & O_APPEND ? entry.size : 0, from: 0 });
    return this.next++;
  }

  private taken(file: Open, into: Uint8Array, position: number): number {
    const { entry } = file, n = Math.min(into.length, entry.size - position);
    if (entry.folder) throw failure("EISDIR");
    if (n <= 0) return 0;
    if (entry.bytes) {
      into.set(entry.bytes.subarray(position, position + n));
      return n;
    }
    if (!file.piece || position < file.from || position >= file.from + file.piece.length) {
      file.from = position;
      file.piece = new Uint8Array(new FileReaderSync().readAsArrayBuffer((entry.dropped as File).slice(position, position + piece)));
      this.read(entry.path ?? "", position, entry.size);
    }
    const found = file.piece.subarray(position - file.from, position - file.from + n);
    into.set(found);
    return found.length;
  }

  private put(file: Open, bytes: Uint8Array, position: number): number {
    const { entry } = file, end = position + bytes.length;
    if (!entry.bytes) throw failure("EBADF");
    if (end > entry.bytes.length) {
      const more = new Uint8Array(Math.max(end, 2 * entry.bytes.length));
      more.set(entry.bytes.subarray(0, entry.size));
      entry.bytes = more;
    }
    entry.bytes.set(bytes, position);
    entry.size = Math.max(entry.size, end);
    return bytes.length;
  }

  private moved(from: string, to: string, leave: boolean): void {
    const entry = this.at(from), key = this.resolve(to);
    if (leave && this.entries.has(key)) throw failure("EEXIST");
    this.entries.set(key, entry);
    if (!leave) this.entries.delete(this.resolve(from));
  }

  private removed(path: string): void {
    this.at(path);
    if (this.below(this.resolve(path)).length > 0) throw failure("ENOTEMPTY");
    this.entries.delete(this.resolve(path));
  }

  private made(path: string): void {
    if (this.entries.has(this.resolve(path))) throw failure("EEXIST");
    this.entries.set(this.resolve(path), { folder: true, size: 0 });
  }

  // fs is what Go calls. What is not here does not exist, which Go reports.
  fs(): object {
    const answer = (back: Callback, do_: () => unknown) => {
      let value: unknown;
      try {
        value = do_();
      } catch (err) {
        return back("code" in (err as object) ? err as Error : failure("EIO"));
      }
      back(null, value);
    };
    const none = (...all: unknown[]) => (all.at(-1) as Callback)(null);
    const stat = (path: string, back: Callback) => answer(back, () => stats(this.at(path)));
    return {
      constants: { O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_DIRECTORY },
      writeSync: (fd: number, bytes: Uint8Array) => { this.said(fd, bytes.slice()); return bytes.length; },
      open: (path: string, flags: number, _: number, back: Callback) => answer(back, () => this.opened(path, flags)),
      close: (fd: number, back: Callback) => answer(back, () => { this.open.delete(fd); }),
      fstat: (fd: number, back: Callback) => answer(back, () => stats(this.file(fd).entry)),
      stat, lstat: stat,
      readdir: (path: string, back: Callback) => answer(back, () => {
        const folder = this.resolve(path), skip = folder === "/" ? 1 : folder.length + 1;
        return this.below(folder).map(([p]) => p.slice(skip)).filter((p) => !p.includes("/"));
      }),
      read: (fd: number, into: Uint8Array, offset: number, length: number, position: number | null, back: Callback) => answer(back, () => {
        if (fd === 0) return 0;
        const file = this.file(fd), n = this.taken(file, into.subarray(offset, offset + length), position ?? file.at);
        if (position === null) file.at += n;
        return n;
      }),
      write: (fd: number, bytes: Uint8Array, offset: number, length: number, position: number | null, back: Callback) => answer(back, () => {
        const part = bytes.subarray(offset, offset + length);
        if (fd < 3) { this.said(fd, part.slice()); return length; }
        const file = this.file(fd), n = this.put(file, part, position ?? file.at);
        if (position === null) file.at += n;
        return n;
      }),
      mkdir: (path: string, _: number, back: Callback) => answer(back, () => this.made(path)),
      unlink: (path: string, back: Callback) => answer(back, () => this.removed(path)),
      rmdir: (path: string, back: Callback) => answer(back, () => this.removed(path)),
      rename: (from: string, to: string, back: Callback) => answer(back, () => this.moved(from, to, false)),
      link: (from: string, to: string, back: Callback) => answer(back, () => this.moved(from, to, true)),
      chmod: none, fchmod: none, fsync: none,
    };
  }
}

function stats(e: Entry): object {
  return {
    dev: 0, ino: 0, mode: e.folder ? 0o040755 : 0o100644, nlink: 1, uid: 0, gid: 0, rdev: 0, size: e.size, blksize: 4096,
    blocks: 0, atimeMs: 0, mtimeMs: 0, ctimeMs: 0, isDirectory: () => !!e.folder,
  };
}

function failure(code: string): Error { return Object.assign(new Error(code), { code }); }
