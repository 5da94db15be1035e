import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Log } from '@nephra/plugin-sdk/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type S3Simulator, startS3Simulator } from '../../../../tools/sim/s3/s3-simulator.ts';
import { ConfigError } from '../../config/index.ts';
import { STORAGES } from './both-storages.fixture.ts';
import { DiskStorage } from './disk-storage.ts';
import { type FileStorage, fileAt, keptObjects, placeOf } from './file-storage.ts';
import { moveFiles } from './move-files.ts';
import { S3Storage } from './s3-storage.ts';

const FILE = `20260302_${'0a'.repeat(16)}.pdf`;
const MIB = 1_048_576;
const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const bytesOf = async (stream: AsyncIterable<Buffer>) => {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
};
const allOf = async <T>(items: AsyncIterable<T>) => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

let folder: string;
let simulator: S3Simulator;
const stores: S3Storage[] = [];
/** As the product waits, but for the pause before it tries again: a bucket in this process is slow where the machine is. */
const LIMITS = { silenceMs: 30_000, waitMs: 1, totalMs: 120_000 };
const bucket = (change: Partial<ConstructorParameters<typeof S3Storage>[0]> = {}, limits = LIMITS): S3Storage => {
  const store = new S3Storage({ ...simulator, prefix: 'sim/', ...change }, silent, limits);
  stores.push(store);
  return store;
};
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'nephra-storage-'));
  simulator = await startS3Simulator();
});
afterEach(async () => {
  for (const store of stores.splice(0)) store.close();
  await simulator.close();
  rmSync(folder, { recursive: true, force: true });
});
const local = (bytes: Buffer): string => {
  const source = path.join(folder, randomBytes(8).toString('hex'));
  writeFileSync(source, bytes);
  return source;
};

it('a place says which file lies there, or whose small picture', () => {
  expect(placeOf(FILE)).toBe(`202603/0a/${FILE}`);
  expect(fileAt(placeOf(FILE))).toBe(FILE);
  expect(fileAt(`${placeOf(FILE)}.160.jpg`)).toBe(FILE);
  for (const other of ['incoming/parts/x/0000001', 'nephra-installation', `${placeOf(FILE)}.tmp`, '../x']) expect(fileAt(other)).toBeUndefined();
});

describe.each(STORAGES)('a storage of files on %s', (kind) => {
  let store: FileStorage;
  beforeEach(async () => {
    store = kind === 'disk' ? new DiskStorage(path.join(folder, 'files')) : bucket();
    await store.prepare('SIM-1');
  });

  it('puts, looks, reads all and in part, replaces and removes', async () => {
    const bytes = Buffer.from('0123456789');
    const source = local(bytes);
    await store.put(placeOf(FILE), source, { sha256: digest(bytes) });
    expect(readdirSync(folder)).not.toContain(path.basename(source));
    expect(await bytesOf(store.read(placeOf(FILE)))).toEqual(bytes);
    expect((await bytesOf(store.read(placeOf(FILE), { from: 3, to: 5 }))).toString()).toBe('345');
    expect(await store.look(placeOf(FILE))).toEqual(kind === 'disk' ? { size: 10 } : { size: 10, sha256: digest(bytes) });
    await store.putBytes(placeOf(FILE), Buffer.from('new'));
    expect((await bytesOf(store.read(placeOf(FILE)))).toString()).toBe('new');
    await store.remove(placeOf(FILE));
    await store.remove(placeOf(FILE));
    expect(await store.look(placeOf(FILE))).toBeUndefined();
    await expect(bytesOf(store.read(placeOf(FILE)))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('nothing is fetched for a stream that nobody reads, so that nothing fails where nobody listens', async () => {
    const unread = store.read(placeOf(FILE));
    const failed: Error[] = [];
    unread.on('error', (error) => failed.push(error));
    unread.destroy();
    await new Promise((resolve) => unread.once('close', resolve));
    expect(failed).toEqual([]);
  });

  it('a large file arrives as it was, and its second half is read alone', async () => {
    const bytes = randomBytes(17 * MIB + 3);
    await store.put(placeOf(FILE), local(bytes));
    expect((await bytesOf(store.read(placeOf(FILE)))).equals(bytes)).toBe(true);
    expect((await bytesOf(store.read(placeOf(FILE), { from: 9 * MIB, to: bytes.length - 1 }))).equals(bytes.subarray(9 * MIB))).toBe(true);
  });

  it('lists what lies below, page by page, and folders with their last change; takes a whole folder away', async () => {
    simulator.state.pageSize = 2;
    for (let n = 1; n <= 5; n += 1) await store.put(`incoming/parts/a/000000${n}`, local(Buffer.from('x')));
    await store.put('incoming/parts/b/0000001', local(Buffer.from('xy')));
    await store.put(placeOf(FILE), local(Buffer.from('file')));
    expect((await allOf(store.list('incoming/parts/a/'))).map(({ place }) => place).sort()).toEqual([1, 2, 3, 4, 5].map((n) => `incoming/parts/a/000000${n}`));
    expect((await allOf(keptObjects(store))).map(({ place, size }) => ({ place, size }))).toEqual([{ place: placeOf(FILE), size: 4 }]);
    const folders = await store.folders('incoming/parts/');
    expect(folders.map(({ name }) => name).sort()).toEqual(['a', 'b']);
    await store.removeBelow('incoming/parts/a/');
    expect(await allOf(store.list('incoming/parts/a/'))).toEqual([]);
    expect((await store.folders('incoming/parts/')).map(({ name }) => name)).toEqual(['b']);
    expect(await store.folders('nothing/')).toEqual([]);
  });
});

describe('an S3-compatible service', () => {
  it.each<[string, Partial<ConstructorParameters<typeof S3Storage>[0]>, RegExp]>([
    ['a wrong secret', { secretAccessKey: 'SIM' }, /S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID/],
    ['an unknown key', { accessKeyId: 'SIM' }, /does not know S3_ACCESS_KEY_ID/],
    ['another region', { region: 'cn-north-1' }, /S3_REGION is another one/],
    ['no such bucket', { bucket: 'other' }, /no bucket of this name/],
    ['nobody there', { endpoint: 'http://127.0.0.1:1' }, /S3_ENDPOINT http:\/\/127\.0\.0\.1:1, .*did not answer/],
  ])('is not started with: %s', async (_what, change, sentence) => {
    const error = await bucket(change)
      .prepare('SIM-1')
      .catch((found: unknown) => found);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toMatch(sentence);
    expect((error as Error).message).not.toContain(change.secretAccessKey ?? simulator.secretAccessKey);
    expect(simulator.state.objects.size).toBe(0);
  });

  it('keeps the files of one installation: of two that start at once one is refused, and the first one starts again', async () => {
    const outcomes = await Promise.allSettled([bucket().prepare('SIM-1'), bucket().prepare('SIM-2')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [first, second] = outcomes[0]?.status === 'fulfilled' ? ['SIM-1', 'SIM-2'] : ['SIM-2', 'SIM-1'];
    await bucket().prepare(first);
    await expect(bucket().prepare(second)).rejects.toThrow(/another installation/);
    await bucket({ prefix: 'elsewhere/' }).prepare(second);
  });

  it('what was lost on the way or refused for a moment is done again, once', async () => {
    const store = bucket();
    await store.prepare('SIM-1');
    simulator.fail('busy', 'PUT', '', 2);
    await store.put(placeOf(FILE), local(Buffer.from('one')));
    simulator.fail('lost', 'DELETE');
    await store.remove(placeOf(FILE));
    simulator.fail('silent', 'PUT');
    await bucket({}, { ...LIMITS, silenceMs: 150 }).put(placeOf(FILE), local(Buffer.from('two')));
    simulator.fail('cut', 'GET', '?list-type');
    expect((await allOf(keptObjects(store))).length).toBe(1);
    expect((await bytesOf(store.read(placeOf(FILE)))).toString()).toBe('two');
  });

  it('a reading whose line is cut goes on where it was; another object than it began with is never mixed in', async () => {
    const store = bucket();
    const bytes = randomBytes(3 * MIB);
    await store.put(placeOf(FILE), local(bytes));
    simulator.fail('cut', 'GET', FILE, 2);
    expect((await bytesOf(store.read(placeOf(FILE)))).equals(bytes)).toBe(true);
    simulator.fail('cut', 'GET', FILE);
    const reading = bytesOf(store.read(placeOf(FILE), { from: MIB, to: 3 * MIB - 1 }));
    expect((await reading).equals(bytes.subarray(MIB))).toBe(true);
    simulator.fail('cut', 'GET', FILE);
    const mixed = store.read(placeOf(FILE));
    mixed.once('data', () => simulator.state.put(`sim/${placeOf(FILE)}`, randomBytes(3 * MIB), {}, undefined, new Date()));
    await expect(bytesOf(mixed)).rejects.toMatchObject({ key: 'core.storage-down' });
  });

  it('one that stays away is told in the words of the product, and the file that was to be put stays', async () => {
    const store = bucket();
    const source = local(Buffer.from('SIM'));
    simulator.fail('busy', 'PUT', '', 9);
    await expect(store.put(placeOf(FILE), source)).rejects.toMatchObject({ key: 'core.storage-down' });
    expect(readdirSync(folder)).toContain(path.basename(source));
  });

  it('a large file whose last answer is lost counts; one that fails leaves no parts, and old ones are cleared', async () => {
    const store = bucket();
    const bytes = randomBytes(9 * MIB);
    simulator.fail('lost', 'POST', 'uploadId=');
    await store.put(placeOf(FILE), local(bytes));
    expect((await bytesOf(store.read(placeOf(FILE)))).equals(bytes)).toBe(true);
    simulator.fail('busy', 'PUT', 'partNumber=2', 9);
    await expect(store.put('202603/ff/other', local(bytes))).rejects.toMatchObject({ key: 'core.storage-down' });
    expect(simulator.state.uploads.size).toBe(0);
    simulator.state.begin('sim/202603/ff/left', {}, new Date(0));
    simulator.state.begin('sim/202603/ff/running', {}, new Date());
    simulator.state.begin('not-ours/left', {}, new Date(0));
    await store.forgetUnfinished(new Date(Date.now() - 60_000));
    expect([...simulator.state.uploads.values()].map(({ key }) => key)).toEqual(['sim/202603/ff/running', 'not-ours/left']);
  });

  it('who goes away ends the putting, and nothing lies there', async () => {
    const store = bucket();
    const gone = new AbortController();
    simulator.fail('silent', 'PUT', 'partNumber=1');
    const putting = store.put(placeOf(FILE), local(randomBytes(9 * MIB)), { signal: gone.signal });
    putting.catch(() => undefined);
    await expect.poll(() => simulator.calls.some((call) => call.includes('partNumber=1'))).toBe(true);
    gone.abort(new Error('gone'));
    await expect(putting).rejects.toThrow('gone');
    expect(simulator.state.objects.size).toBe(0);
    await expect.poll(() => simulator.state.uploads.size).toBe(0);
  });
});

describe('moving files', () => {
  const names = Array.from({ length: 9 }, (_, n) => `20260302_${`${n}b`.repeat(16)}.txt`);
  it('copies to a bucket and back, goes on after a break, and takes away only what has arrived', async () => {
    const [disk, store, back] = [new DiskStorage(path.join(folder, 'files')), bucket(), new DiskStorage(path.join(folder, 'back'))];
    for (const name of names) await disk.putBytes(placeOf(name), Buffer.from(`SIM ${name}`));
    const options = { folder: path.join(folder, 'between') };
    // Four attempts are made, so this one fails, and is well with the next run.
    simulator.fail('busy', 'PUT', names[6], 4);
    await expect(moveFiles(disk, store, { ...options, remove: true })).rejects.toMatchObject({ key: 'core.storage-down' });
    expect((await allOf(keptObjects(disk))).length).toBe(9);
    const before = simulator.state.objects.size;
    const rest = await moveFiles(disk, store, { ...options, remove: true });
    expect(rest.there).toBeGreaterThanOrEqual(before);
    expect(rest).toMatchObject({ copied: 9 - rest.there, removed: 9 });
    expect(await allOf(keptObjects(disk))).toEqual([]);
    expect(await moveFiles(store, back, options)).toMatchObject({ copied: 9, there: 0, removed: 0 });
    for (const name of names) expect((await bytesOf(back.read(placeOf(name)))).toString()).toBe(`SIM ${name}`);
    expect(readdirSync(options.folder)).toEqual([]);
  });

  it('a file that is not what was put there is not moved', async () => {
    const [store, disk] = [bucket(), new DiskStorage(path.join(folder, 'files'))];
    await store.put(placeOf(FILE), local(Buffer.from('right')), { sha256: digest(Buffer.from('right')) });
    simulator.state.put(`sim/${placeOf(FILE)}`, Buffer.from('wrong'), { 'x-amz-meta-sha256': digest(Buffer.from('right')) }, undefined, new Date());
    await expect(moveFiles(store, disk, { folder: path.join(folder, 'between') })).rejects.toThrow(/does not come as it was/);
    expect(await allOf(disk.list(''))).toEqual([]);
  });
});
