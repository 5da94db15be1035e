import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clockFrom } from '../core/clock/clock.ts';
import type { CoreTables } from '../tables/tables.ts';
import { Files } from './file-store.ts';
import { DiskStorage } from './storage/disk-storage.ts';
import { receiveUpload } from './receive-upload.ts';

const HEAD = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';

describe('receiving an upload', () => {
  let folder: string;
  let files: Files;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'nephra-receive-'));
    const noDatabase = undefined as unknown as Kysely<CoreTables>; // receiving keeps nothing on record
    files = new Files({
      db: noDatabase,
      clock: clockFrom(() => new Date('2026-03-02T02:00:00Z')),
      folder,
      storage: new DiskStorage(folder),
      limitBytes: 1_000,
      afterCommit: () => undefined,
      transaction: (work) => work(),
      inTransaction: () => false,
      assertRoom: async () => undefined,
      room: async () => ({ usedBytes: 0, quotaBytes: 0 }),
      scan: { judge: async () => 'none' },
    });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const receive = (raw: PassThrough, silenceMs = 60_000) => {
    const request = { raw, headers: { 'content-type': 'multipart/form-data; boundary=b' } } as unknown as FastifyRequest;
    return receiveUpload(request, files, { bytes: 1_000, silenceMs });
  };
  const waiting = (): string[] => readdirSync(path.join(folder, 'incoming'));

  it('makes the only files that the store keeps or removes: a copy of one leads nowhere', async () => {
    const raw = new PassThrough();
    const received = receive(raw);
    raw.end(`${HEAD}hello\r\n--b--\r\n`);
    const { file } = await received;
    const copy = { ...file };
    await expect(files.discard(copy)).rejects.toThrowError('not received here');
    await expect(files.keep(copy, 'annex', { orgId: 'o', userId: 'u' })).rejects.toThrowError('not received here');
    expect(waiting()).toHaveLength(1);
    await files.discard(file);
    expect(waiting()).toEqual([]);
  });

  it('gives up a sender who says nothing any more, and goes on while something comes', async () => {
    const raw = new PassThrough();
    const received = receive(raw, 30);
    received.catch(() => undefined);
    raw.write(`${HEAD}hello`);
    await expect(received).rejects.toMatchObject({ key: 'core.upload-stalled' });
    expect(waiting()).toEqual([]);
  });

  it('ends when the connection goes, before, in and after the file', async () => {
    for (const sent of ['', HEAD.slice(0, 20), `${HEAD}hel`, `${HEAD}hello\r\n--b`, `${HEAD}hello\r\n--b--`]) {
      const raw = new PassThrough();
      const received = receive(raw);
      received.catch(() => undefined);
      if (sent) raw.write(sent);
      await new Promise(setImmediate);
      raw.destroy();
      await expect(received, sent).rejects.toMatchObject({ key: 'core.file-malformed' });
    }
    expect(waiting()).toEqual([]);
  });

  it('ends at once when the connection was gone before anybody listened', async () => {
    const raw = new PassThrough();
    raw.destroy();
    await expect(receive(raw)).rejects.toMatchObject({ key: 'core.file-malformed' });
  });

  it('reads to the end after a refusal, so that the sentence can be read', async () => {
    const raw = new PassThrough();
    const received = receive(raw);
    received.catch(() => undefined);
    raw.write(`${HEAD}${'x'.repeat(2_000)}`);
    await expect(received).rejects.toMatchObject({ key: 'core.file-too-large' });
    raw.end('y'.repeat(200_000));
    await expect.poll(() => raw.readableEnded).toBe(true);
    expect(waiting()).toEqual([]);
  });
});
