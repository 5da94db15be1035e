/** The service worker, a script of its own that the server gives under `/offline-worker.js`. A page registers it that is to open without network. */
import { type KeepWish, KeptFiles } from './kept-files.ts';

/** What of a worker's surroundings is used; the types of pages, which all other code of the browser half has, know none. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  readonly location: { readonly origin: string };
  readonly caches: CacheStorage;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: 'install' | 'activate', hear: (event: WorkerEvent) => void): void;
  addEventListener(kind: 'fetch', hear: (event: FetchEvent) => void): void;
  addEventListener(kind: 'message', hear: (event: WorkerEvent & { readonly data: KeepWish }) => void): void;
}

const worker = globalThis as unknown as Worker;
const files = new KeptFiles({
  caches: worker.caches,
  fetch: (request, init) => fetch(request, init),
  origin: worker.location.origin,
  now: Date.now,
});

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const answer = files.answerTo(event.request);
  if (answer) event.respondWith(answer);
});
worker.addEventListener('message', (event) => event.waitUntil(files.keep(event.data)));
