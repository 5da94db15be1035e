import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sqlForTests } from './migrations-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'nephra-migrations-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('an import of a folder of migrations means its SQL files for the test runner, too, and no other folder', () => {
  mkdirSync(path.join(folder, 'migrations'));
  writeFileSync(path.join(folder, 'migrations/0001-a.sql'), '');
  writeFileSync(path.join(folder, 'migrations/README.md'), '');
  const importer = path.join(folder, 'index.ts');
  const id = sqlForTests.resolveId('./migrations', importer) ?? expect.fail('not resolved');
  expect(sqlForTests.load(id)).toContain('folderMigrations({ "0001-a": sql0 })');
  expect(sqlForTests.resolveId('./migrations.ts', importer)).toBeUndefined();
  expect(sqlForTests.resolveId('./other/migrations', importer)).toBeUndefined();
  expect(sqlForTests.load(importer)).toBeUndefined();
});
