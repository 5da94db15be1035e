import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { SdkLocation } from '../sdk-location.ts';
import { ONE_COPY_ONLY } from './shared-names.ts';

export interface PluginPlace {
  readonly root: string;
  readonly folder: string;
  readonly dependsOn: readonly string[];
  readonly sdk: SdkLocation;
}

const MODULES = `${path.sep}node_modules${path.sep}`;

/** Folder and name of the package that an installed file belongs to; the name is what its package.json says, so an alias does not hide it. */
function packageAround(file: string): { folder: string; name: string } | undefined {
  const at = file.lastIndexOf(MODULES);
  if (at < 0) return undefined;
  const parts = file.slice(at + MODULES.length).split(path.sep);
  const installedAs = parts.slice(0, parts[0]?.startsWith('@') ? 2 : 1).join('/');
  const folder = path.join(file.slice(0, at + MODULES.length), installedAs);
  const description = path.join(folder, 'package.json');
  const name = existsSync(description) ? (JSON.parse(readFileSync(description, 'utf8')) as { name?: string }).name : undefined;
  return { folder, name: name ?? installedAs };
}

/** Code that must not be inside a plugin's browser files: second copies of shared libraries, the shell, other plugins. */
export function foreignCode(inputs: readonly string[], { root, folder, dependsOn, sdk }: PluginPlace): string[] {
  const problems = new Set<string>();
  const copied = (file: string) => /[\\/]web[\\/]ui[\\/]form-field[\\/]/.test(file) || /schema-stub\.[tj]s$/.test(file);
  for (const file of inputs) {
    const around = packageAround(file);
    if (file.startsWith(sdk.folder + path.sep)) {
      if (!copied(file))
        problems.add(`A copy of '@nephra/plugin-sdk' would be bundled (${path.relative(root, file)}); ${ONE_COPY_ONLY['@nephra/plugin-sdk']}.`);
    } else if (around) {
      const advice = ONE_COPY_ONLY[around.name];
      if (advice) problems.add(`A second copy of '${around.name}' would be bundled (${path.relative(root, file)}); ${advice}.`);
    } else if (!file.startsWith(folder + path.sep)) {
      const [, owner, part] = /[\\/]plugins[\\/]([^\\/]+)[\\/]([^\\/]+)/.exec(file) ?? [];
      const allowed = owner !== undefined && dependsOn.includes(owner) && part === 'contract';
      if (!allowed)
        problems.add(
          `${path.relative(root, file)} lies outside the plugin. Another plugin can only be reached through its contract, and only when it is listed in dependsOn.`,
        );
    }
  }
  return [...problems];
}
