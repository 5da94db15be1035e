import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import semver from 'semver';
import type { PluginManifest } from '../../contract/plugin/manifest.ts';
import { BuildProblem } from '../build/problem.ts';
import { readTar } from '../package/tar.ts';
import { compareUses, type SdkApi } from '../uses/sdk-api.ts';
import type { Uses } from '../uses/uses-of.ts';
import { failed, type Finding, note, ok } from './finding.ts';

/** What one plugin has to fear of an SDK that a hospital will have. */
export function nextSdkFindings(
  plugin: { readonly name: string; readonly sdk: string; readonly uses: Uses | undefined },
  next: SdkApi,
  before?: SdkApi,
): Finding[] {
  const { name, sdk, uses } = plugin;
  const range = semver.satisfies(next.sdk, sdk)
    ? []
    : [failed(`${name} asks for SDK ${sdk}; ${next.sdk} is outside of it, so a server with it refuses the package.`)];
  if (!uses) return [...range, note(`${name} was packed without a list of what it uses; ask its publisher for a package made with a newer SDK.`)];
  const taken = Object.entries(uses).filter(([door]) => next.doors[door] !== undefined || door.startsWith('@nephra/plugin-sdk/'));
  const found = compareUses(Object.fromEntries(taken), next, before).map(({ kind, text }) => (kind === 'missing' ? failed : note)(`${name}: ${text}`));
  const count = taken.reduce((sum, [, names]) => sum + names.length, 0);
  return range.length + found.length > 0 ? [...range, ...found] : [ok(`${name}: all ${count} names that it uses are in SDK ${next.sdk}`)];
}

/** Manifest of a package, `.tgz` or folder. @throws BuildProblem */
export function manifestIn(place: string): PluginManifest {
  try {
    const text = statSync(place).isDirectory()
      ? readFileSync(path.join(place, 'manifest.json'), 'utf8')
      : [...readTar(gunzipSync(readFileSync(place)))]
          .find(([name]) => path.posix.basename(name) === 'manifest.json' && name.split('/').length <= 2)?.[1]
          .toString('utf8');
    if (text === undefined) throw new Error('it has no manifest.json');
    return JSON.parse(text) as PluginManifest;
  } catch (error) {
    throw new BuildProblem(`${place} is no package of a plugin: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** Packages that a registry.json names; sources of the product have none. @throws BuildProblem */
export function packagesOf(registry: string): string[] {
  return entriesOf(registry)
    .map(({ source }) => path.resolve(path.dirname(registry), source))
    .filter((place) => {
      try {
        return statSync(place).isFile() || statSync(path.join(place, 'manifest.json')).isFile();
      } catch {
        return false;
      }
    });
}

function entriesOf(registry: string): readonly { readonly source: string }[] {
  try {
    const { plugins } = JSON.parse(readFileSync(registry, 'utf8')) as { plugins?: unknown };
    return Array.isArray(plugins) ? plugins : [];
  } catch (error) {
    throw new BuildProblem(`${registry} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
