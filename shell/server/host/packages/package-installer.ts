import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PluginManifest, RegistryEntry } from '@nephra/plugin-sdk/contract';
import { DIR_NAME, readManifest } from '../manifest.ts';
import { differences, listPackage } from './package-check.ts';
import { messageOf, PluginProblem } from '../views/reason.ts';

const KEPT_VERSIONS = 3;
/** What was installed last, and from where. */
const NOTE = 'source.json';
/** Below this a packed file saves no network packet. */
const WORTH_PACKING = 1400;

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** Brings packages from outside (archives, vendors' folders) into folders of our own. */
export class PackageInstaller {
  readonly #folder: string;
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Copies a package from outside to a folder of its own named after its content, so that what runs stays what it was
   * when somebody overwrites the source, and the version before stays for sessions that use it.
   */
  async install(entry: RegistryEntry, source: string, mark: string, fill: (target: string) => Promise<void>): Promise<string> {
    // One at a time for each plugin: who looks at a package while it is put in force must not take it from under the other.
    const before = this.#running.get(entry.id) ?? Promise.resolve();
    const run = before.then(
      () => this.#install(entry, source, mark, fill),
      () => this.#install(entry, source, mark, fill),
    );
    this.#running.set(entry.id, run);
    try {
      return await run;
    } finally {
      if (this.#running.get(entry.id) === run) this.#running.delete(entry.id);
    }
  }

  /** The folder that a source was installed to, where that was the last one and the source is still the same; empty: it is not. */
  lastOf(pluginId: string, source: string, mark: string): string {
    const last = lastInstalled(path.join(this.#folder, pluginId, NOTE));
    return last?.source === source && last.mark === mark ? (last.dirName ?? '') : '';
  }

  async #install(entry: RegistryEntry, source: string, mark: string, fill: (target: string) => Promise<void>): Promise<string> {
    const shelf = path.join(this.#folder, entry.id);
    const note = path.join(shelf, NOTE);
    const last = lastInstalled(note);
    if (last?.source === source && last.mark === mark && last.dirName && DIR_NAME.test(last.dirName)) {
      const folder = path.join(shelf, last.dirName);
      if (await stat(folder).catch(() => undefined)) return folder;
    }
    const incoming = path.join(shelf, `.incoming-${process.pid}`);
    await rm(incoming, { recursive: true, force: true });
    await mkdir(incoming, { recursive: true });
    try {
      await fill(incoming);
      const root = await packageRoot(incoming);
      const { manifest, hash } = readManifest(root);
      const wrong = await differences(root, manifest, listPackage(root));
      if (wrong.length) throw new PluginProblem('modified', 'files-modified', { files: wrong.slice(0, 5).join(', ') });
      await packForBrowsers(root, manifest);
      const dirName = folderName(manifest, hash);
      const folder = path.join(shelf, dirName);
      await rm(folder, { recursive: true, force: true });
      await rename(root, folder);
      await writeFile(note, JSON.stringify({ source, mark, dirName }));
      await this.#dropOld(shelf, dirName);
      return folder;
    } catch (error) {
      if (error instanceof PluginProblem) throw error;
      throw new PluginProblem('modified', 'source-unsafe', { source: entry.source, reason: messageOf(error) }, error);
    } finally {
      await rm(incoming, { recursive: true, force: true });
    }
  }

  async #dropOld(shelf: string, current: string): Promise<void> {
    const entries = await readdir(shelf, { withFileTypes: true });
    const folders = await Promise.all(
      entries
        .filter((entry) => entry.isDirectory() && entry.name !== current && !entry.name.startsWith('.'))
        .map(async ({ name }) => ({ name, time: (await stat(path.join(shelf, name))).mtimeMs })),
    );
    for (const { name } of folders.toSorted((a, b) => b.time - a.time).slice(KEPT_VERSIONS - 1)) {
      await rm(path.join(shelf, name), { recursive: true, force: true });
      await rm(path.join(shelf, `${name}.sig.json`), { force: true });
    }
  }
}

export const folderName = ({ version }: PluginManifest, hash: string): string => `${version}-${hash}`;

/** What was installed the last time; in one go, as a start asks for each package. */
function lastInstalled(note: string): { readonly source?: string; readonly mark?: string; readonly dirName?: string } | undefined {
  try {
    return JSON.parse(readFileSync(note, 'utf8')) as { source?: string; mark?: string; dirName?: string };
  } catch {
    return undefined;
  }
}

/** The folder with manifest.json: the top, or the only folder in it, as some packers make. */
async function packageRoot(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  if (entries.some((entry) => entry.name === 'manifest.json')) return folder;
  const only = entries.length === 1 ? entries[0] : undefined;
  if (only?.isDirectory()) return path.join(folder, only.name);
  throw new Error('it has no manifest.json');
}

/** Archives come without packed neighbours; browsers should not pay for that. */
async function packForBrowsers(folder: string, manifest: PluginManifest): Promise<void> {
  const server = manifest.server?.entry;
  for (const [name, { size }] of Object.entries(manifest.files)) {
    if (!/\.(js|css|json|svg)$/.test(name) || size < WORTH_PACKING || name === server) continue;
    const file = path.join(folder, name);
    const content = await readFile(file);
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: size } };
    await writeFile(`${file}.br`, await packBrotli(content, options));
    await writeFile(`${file}.gz`, await packGzip(content, { level: 9 }));
  }
}
