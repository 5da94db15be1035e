import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runConformance } from '../../testing/conformance.ts';
import { writeFiles } from '../build/package-files.ts';
import type { PluginBuild } from '../build/plugin/plugin-build.ts';

/** What a hospital sees when it gets the package: its files, texts, versions and menus. */
export async function conformanceOf({ files }: PluginBuild): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nephra-check-'));
  try {
    await writeFiles(folder, files, false);
    return (await runConformance(folder)).findings.map(({ message }) => message);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
