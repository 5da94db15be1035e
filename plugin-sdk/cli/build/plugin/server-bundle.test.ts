import path from 'node:path';
import { expect, it } from 'vitest';
import { fixtureProject } from '../fixture-project.ts';
import { bundleForNode } from './server-bundle.ts';

it('a program of the product carries the packages of its start; what needs its folder or is read when it is first used stays where it is', async () => {
  const project = fixtureProject({
    'main.ts': `import { PGlite } from '@electric-sql/pglite';
import { valid } from 'semver';
export const read = async () => (await import('imapflow')).ImapFlow;
export const isVersion = (text: string) => valid(text) !== null && PGlite !== undefined;`,
  });
  try {
    const bundle = await bundleForNode({ root: project.folder, entry: path.join(project.folder, 'main.ts'), name: 'main' }, 'own', project.sdk);
    const code = new TextDecoder().decode(bundle.code);
    const statically = [...code.matchAll(/^import [^'"]*from ['"]([^'"]+)['"]/gm)].map(([, module]) => module);
    expect(statically).toEqual(['node:module', '@electric-sql/pglite']);
    expect(code).toContain('import("imapflow")');
    expect(bundle.carried.map((folder) => path.basename(folder))).toEqual(['semver']);
    // Where an error was is told by the file of the package.
    expect((JSON.parse(new TextDecoder().decode(bundle.map)) as { sources: string[] }).sources.join()).toContain('semver/functions/valid.js');
  } finally {
    project.remove();
  }
});
