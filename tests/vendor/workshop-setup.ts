import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { furnishWorkshop } from './vendor-workshop.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the workshop that all vendor tests of a run share. */
    workshop: string;
  }
}

/** Once before all vendor tests: the product is built, and the SDK is packed and lies in a workshop. Its answer runs after them. */
export function setup(project: TestProject): () => void {
  const built = spawnSync(process.execPath, ['tools/build/build.mjs'], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stdout + built.stderr);
  const folder = furnishWorkshop();
  project.provide('workshop', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
