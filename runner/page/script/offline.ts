// The service worker of the folder: it keeps the files of the page, so that the page works
// without a network. The build puts in front of it what the files are, and their hash.

// It runs in a worker of its own kind, whose types are not those of a page.
interface Scope {
  addEventListener(kind: "install" | "activate", on: (e: { waitUntil(done: Promise<unknown>): void }) => void): void;
  addEventListener(kind: "fetch", on: (e: { request: Request; respondWith(answer: Promise<Response>): void }) => void): void;
  clients: { claim(): Promise<void> };
  registration: { scope: string };
}
declare const files: string[], hash: string;

const worker = self as unknown as Scope, scope = worker.registration.scope, prefix = `quock ${scope} `, kept = prefix + hash;

// A new version waits until no page of the old one is open: the parts of a page fit.
worker.addEventListener("install", (e) => e.waitUntil(
  caches.open(kept).then((c) => c.addAll(files.map((name) => new Request(new URL(name, scope), { cache: "reload" })))),
));
worker.addEventListener("activate", (e) => e.waitUntil(
  caches.keys().then((all) => Promise.all(all.filter((name) => name.startsWith(prefix) && name !== kept).map((name) => caches.delete(name)))).then(() => worker.clients.claim()),
));
worker.addEventListener("fetch", (e) => {
  const { request } = e;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  const wanted = request.mode === "navigate" ? scope : request.url;
  e.respondWith(caches.open(kept).then((c) => c.match(wanted)).then((found) => found ?? fetch(request)));
});
