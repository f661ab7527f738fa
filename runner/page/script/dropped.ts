// What a user drops: files, and folders with all that is in them. Each file has its path
// below what was dropped.

export type Dropped = [path: string, file: File][];

// A folder that was dropped. TypeScript has not the way to it in its library.
interface Folder { kind: "directory"; name: string; values(): AsyncIterable<Folder | FileSystemFileHandle> }
type Handled = DataTransferItem & { getAsFileSystemHandle?(): Promise<Folder | FileSystemFileHandle | null> };

// itemsOf reads what a drop event carries. It must be asked before the event is over.
export async function itemsOf(event: DragEvent): Promise<Dropped> {
  const items = [...event.dataTransfer?.items ?? []].filter((item) => item.kind === "file");
  return (await Promise.all(items.map(whole))).flat();
}

// whole reads an item with all that is in it. Chromium refuses the entries of a page from a
// disk, and other browsers have no handles: so both ways are tried.
function whole(item: DataTransferItem): Promise<Dropped> {
  const entry = item.webkitGetAsEntry(), file = item.getAsFile();
  if (!entry?.isDirectory) return Promise.resolve(file ? [[file.name, file]] : []);
  const handle = (item as Handled).getAsFileSystemHandle?.();
  handle?.catch(() => {});
  return belowEntry(entry).catch(async (err) => {
    const folder = await handle?.catch(() => null);
    if (folder?.kind !== "directory") throw err;
    return belowHandle(folder, folder.name);
  });
}

async function belowEntry(entry: FileSystemEntry): Promise<Dropped> {
  if (entry.isFile) return [[entry.fullPath.slice(1), await new Promise<File>((is, no) => (entry as FileSystemFileEntry).file(is, no))]];
  const reader = (entry as FileSystemDirectoryEntry).createReader(), all: Dropped = [];
  for (;;) { // each call gives some of them
    const some = await new Promise<FileSystemEntry[]>((is, no) => reader.readEntries(is, no));
    if (some.length === 0) return all;
    for (const one of some) all.push(...await belowEntry(one));
  }
}

async function belowHandle(folder: Folder, path: string): Promise<Dropped> {
  const all: Dropped = [];
  for await (const one of folder.values()) {
    if (one.kind === "directory") all.push(...await belowHandle(one as Folder, `${path}/${one.name}`));
    else all.push([`${path}/${one.name}`, await (one as FileSystemFileHandle).getFile()]);
  }
  return all;
}
