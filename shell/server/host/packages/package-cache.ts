import { existsSync, readFileSync, type Stats } from 'node:fs';
import { lstat, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PluginManifest, RegistryEntry, RegistryTrust } from '@nephra/plugin-sdk/contract';
import type { Log, ServerPlugin } from '@nephra/plugin-sdk/server';
import { shareSdk } from '@nephra/plugin-sdk/shared';
import type { TextTree } from '../../i18n/texts.ts';
import { DIR_NAME, integrityOf, readManifest } from '../manifest.ts';
import { copyFolder, unpack } from './package-archive.ts';
import { differences, fingerprintOf, listPackage } from './package-check.ts';
import { folderName, PackageInstaller } from './package-installer.ts';
import type { LoadedPackage, PackageProvider, PackageSource } from './package-provider.ts';
import { checkSignature } from './package-trust.ts';
import { keepSignature, pinnedFolders } from './version-pin.ts';
import { messageOf, PluginProblem } from '../views/reason.ts';

/** A package whose files were compared with its manifest. */
export interface CheckedPackage {
  readonly folder: string;
  /** `<version>-<hash>`: last part of its address. */
  readonly dirName: string;
  readonly manifest: PluginManifest;
  readonly manifestIntegrity: string;
  /** Bytes that travel to browsers, packed where a packed neighbour exists. */
  readonly browserBytes: number;
  /** Built with the product out of its sources; false: somebody else's package, of which nothing is known but what it says. */
  readonly builtHere: boolean;
  /** Name of the trusted key by which it is signed. */
  readonly publisher?: string;
}

interface Shelved extends CheckedPackage {
  readonly marks: ReadonlyMap<string, string>;
}

const VERIFIED = 'verified.json';

/** Changes when somebody puts another file in the place of a source. */
const markOf = ({ size, mtimeMs, ino }: Stats): string => `${size}/${mtimeMs}/${ino}`;

const signedBy = (found: CheckedPackage, publisher: string | undefined): CheckedPackage => (publisher === undefined ? found : { ...found, publisher });

/** True for files that a browser may have: everything the manifest lists but the server half and its source map. */
const forBrowsers = (manifest: PluginManifest, file: string): boolean => {
  const server = manifest.server?.entry;
  return Object.hasOwn(manifest.files, file) && (server === undefined || (file !== server && file !== `${server}.map`));
};

/**
 * Finds packages, installs what comes from outside, and lets nothing through whose files differ from its manifest.
 * What was compared once is remembered by the files' marks on the disk, so that a start does not hash everything again.
 */
export class PackageCache implements PackageProvider {
  readonly #buildDir: string;
  readonly #installDir: string;
  readonly #installer: PackageInstaller;
  readonly #log: Log;
  readonly #shelved = new Map<string, Shelved>();
  #verified: Record<string, string> | undefined;
  #unsaved = false;

  constructor(buildDir: string, dataDir: string, log: Log) {
    this.#buildDir = path.resolve(buildDir, 'plugins');
    this.#installDir = path.resolve(dataDir, 'plugins');
    this.#installer = new PackageInstaller(this.#installDir);
    this.#log = log;
  }

  /**
   * The package that a registry entry means.
   * @param base folder of registry.json
   * @throws PluginProblem
   */
  async find(entry: RegistryEntry, base: string, trust?: RegistryTrust): Promise<CheckedPackage> {
    const pinned = await this.#pinned(entry);
    if (pinned) {
      return signedBy(pinned, await checkSignature({ found: pinned, source: pinned.folder, base, builtHere: false, trust }));
    }
    const source = path.resolve(base, entry.source);
    const folder = await this.#folderOf(entry, source);
    const found = await this.open(folder);
    const { manifest, manifestIntegrity } = found;
    if (manifest.id !== entry.id) throw new PluginProblem('incompatible', 'id-differs', { id: entry.id, found: manifest.id });
    if (entry.version !== undefined && entry.version !== manifest.version) {
      throw new PluginProblem('incompatible', 'version-differs', { wanted: entry.version, found: manifest.version });
    }
    if (entry.integrity !== undefined && entry.integrity !== manifestIntegrity) throw new PluginProblem('modified', 'integrity-differs');
    const publisher = await checkSignature({ found, source, base, builtHere: found.builtHere, trust });
    if (!found.builtHere && found.folder !== source) await keepSignature(source, found.folder);
    return signedBy(found, publisher);
  }

  /** The installed version that the entry names down to its hash; its source may be gone or newer. */
  async #pinned(entry: RegistryEntry): Promise<CheckedPackage | undefined> {
    for (const folder of await pinnedFolders(this.#installDir, entry)) {
      const found = await this.open(folder).catch(() => undefined);
      if (found?.manifest.id === entry.id && found.manifestIntegrity === entry.integrity) return found;
    }
    return undefined;
  }

  /** Manifest only, for plugins that are off: nothing is installed or compared. @throws PluginProblem */
  async peek(entry: RegistryEntry, base: string): Promise<PluginManifest | undefined> {
    const source = path.resolve(base, entry.source);
    const info = await stat(source).catch(() => undefined);
    if (info?.isFile()) return undefined;
    const folder = await this.#builtFolder(source, entry.source);
    return readManifest(folder).manifest;
  }

  async sourceFolder(entry: RegistryEntry, base: string): Promise<string> {
    const source = path.resolve(base, entry.source);
    try {
      const info = await stat(source);
      if (info.isFile()) return this.#installer.lastOf(entry.id, source, markOf(info));
      const { manifest, hash } = readManifest(source);
      return folderName(manifest, hash);
    } catch {
      return '';
    }
  }

  /** Opens a package folder. @throws PluginProblem `modified` when its files differ from its manifest. */
  async open(folder: string): Promise<CheckedPackage> {
    const { manifest, integrity } = readManifest(folder);
    const files = listPackage(folder);
    const fingerprint = `${integrity}/${fingerprintOf(files)}`;
    if (this.#known()[folder] !== fingerprint) {
      const wrong = await differences(folder, manifest, files);
      if (wrong.length) {
        this.#shelved.delete(folder);
        const more = wrong.length > 5 ? `, … (${wrong.length})` : '';
        throw new PluginProblem('modified', 'files-modified', { files: wrong.slice(0, 5).join(', ') + more });
      }
      this.#remember(folder, fingerprint);
    }
    const marks = new Map([...files].map(([name, mark]) => [name, mark === 'odd' ? '' : mark.mark]));
    const sizeOf = (name: string): number => {
      const mark = files.get(`${name}.br`) ?? files.get(name);
      return mark === undefined || mark === 'odd' ? 0 : mark.size;
    };
    const browserFiles = Object.keys(manifest.files).filter((name) => forBrowsers(manifest, name) && !name.endsWith('.map'));
    const shelved: Shelved = {
      folder,
      dirName: path.basename(folder),
      manifest,
      manifestIntegrity: integrity,
      browserBytes: browserFiles.reduce((sum, name) => sum + sizeOf(name), 0),
      builtHere: folder.startsWith(this.#buildDir + path.sep),
      marks,
    };
    this.#shelved.set(folder, shelved);
    return shelved;
  }

  isBuiltHere(source: string, base: string): boolean {
    const folder = path.resolve(base, source);
    return !existsSync(path.join(folder, 'manifest.json')) && existsSync(path.join(this.#buildDir, path.basename(folder), 'current.json'));
  }

  async isSound(found: CheckedPackage): Promise<boolean> {
    return await this.open(found.folder).then(
      (again) => again.manifestIntegrity === found.manifestIntegrity,
      () => false,
    );
  }

  /**
   * A version that is still on the disk, for sessions that run with it.
   * @returns undefined when it is gone or was changed.
   */
  async version(pluginId: string, dirName: string): Promise<CheckedPackage | undefined> {
    if (!DIR_NAME.test(dirName) || dirName.startsWith('.')) return undefined;
    for (const root of [this.#buildDir, this.#installDir]) {
      const folder = path.join(root, pluginId, dirName);
      const known = this.#shelved.get(folder);
      if (known) return known;
      const info = await lstat(folder).catch(() => undefined);
      if (!info?.isDirectory()) continue;
      const opened = await this.open(folder).catch((error: unknown) => {
        this.#log.error({ plugin: pluginId, folder, reason: messageOf(error) }, 'a version of a plugin is not served');
        return undefined;
      });
      if (opened?.manifest.id === pluginId) return opened;
    }
    return undefined;
  }

  /** The file behind an address below `/plugins/`, only when it is what was checked. */
  async browserFile(pluginId: string, dirName: string, file: string): Promise<string | undefined> {
    const found = (await this.version(pluginId, dirName)) as Shelved | undefined;
    if (!found || !forBrowsers(found.manifest, file)) return undefined;
    for (const name of [file, `${file}.br`, `${file}.gz`]) {
      const expected = found.marks.get(name);
      const info = await lstat(path.join(found.folder, name)).catch(() => undefined);
      const mark = info?.isFile() ? `${info.size}/${info.mtimeMs}/${info.ctimeMs}/${info.ino}` : undefined;
      if (mark === expected) continue;
      this.#shelved.delete(found.folder);
      this.#log.error({ plugin: pluginId, file: name }, 'a file of a plugin changed on the disk and is not served');
      return undefined;
    }
    return path.join(found.folder, file);
  }

  /** Loads the server half, compared once more right before it runs; texts are read when they are asked for. @throws PluginProblem */
  async load(found: CheckedPackage): Promise<LoadedPackage> {
    return await asLoading(async () => ({ server: await this.#serverHalf(found), texts: lateTexts(found, this.#log) }));
  }

  async source(found: CheckedPackage): Promise<PackageSource> {
    return await asLoading(async () => ({ code: serverFile(found)?.content.toString('utf8'), texts: lateTexts(found, this.#log) }));
  }

  async #serverHalf(found: CheckedPackage): Promise<ServerPlugin<never> | undefined> {
    const server = serverFile(found);
    if (!server) return undefined;
    const { file } = server;
    shareSdk();
    const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { default?: unknown };
    if (typeof module.default !== 'object' || module.default === null)
      throw new Error(`${path.basename(file)} has no default export made by defineServerPlugin`);
    return module.default as ServerPlugin<never>;
  }

  /** Writes down what was compared, for the next start. */
  async save(): Promise<void> {
    if (!this.#unsaved) return;
    this.#unsaved = false;
    const file = path.join(this.#installDir, VERIFIED);
    try {
      await mkdir(this.#installDir, { recursive: true });
      await writeFile(`${file}.new`, JSON.stringify(this.#verified));
      await rename(`${file}.new`, file);
    } catch (error) {
      this.#log.warn({ reason: messageOf(error) }, 'the list of checked packages could not be written');
    }
  }

  async #folderOf(entry: RegistryEntry, source: string): Promise<string> {
    const info = await stat(source).catch(() => undefined);
    if (!info) throw new PluginProblem('missing', 'source-missing', { source: entry.source });
    if (info.isFile()) return await this.#installer.install(entry, source, markOf(info), (target) => unpack(source, target));
    const own = await stat(path.join(source, 'manifest.json')).catch(() => undefined);
    if (!own) return await this.#builtFolder(source, entry.source);
    return await this.#installer.install(entry, source, markOf(own), (target) => copyFolder(source, target));
  }

  async #builtFolder(source: string, named: string): Promise<string> {
    if (await stat(path.join(source, 'manifest.json')).catch(() => undefined)) return source;
    const place = path.join(this.#buildDir, path.basename(source));
    const text = await readFile(path.join(place, 'current.json'), 'utf8').catch(() => undefined);
    if (text === undefined) {
      const sources = await stat(path.join(source, 'plugin.ts')).catch(() => undefined);
      throw sources ? new PluginProblem('missing', 'not-built', { source: named }) : new PluginProblem('missing', 'source-missing', { source: named });
    }
    const { folder } = JSON.parse(text) as { folder?: string };
    if (typeof folder !== 'string' || !DIR_NAME.test(folder)) throw new PluginProblem('missing', 'not-built', { source: named });
    return path.join(place, folder);
  }

  #known(): Record<string, string> {
    this.#verified ??= readVerified(path.join(this.#installDir, VERIFIED));
    return this.#verified;
  }

  #remember(folder: string, fingerprint: string): void {
    this.#verified ??= {};
    this.#verified[folder] = fingerprint;
    this.#unsaved = true;
  }
}

/** Texts by language, each read when somebody asks for it: most of many plugins are silent, and most sites speak one language. */
function lateTexts({ folder, manifest }: CheckedPackage, log: Log): Record<string, TextTree> {
  const texts: Record<string, TextTree> = {};
  for (const [language, file] of Object.entries(manifest.locales)) {
    let read: TextTree | undefined;
    const get = (): TextTree => {
      read ??= readTexts(path.join(folder, file), (reason) => log.error({ plugin: manifest.id, file, reason }, 'texts of a plugin cannot be read'));
      return read;
    };
    Object.defineProperty(texts, language, { enumerable: true, get });
  }
  return texts;
}

function readTexts(file: string, failed: (reason: string) => void): TextTree {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TextTree;
  } catch (error) {
    failed(messageOf(error));
    return {};
  }
}

async function asLoading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PluginProblem) throw error;
    throw new PluginProblem('failed', 'load-failed', { reason: messageOf(error) }, error);
  }
}

/** The file of the server half, compared with its manifest once more. */
function serverFile({ folder, manifest }: CheckedPackage): { readonly file: string; readonly content: Buffer } | undefined {
  const entry = manifest.server?.entry;
  if (entry === undefined) return undefined;
  const file = path.join(folder, entry);
  const content = readFileSync(file);
  if (integrityOf(content) !== manifest.files[entry]?.integrity) throw new PluginProblem('modified', 'files-modified', { files: entry });
  return { file, content };
}

function readVerified(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}
