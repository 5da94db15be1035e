import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SyncFileSystem } from './sync-file-system.ts';

type Fsync = (stream: { nfd?: number | null; node: unknown }) => number;

describe('file system of the embedded engine', () => {
  let folder: string;
  let files: SyncFileSystem;
  let fsync: Fsync;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nephra-sync-'));
    files = new SyncFileSystem(folder);
    const { emscriptenOpts } = await files.init({} as never, {});
    const module = { NODEFS: { stream_ops: { read: 'kept' }, realPath: (node: unknown) => String(node) }, FS: { mkdirTree() {}, mount() {} } };
    for (const prepare of emscriptenOpts.preRun ?? []) prepare(module as never);
    const operations = module.NODEFS.stream_ops as unknown as { fsync: Fsync; read: string };
    expect(operations.read).toBe('kept');
    fsync = operations.fsync;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('files and directories are really forced to disk, and counted', () => {
    const descriptor = openSync(join(folder, 'file'), 'w');
    expect(fsync({ nfd: descriptor, node: '' })).toBe(0);
    closeSync(descriptor);
    expect(fsync({ nfd: null, node: folder })).toBe(0);
    expect(files.syncs).toBe(2);
  });

  test('a sync that fails is told to the engine, never counted as done', () => {
    const before = files.syncs;
    expect(fsync({ nfd: 987_654, node: '' })).toBe(29);
    expect(fsync({ nfd: null, node: join(folder, 'missing') })).toBe(29);
    expect(files.syncs).toBe(before);
  });
});
