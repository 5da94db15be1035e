import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixtureFiles } from '../../../../tests/support/processes/fixture-plugin.ts';
import { PackageInstaller } from './package-installer.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'nephra-installer-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('two who ask for one package at the same time get it once, whole', async () => {
  const installer = new PackageInstaller(folder);
  const entry = { id: 'acme', source: 'acme.tgz', enabled: true };
  let filled = 0;
  const fill = async (target: string) => {
    filled += 1;
    for (const [name, content] of fixtureFiles({ id: 'acme' })) {
      await new Promise((resolve) => setImmediate(resolve));
      writeFileSync(path.join(target, name), content);
    }
  };
  const places = await Promise.all(Array.from({ length: 4 }, () => installer.install(entry, '/acme.tgz', 'mark', fill)));
  expect(new Set(places).size).toBe(1);
  expect(filled).toBe(1);
  expect(existsSync(path.join(places[0] ?? '', 'manifest.json'))).toBe(true);
  expect(readdirSync(path.join(folder, 'acme')).filter((name) => name.startsWith('.'))).toEqual([]);
  // One that fails does not keep the next one from trying.
  const broken = installer.install(entry, '/acme.tgz', 'other', () => Promise.reject(new Error('cut')));
  const next = installer.install(entry, '/acme.tgz', 'third', fill);
  await expect(broken).rejects.toThrow('cut');
  expect(await next).toBe(places[0]);
});
