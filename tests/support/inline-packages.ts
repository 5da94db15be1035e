import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PluginManifest, RegistryEntry, RegistryTrust } from '@nephra/plugin-sdk/contract';
import type { ServerPlugin } from '@nephra/plugin-sdk/server';
import type { PluginDefinition } from '@nephra/plugin-sdk/web';
import { manifestOf } from '../../plugin-sdk/cli/build/manifest.ts';
import { integrityOf, parseManifest } from '../../shell/server/host/manifest.ts';
import type { LoadedPackage, PackageProvider, PackageSource } from '../../shell/server/host/packages/package-provider.ts';
import { type CheckedPackage, PackageCache } from '../../shell/server/host/packages/package-cache.ts';
import type { TextTree } from '../../shell/server/i18n/texts.ts';
import { silentLog } from './databases/test-database.ts';

/** A plugin that lives in a test: nothing of it is on the disk. */
export interface InlinePlugin {
  readonly definition: PluginDefinition;
  readonly server?: ServerPlugin<never>;
  readonly texts?: Readonly<Partial<Record<'zh' | 'zhtw' | 'en', TextTree>>>;
}

const LANGUAGES = ['zh', 'zhtw', 'en'] as const;
const root = path.resolve(import.meta.dirname, '../..');

// waits: sources do not change while tests run, and nobody can change what was read of them
const fromSources = new Map<string, Promise<InlinePlugin>>();
/** Made of those alone. */
const manifestTexts = new WeakMap<InlinePlugin, string>();

/** A plugin of this repository from its sources, without building it; read once by each thread. */
export function pluginFromSources(id: string): Promise<InlinePlugin> {
  const known = fromSources.get(id) ?? readSources(id);
  fromSources.set(id, known);
  return known;
}

async function readSources(id: string): Promise<InlinePlugin> {
  const folder = path.join(root, 'plugins', id);
  const load = async <T>(file: string): Promise<T> =>
    ((await import(/* @vite-ignore */ pathToFileURL(path.join(folder, file)).href)) as { default: T }).default;
  const texts = Object.fromEntries(
    LANGUAGES.map((language) => [language, frozen(JSON.parse(readFileSync(path.join(folder, `locales/${language}.json`), 'utf8')) as TextTree)]),
  );
  const plugin: InlinePlugin = Object.freeze({
    definition: await load<PluginDefinition>('plugin.ts'),
    server: existsSync(path.join(folder, 'server/index.ts')) ? await load<ServerPlugin<never>>('server/index.ts') : undefined,
    texts: Object.freeze(texts),
  });
  manifestTexts.set(plugin, JSON.stringify(manifestFor(plugin)));
  return plugin;
}

/** Servers after each other get the same texts: one that changed them would be an error at once. */
function frozen(texts: TextTree): TextTree {
  for (const text of Object.values(texts)) if (typeof text === 'object') frozen(text);
  return Object.freeze(texts);
}

function manifestFor({ definition, texts }: InlinePlugin): PluginManifest {
  const files = new Map(LANGUAGES.map((language) => [`${language}.json`, new TextEncoder().encode(JSON.stringify(texts?.[language] ?? {}))]));
  return manifestOf(definition, { locales: { zh: 'zh.json', zhtw: 'zhtw.json', en: 'en.json' }, files });
}

/** A test may change its own plugins between two looks. */
const manifestTextOf = (plugin: InlinePlugin): string => manifestTexts.get(plugin) ?? JSON.stringify(manifestFor(plugin));

/** Hands plugins of a test to the host under sources called `inline:<id>`; everything else comes from the disk. */
export class InlinePackages implements PackageProvider {
  readonly #plugins = new Map<string, InlinePlugin>();
  readonly #shelf: PackageCache;

  constructor(plugins: readonly InlinePlugin[], buildDir: string, dataDir: string) {
    for (const plugin of plugins) this.put(plugin);
    this.#shelf = new PackageCache(buildDir, dataDir, silentLog);
  }

  /** Adds a plugin or replaces its version. */
  put(plugin: InlinePlugin): void {
    this.#plugins.set(plugin.definition.id, plugin);
  }

  async find(entry: RegistryEntry, base: string, trust?: RegistryTrust): Promise<CheckedPackage> {
    const plugin = this.#inline(entry);
    if (!plugin) return await this.#shelf.find(entry, base, trust);
    const text = manifestTextOf(plugin);
    const { manifest, integrity, hash } = parseManifest(text);
    return {
      folder: `inline:${entry.id}`,
      dirName: `${manifest.version}-${hash}`,
      manifest,
      manifestIntegrity: integrityOf(text) || integrity,
      browserBytes: 0,
      builtHere: true,
    };
  }

  async peek(entry: RegistryEntry, base: string): Promise<PluginManifest | undefined> {
    const plugin = this.#inline(entry);
    return plugin ? (JSON.parse(manifestTextOf(plugin)) as PluginManifest) : await this.#shelf.peek(entry, base);
  }

  isBuiltHere(source: string, base: string): boolean {
    return source.startsWith('inline:') || this.#shelf.isBuiltHere(source, base);
  }

  async isSound(found: CheckedPackage): Promise<boolean> {
    return found.folder.startsWith('inline:') || (await this.#shelf.isSound(found));
  }

  async sourceFolder(entry: RegistryEntry, base: string): Promise<string> {
    return this.#inline(entry) ? '' : await this.#shelf.sourceFolder(entry, base);
  }

  async version(pluginId: string, dirName: string): Promise<CheckedPackage | undefined> {
    return this.#plugins.has(pluginId) ? undefined : await this.#shelf.version(pluginId, dirName);
  }

  async browserFile(pluginId: string, dirName: string, file: string): Promise<string | undefined> {
    return this.#plugins.has(pluginId) ? undefined : await this.#shelf.browserFile(pluginId, dirName, file);
  }

  async load(found: CheckedPackage): Promise<LoadedPackage> {
    const plugin = found.folder.startsWith('inline:') ? this.#plugins.get(found.manifest.id) : undefined;
    return plugin ? { server: plugin.server, texts: plugin.texts ?? {} } : await this.#shelf.load(found);
  }

  async source(found: CheckedPackage): Promise<PackageSource> {
    return await this.#shelf.source(found);
  }

  async save(): Promise<void> {
    await this.#shelf.save();
  }

  #inline(entry: RegistryEntry): InlinePlugin | undefined {
    return entry.source === `inline:${entry.id}` ? this.#plugins.get(entry.id) : undefined;
  }
}
