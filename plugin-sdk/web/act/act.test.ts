import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { autorun } from 'mobx';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyCases } from '../../../tests/support/cases/effort.ts';
import { ApiError } from '../context.ts';
import { Act } from './act.ts';
import { ActGroup } from './act-group.ts';

function countingKeys(): () => string {
  let made = 0;
  return () => {
    made += 1;
    return `key-${made}`;
  };
}

const refused = (error: string, code: number = EnvelopeCode.Refused) => new ApiError({ code, error, message: error });

function counting(options: ConstructorParameters<typeof Act>[2] = {}, confirms: () => boolean = () => true) {
  const ctx = createFakeWebContext({ confirms });
  const act = new Act(ctx, 'test', { newKey: countingKeys(), ...options });
  const keys: string[] = [];
  const press = (content: unknown, outcome?: unknown) =>
    act.run(content, async ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      if (outcome !== undefined) throw outcome;
      return 'answer';
    });
  return { ctx, act, keys, press };
}

describe('[M1] an act', () => {
  it.each(['network', 'timeout', 'invalid-answer', 'aborted', 'core.commit-unknown', 'core.still-running'])('keeps its key after %s', async (error) => {
    const { act, keys, press } = counting();
    await press({ a: 1 }, refused(error, error === 'core.still-running' ? EnvelopeCode.Conflict : 0));
    expect([act.unknown, act.state.kind]).toEqual([true, 'unknown']);
    await press({ a: 1 });
    expect(keys).toEqual(['key-1', 'key-1']);
    await press({ a: 1 });
    expect(keys[2]).toBe('key-2');
  });

  it('another content has another key; the first one keeps its own until it is settled', async () => {
    const { keys, press } = counting();
    await press({ a: 1 }, refused('network', 0));
    await press({ a: 2 }, refused('stock.short'));
    await press({ a: 1 });
    await press({ a: 1 });
    expect(keys).toEqual(['key-1', 'key-2', 'key-1', 'key-3']);
  });

  it('the same content in another order of its members is the same content; another file is not', async () => {
    const { keys, press } = counting();
    await press({ a: 1, b: [{ c: 2, d: undefined }] }, refused('network', 0));
    await press({ b: [{ c: 2 }], a: 1 }, refused('network', 0));
    await press({ file: new File(['one'], 'one.txt') }, refused('network', 0));
    await press({ file: new File(['other'], 'two.txt') }, refused('network', 0));
    expect(keys).toEqual(['key-1', 'key-1', 'key-2', 'key-3']);
  });

  it('a second press joins the one that runs, and is not sent', async () => {
    const { act, keys } = counting();
    const kinds: string[] = [];
    const stop = autorun(() => kinds.push(`${act.state.kind} ${act.busy}`));
    let finish = () => {};
    let heard = 0;
    const send = ({ idempotencyKey }: { idempotencyKey: string }) =>
      new Promise<void>((resolve) => {
        keys.push(idempotencyKey);
        finish = resolve;
      });
    const first = act.run('x', send, () => (heard += 1));
    const second = act.run('x', send, () => (heard += 1));
    finish();
    expect([await first, await second]).toEqual([{ kind: 'done', answer: undefined }, { kind: 'joined' }]);
    expect([keys.length, heard]).toEqual([1, 1]);
    stop();
    expect(kinds).toEqual(['idle false', 'running true', 'done false']);
  });

  it('asks before other content goes out while the first may have been stored; once is enough', async () => {
    let answer = false;
    const { ctx, keys, press } = counting({}, () => answer);
    await press({ a: 1 }, refused('timeout', 0));
    expect(await press({ a: 2 })).toEqual({ kind: 'held' });
    expect([keys.length, ctx.record.questions.length]).toEqual([1, 1]);
    answer = true;
    expect(await press({ a: 2 }, refused('x.no'))).toMatchObject({ kind: 'refused' });
    await press({ a: 3 });
    expect(ctx.record.questions).toHaveLength(2);
    await press({ a: 1 });
    expect(keys).toEqual(['key-1', 'key-2', 'key-3', 'key-1']);
  });

  it('does not ask where the server refuses the second by what it carries', async () => {
    const { ctx, press } = counting({ changed: 'send' });
    await press({ version: 1 }, refused('timeout', 0));
    expect(await press({ version: 2 })).toMatchObject({ kind: 'done' });
    expect(ctx.record.questions).toEqual([]);
  });

  it('after somebody has looked, the same content is another act', async () => {
    const { act, keys, press } = counting();
    await press('x', refused('network', 0));
    act.forget();
    await press('x');
    expect([keys, act.state.kind]).toEqual([['key-1', 'key-2'], 'done']);
  });

  it('what fails in the page after the answer is reported, and the act is done', async () => {
    const { ctx, act } = counting();
    const end = await act.run(
      'x',
      async () => 1,
      () => {
        throw new TypeError('drawn badly');
      },
    );
    expect([end.kind, ctx.record.reports.length, act.state.kind]).toEqual(['done', 1, 'done']);
  });

  it('rows of a list act side by side, each with its key, and tell whoever pressed that it failed', async () => {
    const group = new ActGroup(createFakeWebContext(), 'rows');
    const keys: string[] = [];
    const call = (outcome?: Error) => async (options: { idempotencyKey: string; quiet: boolean }) => {
      keys.push(options.idempotencyKey);
      expect(options.quiet).toBe(false);
      if (outcome) throw outcome;
    };
    const lost = refused('network', 0);
    await expect(Promise.all([group.run('a', 1, call(lost)), group.run('b', 1, call())])).rejects.toBe(lost);
    await group.run('a', 1, call());
    expect([keys[0] === keys[2], keys[0] === keys[1]]).toEqual([true, false]);
  });
});

/** One press: which content, and what the network and the server make of it. */
const fates = ['answered', 'lost-before', 'lost-after', 'commit-before', 'commit-after', 'gate', 'rule', 'stale', 'fault', 'busy'] as const;
const presses = fc.array(fc.record({ content: fc.integer({ min: 0, max: 2 }), fate: fc.constantFrom(...fates), own: fc.boolean() }), { maxLength: 40 });

describe('over any row of answers', () => {
  it('no content has two keys while its outcome is unknown, no key has two contents, and nothing is done twice before it is known', async () => {
    await fc.assert(
      fc.asyncProperty(presses, async (row) => {
        const act = new Act({ pluginId: 'stock' }, 'test', { changed: 'send', newKey: countingKeys() });
        /** The server: what it did by key. */
        const ledger = new Map<string, number>();
        const contentOf = new Map<string, number>();
        const open = new Map<number, string>();
        for (const { content, fate, own } of row) {
          const before = open.get(content);
          let doneNow = false;
          const end = await act.run(content, async ({ idempotencyKey }) => {
            expect(contentOf.get(idempotencyKey) ?? content).toBe(content);
            contentOf.set(idempotencyKey, content);
            if (before !== undefined) expect(idempotencyKey).toBe(before);
            open.set(content, idempotencyKey);
            const fail = (error: string, code: number = 0) => {
              const failure = refused(error, code);
              failure.ownTransaction = own;
              return failure;
            };
            if (fate === 'lost-before') throw fail('network');
            if (fate === 'gate') throw fail('core.too-many-calls', EnvelopeCode.TooMany);
            if (fate === 'busy') throw fail('core.too-busy', EnvelopeCode.Unavailable);
            const known = ledger.has(idempotencyKey);
            if (!known && fate === 'rule') throw fail('stock.short');
            if (!known && fate === 'stale') throw fail('stock.stale', EnvelopeCode.Conflict);
            if (!known && fate === 'fault') throw fail('core.fault', EnvelopeCode.Fault);
            if (fate === 'commit-before') throw fail('core.commit-unknown', EnvelopeCode.Unavailable);
            if (!known) {
              ledger.set(idempotencyKey, content);
              doneNow = true;
            }
            if (fate === 'lost-after') throw fail('timeout');
            if (fate === 'commit-after') throw fail('core.commit-unknown', EnvelopeCode.Unavailable);
          });
          // Nothing was done beside what an open key has done already.
          if (doneNow && before !== undefined) expect([...ledger].filter(([key, one]) => one === content && key === before)).toHaveLength(1);
          const settled = end.kind === 'done' || (end.kind !== 'unknown' && ['rule', 'stale'].includes(fate));
          if (settled) open.delete(content);
          else if (end.kind !== 'unknown' && before === undefined) open.delete(content);
        }
      }),
      { numRuns: propertyCases(500) },
    );
  });
});
