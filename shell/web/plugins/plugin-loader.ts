import type { PluginDefinition, WebContext } from '@nephra/plugin-sdk/web';
import type { PluginFiles, PluginForBrowser } from '../../contract/index.ts';
import type { FileState } from '../net/static-file.ts';
import { checkExports } from './export-contract.ts';
import { detailOf, PluginFailure } from './plugin-failure.ts';
import { LoadSemaphore } from './load-semaphore.ts';

/** After this long the page says that it is still loading. */
export const SLOW_AFTER_MS = 8_000;
/** After this long a try counts as failed. */
export const GIVE_UP_AFTER_MS = 20_000;
const RETRY_PAUSES_MS = [500, 2_000];
/** Failures of the current version after which the previous one is taken. */
const FAILURES_BEFORE_PREVIOUS = 2;
const PARALLEL_LOADS = 3;

export interface LoadedPlugin {
  readonly row: PluginForBrowser;
  readonly definition: PluginDefinition;
  /** True when the version before the current one had to be taken. */
  readonly isPrevious: boolean;
  readonly base: string;
  readonly files: PluginFiles;
}

/** The module system as it is needed here (SystemJS, set up by the boot script). */
export type PluginModules = Pick<ModuleLoader, 'import' | 'resolve' | 'delete' | 'addFiles' | 'forgetFailures'>;

export interface PluginLoaderOptions {
  readonly modules: PluginModules;
  readonly find: (id: string) => PluginForBrowser | undefined;
  readonly fetchFiles: (id: string, base: string) => Promise<PluginFiles>;
  /** Brings the plugin's texts in the current language. */
  readonly loadTexts: (plugin: { row: PluginForBrowser; base: string; files: PluginFiles }) => Promise<void>;
  readonly contextFor: (row: PluginForBrowser, files: PluginFiles) => WebContext;
  readonly probe: (url: string, integrity: string | undefined) => Promise<FileState>;
  readonly report: (failure: PluginFailure, where: string) => void;
  readonly onSlow: (id: string) => void;
  readonly wait: (ms: number) => Promise<void>;
  /** Runs something later; returns what cancels it. */
  readonly later: (work: () => void, ms: number) => () => void;
}

/**
 * Brings plugins into the page on first use: one shared promise per plugin, required plugins that activate something first, a few at a time, with
 * time-outs, bounded retries, a check of what arrived, and the version before as a way out.
 */
export class PluginLoader {
  readonly #options: PluginLoaderOptions;
  readonly #loads = new Map<string, Promise<LoadedPlugin>>();
  readonly #failures = new Map<string, number>();
  readonly #timeOuts = new Map<string, number>();
  readonly #undo = new Map<string, () => void>();
  /** File path → hash that the registry vouches for. */
  readonly #hashes = new Map<string, string>();
  readonly #semaphore = new LoadSemaphore(PARALLEL_LOADS);

  constructor(options: PluginLoaderOptions) {
    this.#options = options;
  }

  /** @throws PluginFailure; a failure is not remembered, so asking again tries again. */
  load(id: string, urgent = false): Promise<LoadedPlugin> {
    const running = this.#loads.get(id);
    if (running) {
      if (urgent) this.#semaphore.hurry(id);
      return running;
    }
    const started = this.#bring(id, urgent);
    this.#loads.set(id, started);
    started.catch(() => {
      if (this.#loads.get(id) === started) this.#loads.delete(id);
    });
    return started;
  }

  /**
   * Brings a lazy part of a loaded plugin (the file of one page), with the same limits and retries.
   * @throws PluginFailure
   */
  async loadPart<T>(plugin: LoadedPlugin, where: string, load: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      const limit = this.#limit(plugin.row.id, where);
      try {
        return await Promise.race([limit.passed, load()]);
      } catch (error) {
        const failure = await this.#classify(plugin.row, error);
        this.#options.report(failure, where);
        this.#options.modules.forgetFailures();
        const pause = RETRY_PAUSES_MS[tries];
        if (pause === undefined || !failure.mayPass) throw failure;
        await this.#options.wait(pause);
      } finally {
        limit.cancel();
      }
    }
  }

  /** A page or slot of the plugin fell over while drawing. The second time the next load takes the version before. */
  noteRenderFailure(id: string): void {
    const failures = (this.#failures.get(id) ?? 0) + 1;
    this.#failures.set(id, failures);
    if (failures >= FAILURES_BEFORE_PREVIOUS && this.#options.find(id)?.previousBase) this.unload(id);
  }

  /** Forgets a loaded plugin and what it activated; the next use loads it again. */
  unload(id: string): void {
    this.#loads.delete(id);
    const undo = this.#undo.get(id);
    this.#undo.delete(id);
    try {
      undo?.();
    } catch (error) {
      this.#options.report(new PluginFailure(id, 'activate', detailOf(error), error), 'deactivate');
    }
  }

  async #bring(id: string, urgent: boolean): Promise<LoadedPlugin> {
    const row = this.#options.find(id);
    if (row === undefined || row.entry === '') throw new PluginFailure(id, 'invalid-module', 'This session knows no such plugin.');
    // Code of others is reached through slots and the server only, so just those that do something at their start are waited for.
    await Promise.all(row.dependsOn.filter((other) => this.#options.find(other)?.activates).map((other) => this.load(other, urgent)));
    for (let tries = 0; ; tries += 1) {
      const usePrevious = row.previousBase !== '' && (this.#failures.get(id) ?? 0) >= FAILURES_BEFORE_PREVIOUS;
      try {
        return await this.#semaphore.run(id, () => this.#attempt(row, usePrevious), urgent);
      } catch (error) {
        const failure = await this.#classify(row, error);
        this.#options.report(failure, usePrevious ? `load ${row.previousBase}` : 'load');
        this.#options.modules.forgetFailures();
        if (failure.kind === 'time-out') this.#timeOuts.set(id, (this.#timeOuts.get(id) ?? 0) + 1);
        const hasWayOut = row.previousBase !== '' && !usePrevious;
        if (hasWayOut) this.#failures.set(id, (this.#failures.get(id) ?? 0) + 1);
        const pause = RETRY_PAUSES_MS[tries];
        if (hasWayOut && !failure.mayPass) continue;
        if (pause === undefined || !failure.mayPass) {
          // The next press of "try again" starts over with the current version.
          this.#failures.delete(id);
          throw failure;
        }
        await this.#options.wait(pause);
      }
    }
  }

  async #attempt(row: PluginForBrowser, usePrevious: boolean): Promise<LoadedPlugin> {
    const { modules, later, onSlow } = this.#options;
    const base = usePrevious ? row.previousBase : row.base;
    const name = usePrevious ? row.previousEntry : row.entry;
    // A browser answers a second request for an address from the first one while that still hangs.
    const hangs = this.#timeOuts.get(row.id) ?? 0;
    const asked = hangs === 0 ? name : `${name}?again=${hangs}`;
    const url = base + asked;
    const limit = this.#limit(row.id, url);
    const cancelSlow = later(() => onSlow(row.id), SLOW_AFTER_MS);
    const inTime = <T>(work: Promise<T>): Promise<T> => Promise.race([limit.passed, work]);
    try {
      const files = await inTime(this.#options.fetchFiles(row.id, base));
      modules.addFiles(base, withAlias(files, name, asked));
      for (const [name, hash] of Object.entries(files.integrity)) this.#hashes.set(base + name, hash);
      await inTime(this.#options.loadTexts({ row, base, files }));
      const definition = checkExports(row, await inTime(modules.import(url)), !usePrevious);
      this.#activate(row, definition, files);
      return { row, definition, isPrevious: usePrevious, base, files };
    } finally {
      limit.cancel();
      cancelSlow();
    }
  }

  /** One limit for a whole try. The module that was still on its way is dropped, so that the next try asks again. */
  #limit(id: string, what: string): { readonly passed: Promise<never>; readonly cancel: () => void } {
    let cancel = () => {};
    const passed = new Promise<never>((_, reject) => {
      cancel = this.#options.later(() => {
        const { modules } = this.#options;
        if (what.startsWith('/')) modules.delete(modules.resolve(what));
        reject(new PluginFailure(id, 'time-out', `${what} did not arrive within ${GIVE_UP_AFTER_MS / 1000} s.`));
      }, GIVE_UP_AFTER_MS);
    });
    return { passed, cancel };
  }

  #activate(row: PluginForBrowser, definition: PluginDefinition, files: PluginFiles): void {
    if (definition.activate === undefined) return;
    try {
      const undo = definition.activate(this.#options.contextFor(row, files));
      if (undo !== undefined) this.#undo.set(row.id, undo);
    } catch (error) {
      throw new PluginFailure(row.id, 'activate', detailOf(error), error);
    }
  }

  async #classify(row: PluginForBrowser, error: unknown): Promise<PluginFailure> {
    if (error instanceof PluginFailure) return error;
    return classifyLoadError(row.id, error, (url) => this.#options.probe(url, this.#hashes.get(new URL(url, 'http://page').pathname)));
  }
}

/** Tells apart what an import reports in one text: no network, a wrong status, altered bytes, broken code. */
export async function classifyLoadError(pluginId: string, error: unknown, probe: (url: string) => Promise<FileState>): Promise<PluginFailure> {
  const detail = detailOf(error);
  const url = /Error loading (\S+)/.exec(detail)?.[1];
  if (url !== undefined) {
    const found = await probe(url);
    if (found.state === 'http') return new PluginFailure(pluginId, 'http', `HTTP ${found.status} for ${url}`, error);
    // Readable now and with the right hash: the network had failed for a moment.
    return new PluginFailure(pluginId, found.state === 'integrity' ? 'integrity' : 'network', detail, error);
  }
  if (/did not (register|instantiate)/.test(detail)) return new PluginFailure(pluginId, 'invalid-module', detail, error);
  if (error instanceof SyntaxError) return new PluginFailure(pluginId, 'syntax', detail, error);
  if (error instanceof Error && error.name === 'ApiError') {
    const { error: key, code } = error as Error & { error?: string; code?: number };
    if (key === 'timeout') return new PluginFailure(pluginId, 'time-out', detail, error);
    return new PluginFailure(pluginId, key === 'network' ? 'network' : 'http', `${code ?? ''} ${detail}`.trim(), error);
  }
  return new PluginFailure(pluginId, 'evaluation', detail, error);
}

/** The same file under a second name: same hash, same style sheets. */
function withAlias(files: PluginFiles, name: string, alias: string): Pick<PluginFiles, 'integrity' | 'css'> {
  const hash = files.integrity[name];
  const sheets = files.css[name];
  return {
    integrity: { ...files.integrity, ...(hash === undefined ? {} : { [alias]: hash }) },
    css: { ...files.css, ...(sheets === undefined ? {} : { [alias]: sheets }) },
  };
}
