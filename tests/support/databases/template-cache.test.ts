import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { firstStartDigest, firstStartFiles } from '../first-start-digest.ts';
import { KEPT_TEMPLATES, keptTemplate } from './template-cache.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'templates-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('is made once, however many ask for it at once', async () => {
  let made = 0;
  const make = async (unfinished: string): Promise<void> => {
    made += 1;
    await new Promise((resolve) => setImmediate(resolve));
    writeFileSync(unfinished, 'content');
  };
  const places = await Promise.all(Array.from({ length: 5 }, () => keptTemplate('one', make, folder)));
  expect(made).toBe(1);
  expect(new Set(places).size).toBe(1);
  expect(readFileSync(places[0] ?? '', 'utf8')).toBe('content');
});

it('a failure leaves nothing behind: the next one makes it', async () => {
  await expect(keptTemplate('one', () => Promise.reject(new Error('no room')), folder)).rejects.toThrow('no room');
  const place = await keptTemplate('one', async (unfinished) => writeFileSync(unfinished, 'second'), folder);
  expect(readFileSync(place, 'utf8')).toBe('second');
});

it('who died while making it keeps nobody waiting', async () => {
  writeFileSync(path.join(folder, 'one.lock'), `${2 ** 30} dead`);
  const place = await keptTemplate('one', async (unfinished) => writeFileSync(unfinished, 'mine'), folder);
  expect(readFileSync(place, 'utf8')).toBe('mine');
});

it('the key of a template follows migrations, seed and what fills an empty database, and nothing else of the server', () => {
  const files = firstStartFiles(['patient', 'charging']);
  expect(files).toEqual(
    expect.arrayContaining([
      'shell/server/first-start/fill-empty.ts',
      'shell/server/core/migrations/0001-core.sql',
      'plugins/charging/server/migrations/0001-charging.sql',
      'plugins/charging/server/charging-demo.ts',
      'plugins/charging/server/charge/write-bill.ts',
      'tools/seed/patients.mjs',
      'plugin-sdk/contract/money/money.ts',
    ]),
  );
  for (const other of ['shell/server/http/pipeline/pipeline.ts', 'plugins/charging/server/index.ts', 'plugins/pharmacy/server/demo/pharmacy-demo.ts'])
    expect(files).not.toContain(other);
  expect(files.filter((file) => file.includes('.test.'))).toEqual([]);
  expect(firstStartDigest(['patient'])).not.toBe(firstStartDigest(['patient', 'charging']));
});

it('the longest unused go when there are more than a few branches need, and with them what somebody died over', async () => {
  const age = (name: string, minutes: number): void => {
    const then = new Date(Date.now() - minutes * 60_000);
    writeFileSync(path.join(folder, name), name);
    utimesSync(path.join(folder, name), then, then);
  };
  const names = Array.from({ length: KEPT_TEMPLATES + 5 }, (_, at) => `template-${at}`);
  for (const [at, name] of names.entries()) age(name, 1_000 - at);
  age('half.unfinished', 1_000);
  await keptTemplate('made now', async (unfinished) => writeFileSync(unfinished, 'content'), folder);
  const left = readdirSync(folder);
  expect(left.length).toBeLessThanOrEqual(KEPT_TEMPLATES);
  expect(left).toEqual(expect.arrayContaining(['made now', ...names.slice(-KEPT_TEMPLATES + 5)]));
  expect(left).not.toContain('half.unfinished');
});

it('but none that another run may be copying this minute', async () => {
  const names = Array.from({ length: KEPT_TEMPLATES + 5 }, (_, at) => `template-${at}`);
  for (const name of names) writeFileSync(path.join(folder, name), name);
  await keptTemplate('made now', async (unfinished) => writeFileSync(unfinished, 'content'), folder);
  expect(readdirSync(folder)).toHaveLength(names.length + 1);
});
