import type { PluginManifest, RegistryEntry, RegistryTrust } from '@nephra/plugin-sdk/contract';
import type { ServerPlugin } from '@nephra/plugin-sdk/server';
import type { TextTree } from '../../i18n/texts.ts';
import type { CheckedPackage } from './package-cache.ts';

/** What of a package runs on the server. */
export interface LoadedPackage {
  readonly server: ServerPlugin<never> | undefined;
  readonly texts: Readonly<Record<string, TextTree>>;
}

/** The same, unread. */
export interface PackageSource {
  readonly code: string | undefined;
  readonly texts: Readonly<Record<string, TextTree>>;
}

/** Where packages come from. The product reads them from the disk; tests may hand them in. */
export interface PackageProvider {
  /** @param trust whose signatures count; without it any package may run @throws PluginProblem */
  find(entry: RegistryEntry, base: string, trust?: RegistryTrust): Promise<CheckedPackage>;
  /** @throws PluginProblem */
  peek(entry: RegistryEntry, base: string): Promise<PluginManifest | undefined>;
  /** Whether a source is one that the product builds; what is off is not read for it. */
  isBuiltHere(source: string, base: string): boolean;
  /** False when the files of a running package are no longer what was checked. */
  isSound(found: CheckedPackage): Promise<boolean>;
  /** Name of the folder that the package which a source holds now has, or would have; nothing is installed for it. Empty: that cannot be told. */
  sourceFolder(entry: RegistryEntry, base: string): Promise<string>;
  version(pluginId: string, dirName: string): Promise<CheckedPackage | undefined>;
  browserFile(pluginId: string, dirName: string, file: string): Promise<string | undefined>;
  /** Runs the package's server half for the first time. @throws PluginProblem */
  load(found: CheckedPackage): Promise<LoadedPackage>;
  /** Text of the package's server half, for a process that runs it; undefined where it has none. @throws PluginProblem */
  source(found: CheckedPackage): Promise<PackageSource>;
  save(): Promise<void>;
}
