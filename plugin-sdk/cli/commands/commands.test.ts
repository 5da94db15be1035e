import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../main.ts';
import { exampleNames } from '../template-folder.ts';
import { createPlugin } from './create.ts';
import { allowAll, pointRegistryAt } from '../server/registry-entry.ts';
import type { PluginManifest } from '../../contract/plugin/manifest.ts';
import { migrate } from './migrate.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'nephra-cli-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const call = async (...words: string[]) => {
  const lines: string[] = [];
  return { status: await run(words, folder, (line) => lines.push(line)), text: lines.join('\n') };
};

describe('create', () => {
  it('fills the template with the id and leaves no name of the template behind', () => {
    const target = createPlugin(folder, 'acme.bed-plan');
    const all = ['plugin.ts', 'package.json', 'server/tables.ts', 'contract/entries.contract.ts', 'server/migrations/0001-entries.sql', 'README.md']
      .map((file) => readFileSync(path.join(target, file), 'utf8'))
      .join('\n');
    expect(all).toContain("id: 'acme.bed-plan'");
    expect(all).toContain('acme_bed_plan.entry');
    expect(all).toContain('AcmeBedPlanDb');
    expect(all).not.toMatch(/sample.?plugin|(SDK|PLUGINS)_PACKAGE/i);
    expect(existsSync(path.join(target, '.gitignore'))).toBe(true);
  });

  it.each([undefined, ...exampleNames()])('the README of a project names the folders that it has, and no other (%s)', (example) => {
    const target = createPlugin(folder, 'acme-beds', { example, sdk: '^1.0.0' });
    const named = [...readFileSync(path.join(target, 'README.md'), 'utf8').matchAll(/^\| `(\w+)\/`/gm)].map(([, name]) => name);
    const there = readdirSync(target, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
    expect(named.toSorted()).toEqual(there.toSorted());
  });

  it('refuses ids that are none and folders that are in use', async () => {
    expect(await call('create', 'Acme Beds')).toMatchObject({ status: 1, text: expect.stringContaining('no plugin id') });
    createPlugin(folder, 'acme');
    expect(await call('create', 'acme')).toMatchObject({ status: 1, text: expect.stringContaining('not empty') });
  });
});

describe('the command line', () => {
  it('explains itself and unknown words', async () => {
    expect(await call()).toMatchObject({ status: 0, text: expect.stringContaining('nephra-plugin <command>') });
    expect(await call('bild')).toMatchObject({ status: 1, text: expect.stringContaining('build') });
    expect(await call('build', '--ot', 'x')).toMatchObject({ status: 1, text: expect.stringContaining('Usage: nephra-plugin build') });
    expect(await call('check')).toMatchObject({ status: 1, text: expect.stringContaining('has no plugin.ts') });
  });
});

describe('doctor looks ahead', () => {
  it('at a registry that names no package from outside, and says of one that is none what is wrong', async () => {
    const next = path.join(folder, 'next');
    mkdirSync(path.join(next, 'dist'), { recursive: true });
    writeFileSync(path.join(next, 'dist/api.json'), JSON.stringify({ sdk: '2.0.0', doors: {}, deprecated: [] }));
    writeFileSync(path.join(folder, 'registry.json'), JSON.stringify({ site: { name: 'x' }, plugins: [{ id: 'patient', source: 'plugins/patient' }] }));
    const ahead = (registry: string) => call('doctor', '--sdk', next, '--registry', registry);
    expect(await ahead('registry.json')).toMatchObject({ status: 0, text: expect.stringContaining('registry.json names no package from outside') });
    expect(await ahead('none.json')).toMatchObject({ status: 1, text: expect.stringContaining('none.json cannot be read') });
    writeFileSync(path.join(folder, 'odd.json'), '{');
    expect(await ahead('odd.json')).toMatchObject({ status: 1, text: expect.stringContaining('odd.json cannot be read') });
  });
});

describe('dev', () => {
  it('adds the plugin to the registry once, then only touches the file', () => {
    const registry = path.join(folder, 'registry.json');
    writeFileSync(registry, JSON.stringify({ site: { name: 'x' }, plugins: [{ id: 'other', source: 'other', enabled: true }] }));
    expect(pointRegistryAt(registry, 'acme', path.join(folder, 'acme/.nephra/package'))).toBe('added');
    const text = readFileSync(registry, 'utf8');
    expect(JSON.parse(text)).toEqual({
      site: { name: 'x' },
      plugins: [
        { id: 'other', source: 'other', enabled: true },
        { id: 'acme', source: 'acme/.nephra/package', enabled: true },
      ],
    });
    utimesSync(registry, 1, 1);
    expect(pointRegistryAt(registry, 'acme', path.join(folder, 'acme/.nephra/package'))).toBe('touched');
    expect(readFileSync(registry, 'utf8')).toBe(text);
    expect(statSync(registry).mtimeMs).toBeGreaterThan(1000);
    // Whoever wrote the file wrote it so.
    const written = `{ "site": { "name": "x" },\n  "plugins": [\n    { "id": "other",   "source": "other", "enabled": true },\n    { "id": "acme", "source": "elsewhere", "version": "1.0.0", "enabled": false }\n  ]\n}\n`;
    writeFileSync(registry, written);
    pointRegistryAt(registry, 'acme', path.join(folder, 'acme/.nephra/package'));
    expect(readFileSync(registry, 'utf8')).toBe(
      written.replace('elsewhere', 'acme/.nephra/package').replace(' "version": "1.0.0",', '').replace('false', 'true'),
    );
    pointRegistryAt(registry, 'third', path.join(folder, 'third'));
    expect(readFileSync(registry, 'utf8')).toContain('true },\n    {"id":"third","source":"third","enabled":true}\n  ]');
    allowAll(registry, { id: 'acme', outboundHosts: ['https://a.example'], server: { jobs: [{ name: 'tidy' }] } } as unknown as PluginManifest);
    expect(JSON.parse(readFileSync(registry, 'utf8'))).toMatchObject({ plugins: [{}, { outbound: ['https://a.example'], jobs: ['tidy'] }, {}] });
    expect(() => pointRegistryAt(path.join(folder, 'none.json'), 'acme', folder)).toThrow('does not exist');
  });
});

describe('migrate', () => {
  const list = [
    { number: 2, title: 'second', apply: (source: string) => source.replaceAll('b', 'c') },
    { number: 1, title: 'first', apply: (source: string, file: string) => (file.endsWith('.ts') ? source.replaceAll('a', 'b') : source) },
  ];

  it('applies what is new in the order of the numbers and remembers it', () => {
    writeFileSync(path.join(folder, 'package.json'), '{ "name": "x" }');
    writeFileSync(path.join(folder, 'x.ts'), 'a');
    expect(migrate(folder, list, true)).toHaveLength(2);
    expect(readFileSync(path.join(folder, 'x.ts'), 'utf8')).toBe('a');
    expect(migrate(folder, list, false)).toEqual(['1 first: x.ts', '2 second: x.ts']);
    expect(readFileSync(path.join(folder, 'x.ts'), 'utf8')).toBe('c');
    expect(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))).toEqual({ name: 'x', nephra: { codemod: 2 } });
    expect(migrate(folder, list, false)).toEqual([]);
  });
});
