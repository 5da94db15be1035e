/**
 * What SystemJS cannot do by itself and Nephra needs: several named modules out of one file, style sheets that belong to
 * a module, and forgetting failures. Installed once by the boot script.
 */

/** Key `nephra` of the import map in index.html; written by the builder. Addresses are absolute paths. */
export interface FileTable {
  /** Shared name → file that holds it as the export of that name. */
  readonly shared: Readonly<Record<string, string>>;
  /** File → its style sheets. */
  readonly css: Readonly<Record<string, readonly string[]>>;
  /** Every style sheet of the shell in the order in which they must stand in the document. */
  readonly sheets: readonly string[];
  /** Where hashes and style sheets of the files stand that are loaded on demand alone; fetched before the first of them. */
  readonly late: { readonly file: string; readonly integrity: string };
}

type Registration = readonly [deps: readonly string[], declare: (give: (names: object) => void) => { execute?: () => void }, metas?: unknown];

/** The part of SystemJS's prototype that may be replaced (documented as its hooks). */
interface Hooks {
  instantiate(this: ModuleLoader, url: string, parent?: string, meta?: unknown): Promise<Registration | undefined>;
  onload(this: ModuleLoader, error: unknown, url: string): void;
  addImportMap(this: ModuleLoader, map: { integrity: Readonly<Record<string, string>> }, base?: string): void;
  register(this: ModuleLoader, deps: Registration[0], declare: Registration[1], metas?: unknown): void;
  addFiles: ModuleLoader['addFiles'];
  forgetFailures: ModuleLoader['forgetFailures'];
}

const SHARED = 'shared:';
/** Style sheets of plugins stand behind those of the shell. */
const BEHIND_ALL = 1_000_000;

export class StyleSheets {
  readonly #document: Document;
  readonly #ranks: ReadonlyMap<string, number>;
  readonly #loading = new Map<string, Promise<void>>();
  /** SRI hash by address. */
  readonly integrity = new Map<string, string>();

  constructor(document: Document, order: readonly string[]) {
    this.#document = document;
    this.#ranks = new Map(order.map((url, index) => [url, index]));
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) this.#loading.set(link.href, Promise.resolve());
  }

  /** Resolves when the sheet is in force. @throws Error when it cannot be had; asking again tries again. */
  load(url: string): Promise<void> {
    const running = this.#loading.get(url);
    if (running) return running;
    const started = this.#insert(url);
    this.#loading.set(url, started);
    started.catch(() => this.#loading.delete(url));
    return started;
  }

  #insert(url: string): Promise<void> {
    const link = this.#document.createElement('link');
    const rank = this.#ranks.get(url) ?? BEHIND_ALL;
    link.rel = 'stylesheet';
    link.href = url;
    link.dataset.rank = String(rank);
    const integrity = this.integrity.get(url);
    if (integrity) link.integrity = integrity;
    const later = [...this.#document.head.querySelectorAll<HTMLLinkElement>('link[data-rank]')].find((other) => Number(other.dataset.rank) > rank);
    return new Promise((resolve, reject) => {
      link.addEventListener('load', () => resolve());
      link.addEventListener('error', () => {
        link.remove();
        reject(new Error(`Error loading ${url} (style sheet)`));
      });
      this.#document.head.insertBefore(link, later ?? null);
    });
  }
}

/** @throws Error when the list cannot be had, or is not the one that was built */
async function fetchLate({ file, integrity }: FileTable['late'], ask: typeof fetch): Promise<Parameters<ModuleLoader['addFiles']>[1]> {
  const answer = await ask(file, { integrity });
  if (!answer.ok) throw new Error(`Error loading ${file}: ${answer.status}`);
  return (await answer.json()) as Parameters<ModuleLoader['addFiles']>[1];
}

/** @param base address that relative ones in the table are read against. */
export function installHooks(
  loader: ModuleLoader,
  table: FileTable,
  integrity: Readonly<Record<string, string>>,
  document: Document,
  ask: typeof fetch = (...call) => fetch(...call),
): void {
  const base = document.baseURI;
  const absolute = (url: string) => new URL(url, base).href;
  const hooks = Object.getPrototypeOf(loader) as Hooks;
  const shared = new Map(Object.entries(table.shared).map(([name, file]) => [SHARED + name, { name, file: absolute(file) }]));
  const css = new Map(Object.entries(table.css).map(([file, sheets]) => [absolute(file), sheets.map(absolute)]));
  const styles = new StyleSheets(document, table.sheets.map(absolute));
  for (const [file, hash] of Object.entries(integrity)) styles.integrity.set(absolute(file), hash);
  const failed = new Set<string>();
  const { late } = table;
  const folder = absolute(late.file.slice(0, late.file.lastIndexOf('/') + 1));
  let fetching: Promise<void> | undefined;
  /** Whoever asks again after a failure tries again. */
  const knowLate = () =>
    (fetching ??= fetchLate(late, ask).then(
      (files) => hooks.addFiles(folder, files),
      (error: unknown) => {
        fetching = undefined;
        throw error;
      },
    ));

  /** Each import looks through all names of the window first, and a file stands for dozens of shared names. */
  const holders = new Map<string, Promise<Record<string, object>>>();
  const holderOf = (file: string): Promise<Record<string, object>> => {
    const held = holders.get(file) ?? loader.import<Record<string, object>>(file);
    holders.set(file, held);
    // Whoever asks again after a failure tries again.
    held.catch(() => holders.delete(file));
    return held;
  };

  /** SystemJS takes a script that registers nothing for a module made of globals; only what was registered counts. */
  const registered = new WeakSet<Registration[1]>();
  const { instantiate, onload, register } = hooks;
  hooks.register = function (deps, declare, metas) {
    registered.add(declare);
    register.call(this, deps, declare, metas);
  };

  hooks.instantiate = async function (url, parent, meta) {
    const place = shared.get(url);
    if (place) {
      const names = (await holderOf(place.file))[place.name];
      if (!names) throw new Error(`${place.file} does not hold ${place.name}`);
      return [
        [],
        (give) => {
          give(names);
          return {};
        },
      ];
    }
    if (url.startsWith(folder) && !styles.integrity.has(url)) await knowLate();
    const [registration] = await Promise.all([instantiate.call(this, url, parent, meta), ...(css.get(url) ?? []).map((sheet) => styles.load(sheet))]);
    if (registration === undefined || !registered.has(registration[1])) throw new Error(`${url} did not register a module`);
    return registration;
  };

  hooks.onload = function (error, url) {
    if (error === undefined || error === null) failed.delete(url);
    else failed.add(url);
    onload.call(this, error, url);
  };

  hooks.addFiles = (folder, files) => {
    const within = (name: string) => new URL(name, absolute(folder)).href;
    const hashes = Object.entries(files.integrity).map(([name, hash]) => [within(name), hash] as const);
    hooks.addImportMap.call(loader, { integrity: Object.fromEntries(hashes) });
    for (const [url, hash] of hashes) styles.integrity.set(url, hash);
    for (const [name, sheets] of Object.entries(files.css)) css.set(within(name), sheets.map(within));
  };

  hooks.forgetFailures = () => {
    const forgotten = [...failed];
    for (const url of forgotten) loader.delete(url);
    failed.clear();
    return forgotten;
  };
}
