import { copyFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { type RegistryEntry, versionOfFolder } from '@nephra/plugin-sdk/contract';
import { DIR_NAME } from '../manifest.ts';

/** Folders of one plugin that may hold the version that registry.json holds on to, whatever its source has by now. */
export async function pinnedFolders(installDir: string, { id, version, integrity }: RegistryEntry): Promise<string[]> {
  if (version === undefined || integrity === undefined) return [];
  const shelf = path.join(installDir, id);
  const names = await readdir(shelf).catch(() => [] as string[]);
  return names.filter((name) => DIR_NAME.test(name) && versionOfFolder(name) === version && !name.endsWith('.json')).map((name) => path.join(shelf, name));
}

/** A version that runs again later is judged by the signature that came with it: its source may hold another one by then. */
export async function keepSignature(source: string, folder: string): Promise<void> {
  await copyFile(`${source}.sig.json`, `${folder}.sig.json`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
