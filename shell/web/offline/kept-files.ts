/** What a page asks the worker to keep: what it runs on. */
export interface KeepWish {
  /** Path of the boot script: the document that names it is the one that these files belong to. */
  readonly boot: string;
  /** Paths of the files that the page has loaded. */
  readonly files: readonly string[];
  /** Folders of the plugins of the session, `/plugins/<id>/<version>-<hash>/`; of others nothing stays. */
  readonly folders: readonly string[];
}

export interface KeptFilesParts {
  readonly caches: Pick<CacheStorage, 'open' | 'keys' | 'delete'>;
  readonly fetch: (request: Request | string, init?: RequestInit) => Promise<Response>;
  readonly origin: string;
  readonly now: () => number;
}

const PREFIX = 'nephra-';
const DOCUMENT = '/';
/** Stands in a cache once it holds all that its page ran on. */
const WHOLE = '/kept-at';
/** A server that says nothing for so long counts as away, where there is a document to show instead. */
const PATIENCE_MS = 5_000;
/** Answers of a proxy whose server is away. */
const GATEWAY_STATUS: readonly number[] = [502, 503, 504];

const isBuilt = (path: string): boolean => path.startsWith('/assets/') || path.startsWith('/plugins/');
const isPage = (path: string): boolean => !isBuilt(path) && !path.startsWith('/api/') && !/\.[a-z0-9]+$/i.test(path);
/** The server says itself which files never change under their address. */
const neverChanges = (answer: Response): boolean => answer.ok && /\bimmutable\b/.test(answer.headers.get('cache-control') ?? '');

const hexOf = (bytes: ArrayBuffer): string => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The built files on the device, so that a page opens while the network is away: the document, asked for first and shown from here only where no answer comes, and files
 * that never change under their address. Nothing of /api is ever kept, nor anything that is not marked `immutable`. One cache for each document; it replaces the one
 * before as soon as it is whole.
 */
export class KeptFiles {
  readonly #parts: KeptFilesParts;
  #working: Promise<void> = Promise.resolve();

  constructor(parts: KeptFilesParts) {
    this.#parts = parts;
  }

  /** @returns undefined: the browser asks the server as ever */
  answerTo(request: Request): Promise<Response> | undefined {
    const { origin, pathname } = new URL(request.url);
    if (request.method !== 'GET' || origin !== this.#parts.origin) return undefined;
    if (request.mode === 'navigate') return isPage(pathname) ? this.#document(request) : undefined;
    return isBuilt(pathname) && !request.headers.has('range') ? this.#file(request) : undefined;
  }

  /** Keeps what a page runs on, one wish after the other. */
  keep(wish: KeepWish): Promise<void> {
    this.#working = this.#working.catch(() => undefined).then(() => this.#keep(wish));
    return this.#working;
  }

  async #document(request: Request): Promise<Response> {
    const kept = await this.#keptDocument();
    if (!kept) return await this.#parts.fetch(request);
    try {
      // waits: a document lies here that may be shown instead
      const answer = await this.#parts.fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
      return GATEWAY_STATUS.includes(answer.status) ? kept : answer;
    } catch {
      return kept;
    }
  }

  async #file(request: Request): Promise<Response> {
    for (const name of await this.#names()) {
      const found = await (await this.#parts.caches.open(name)).match(request.url, { ignoreVary: true });
      if (found) return found;
    }
    const answer = await this.#parts.fetch(request);
    const [newest] = await this.#names();
    if (newest !== undefined && neverChanges(answer)) await (await this.#parts.caches.open(newest)).put(request.url, answer.clone()).catch(() => undefined);
    return answer;
  }

  async #keep({ boot, files, folders }: KeepWish): Promise<void> {
    const document = await this.#parts.fetch(DOCUMENT, { cache: 'no-cache' });
    const text = await document.clone().text();
    // The server has a newer document by now: its own page will ask.
    if (!document.ok || boot === '' || !text.includes(boot)) return;
    const name = PREFIX + hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).slice(0, 16);
    const cache = await this.#parts.caches.open(name);
    await cache.put(DOCUMENT, document);
    for (const file of new Set(files)) {
      if (!isBuilt(file) || (await cache.match(file, { ignoreVary: true }))) continue;
      const answer = await this.#parts.fetch(file);
      if (neverChanges(answer)) await cache.put(file, answer);
    }
    await cache.put(WHOLE, new Response(String(this.#parts.now())));
    for (const other of await this.#parts.caches.keys()) if (other.startsWith(PREFIX) && other !== name) await this.#parts.caches.delete(other);
    for (const { url } of await cache.keys()) {
      const { pathname } = new URL(url, this.#parts.origin);
      if (pathname.startsWith('/plugins/') && !folders.some((folder) => pathname.startsWith(folder))) await cache.delete(url);
    }
  }

  async #keptDocument(): Promise<Response | undefined> {
    const [newest] = await this.#names();
    return newest === undefined ? undefined : await (await this.#parts.caches.open(newest)).match(DOCUMENT, { ignoreVary: true });
  }

  /** Caches that are whole, the last one first. */
  async #names(): Promise<readonly string[]> {
    const found: { readonly name: string; readonly at: number }[] = [];
    for (const name of await this.#parts.caches.keys()) {
      if (!name.startsWith(PREFIX)) continue;
      const mark = await (await this.#parts.caches.open(name)).match(WHOLE);
      if (mark) found.push({ name, at: Number(await mark.text()) });
    }
    return found.toSorted((a, b) => b.at - a.at).map(({ name }) => name);
  }
}
