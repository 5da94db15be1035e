import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Doors, readDoors } from './build/doors/door-names.ts';
import { buildPlugin, type PluginBuild } from './build/plugin/plugin-build.ts';
import { BuildProblem } from './build/problem.ts';
import { usesOf, withUses } from './uses/uses-of.ts';
import { locateSdk, type SdkLocation } from './build/sdk-location.ts';

/** A vendor's project: one plugin and the SDK that is installed for it. */
export interface Project {
  readonly folder: string;
  readonly sdk: SdkLocation;
  readonly doors: Doors;
  build(options?: { development?: boolean }): Promise<PluginBuild>;
}

/** @throws BuildProblem when the folder is no plugin or the SDK is not installed. */
export function openProject(folder: string): Project {
  if (!existsSync(path.join(folder, 'plugin.ts')))
    throw new BuildProblem(`${folder} has no plugin.ts. Run the command in the plugin's folder, or make a plugin with \`nephra-plugin create <id>\`.`);
  let sdk: SdkLocation;
  try {
    sdk = locateSdk(folder);
  } catch {
    throw new BuildProblem(`@nephra/plugin-sdk is not installed for ${folder}; run \`npm install\` there.`);
  }
  const doors = readDoors(sdk);
  const served = servedNames(sdk);
  return { folder, sdk, doors, build: async (options) => withUses(await buildPlugin(folder, folder, sdk, doors, { ...options, served }), usesOf(folder)) };
}

/** What the shell of this SDK version serves; comes with the packed SDK. */
function servedNames(sdk: SdkLocation): Record<string, readonly string[]> | undefined {
  const file = path.join(sdk.folder, 'dist/served.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, readonly string[]>) : undefined;
}
