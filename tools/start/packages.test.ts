import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeProblem, packagesAreStale } from './packages.mjs';

it('a Node that is too old is named together with what is needed', () => {
  for (const fine of ['20.19.0', '20.20.2', '22.0.0', '24.1.0']) expect(nodeProblem(fine)).toBe('');
  for (const old of ['20.18.9', '18.20.0']) expect(nodeProblem(old)).toContain(`20.19 or newer; this is ${old}`);
});

describe('installed packages', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'nephra-packages-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  type Entries = Record<string, { version?: string; optional?: boolean; link?: boolean }>;
  const put = (wanted: Entries, present?: Entries) => {
    writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...wanted } }));
    if (!present) return;
    mkdirSync(path.join(root, 'node_modules'), { recursive: true });
    writeFileSync(path.join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: present }));
  };

  it('are stale when there are none, when one is missing, and when one has another version', () => {
    const wanted = { 'node_modules/a': { version: '1.0.0' } };
    put(wanted);
    expect(packagesAreStale(root)).toBe(true);
    put(wanted, {});
    expect(packagesAreStale(root)).toBe(true);
    put(wanted, { 'node_modules/a': { version: '0.9.0' } });
    expect(packagesAreStale(root)).toBe(true);
  });

  it('are fine with all in place; those of other platforms and links do not count', () => {
    put(
      { 'node_modules/a': { version: '1.0.0' }, 'node_modules/other-platform': { version: '1.0.0', optional: true }, 'node_modules/own': { link: true } },
      { 'node_modules/a': { version: '1.0.0' } },
    );
    expect(packagesAreStale(root)).toBe(false);
  });
});

it('the lock file holds the optional packages of every platform; npm ci refuses it otherwise', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, { optionalDependencies?: Record<string, string> }> };
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !packages[`node_modules/${name}`] && !packages[`${place}/node_modules/${name}`]),
  );
  expect(missing).toEqual([]);
});

it('the SDK asks vendors for the very versions that the shell has', () => {
  const own = JSON.parse(readFileSync('package.json', 'utf8')) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
  const sdk = JSON.parse(readFileSync('plugin-sdk/package.json', 'utf8')) as { dependencies: Record<string, string> };
  const template = JSON.parse(readFileSync('plugin-sdk/cli/template/_package.json', 'utf8')) as { devDependencies: Record<string, string> };
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, { version?: string }> };
  const expected = (name: string) => own.dependencies[name] ?? own.devDependencies[name] ?? packages[`node_modules/${name}`]?.version;
  const asked = { ...sdk.dependencies, ...template.devDependencies };
  for (const [name, version] of Object.entries(asked)) if (!name.startsWith('@nephra/')) expect(`${name} ${version}`).toBe(`${name} ${expected(name)}`);
});
