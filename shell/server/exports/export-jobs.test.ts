import { Readable } from 'node:stream';
import type { RawReply } from '@nephra/plugin-sdk/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../../tests/support/silent-log.ts';
import { type ExportAnswer, ExportJobs, type ExportParts } from './export-jobs.ts';

/** A store and files that note what they are asked; `released` counts plugins let go. */
function jobsWith() {
  const events: string[] = [];
  let ids = 0;
  const parts = {
    database: { transaction: (work: () => Promise<unknown>) => work(), afterCommit: (work: () => void) => work() },
    store: {
      begin: async ({ id }: { id: string }) => void events.push(`begin ${id}`),
      note: async () => true,
      done: async (id: string) => events.push(`done ${id}`) > 0,
      failed: async (id: string, { key, params }: { key: string; params: object }) => void events.push(`failed ${id} ${key} ${JSON.stringify(params)}`),
    },
    files: {
      spool: async (_name: string, content: Readable, { signal }: { signal: AbortSignal }) => {
        for await (const _chunk of content) signal.throwIfAborted();
        return { size: 3 };
      },
      keep: async () => ({ fileId: 'f1' }),
      discard: async () => undefined,
      forget: async () => undefined,
    },
    newId: () => {
      ids += 1;
      return `e${ids}`;
    },
    log: silentLog,
    limits: { rows: 10, minutes: 15 },
  } as unknown as ExportParts;
  const asked = (make: () => Promise<RawReply>, gone = new AbortController().signal) => ({
    make,
    route: 'report.export',
    userId: 'u1',
    orgId: 'o1',
    gone,
    hold: () => () => void events.push('let go'),
  });
  return { jobs: new ExportJobs(parts), asked, events };
}

const file = (content: RawReply['content']): RawReply => ({ content, contentType: 'text/plain', fileName: 'a.xlsx' });

describe('exports that take long', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('without a first byte after ten seconds it goes on, and is kept when it is there', async () => {
    const { jobs, asked, events } = jobsWith();
    let give: (reply: RawReply) => void = () => undefined;
    const answer = jobs.answer(asked(() => new Promise((resolve) => (give = resolve))));
    await vi.advanceTimersByTimeAsync(9_999);
    expect(events).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toMatchObject({ kind: 'goes-on', exportId: 'e1' });
    give(file(Buffer.from('abc')));
    await vi.waitFor(() => expect(events).toEqual(['begin e1', 'done e1', 'let go']), { timeout: 60_000 });
  });

  it('one that has not ended in time is ended with a sentence', async () => {
    const { jobs, asked, events } = jobsWith();
    const content = new Readable({ read: () => undefined });
    const answer = jobs.answer(asked(async () => file(content)));
    await vi.advanceTimersByTimeAsync(10_000);
    await answer;
    await vi.advanceTimersByTimeAsync(15 * 60_000);
    expect(events).toEqual(['begin e1', 'failed e1 core.export-too-long {"minutes":15}', 'let go']);
    expect(content.destroyed).toBe(true);
  });

  it('a caller who goes ends it while it belongs to the call, and no longer', async () => {
    const { jobs, asked, events } = jobsWith();
    const early = new AbortController();
    const first = jobs.answer(asked(async () => file(new Readable({ read: () => undefined })), early.signal));
    early.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    const late = new AbortController();
    const content = new Readable({ read: () => undefined });
    const second: Promise<ExportAnswer> = jobs.answer(asked(async () => file(content), late.signal));
    await vi.advanceTimersByTimeAsync(10_000);
    await second;
    late.abort(new Error('gone'));
    content.push('abc');
    content.push(null);
    await vi.waitFor(() => expect(events).toEqual(['begin e1', 'done e1', 'let go']), { timeout: 60_000 });
  });

  it('more than four large ones at once are refused, and end', async () => {
    const { jobs, asked } = jobsWith();
    const contents = Array.from({ length: 5 }, () => new Readable({ read: () => undefined }));
    const answers = contents.map((content) => jobs.answer(asked(async () => file(content))).catch((error: { key: string }) => error.key));
    await vi.advanceTimersByTimeAsync(10_000);
    const ended = await Promise.all(answers);
    expect(ended.map((one) => (typeof one === 'string' ? one : one.kind))).toEqual([...Array.from({ length: 4 }, () => 'goes-on'), 'core.exports-busy']);
    expect(contents.map(({ destroyed }) => destroyed)).toEqual([false, false, false, false, true]);
    await jobs.close();
    expect(contents.every(({ destroyed }) => destroyed)).toBe(true);
  });
});
