import { sql } from '@nephra/plugin-sdk/server';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { effort } from '../../../../tests/support/cases/effort.ts';
import { hostPlugins, type PluginHost } from '../../../../tests/support/processes/plugin-host.ts';
import messageServer from '../index.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { countShown, type Narrowed, shownSlice } from './shown-targets.ts';

const NOW = Date.parse('2026-03-02T02:00:00Z');
const reader = { userId: 'user-a', keys: ['user:user-a', 'all', 'role:1@org-gz'], since: new Date(NOW - 30 * 60_000) };

/** What was sent, to whom, and what the reader and somebody else did with it. Minutes before now. */
const sent = fc.record({
  type: fc.constantFrom(1, 2),
  ago: fc.constantFrom(1, 2, 2, 40),
  keys: fc.subarray([...reader.keys, 'user:user-b'], { minLength: 1 }),
  pinned: fc.boolean(),
  ends: fc.constantFrom(null, -5, 5),
  released: fc.integer({ min: 0, max: 5 }),
  does: fc.constantFrom('nothing', 'reads', 'confirms', 'removes', 'removed-an-earlier-release', 'another-removes'),
});
type Sent = typeof sent extends fc.Arbitrary<infer One> ? One : never;

const idOf = (n: number): string => `i${String(n).padStart(2, '0')}`;
const inTurn = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

/** The whole list, as the rule says it. */
function wholeList(all: readonly Sent[], { type, read, unconfirmed, pinned, found }: Narrowed, oldestFirst: boolean) {
  const isRead = ({ does, ago }: Sent): boolean => does === 'reads' || does === 'confirms' || ago > 30;
  return all
    .map((one, n) => ({ one, id: idOf(n), at: NOW - one.ago * 60_000 }))
    .filter(({ one, id }) => {
      const shown = one.released > 0 && (one.ends === null || one.ends > 0) && one.does !== 'removes' && one.keys.some((key) => reader.keys.includes(key));
      const wanted =
        (type === undefined || one.type === type) && (read === undefined || isRead(one) === read) && (pinned === undefined || one.pinned === pinned);
      return shown && wanted && (!unconfirmed || one.does !== 'confirms') && (!found || id.endsWith('1'));
    })
    .sort((a, b) => (oldestFirst ? a.at - b.at || inTurn(a.id, b.id) : Number(b.one.pinned) - Number(a.one.pinned) || b.at - a.at || inTurn(b.id, a.id)))
    .map(({ one, id }) => [id, isRead(one), one.does === 'confirms']);
}

const NARROWED: readonly Narrowed[] = [
  ...[{}, { type: 2 }, { pinned: true }, { found: sql<boolean>`item.search_grams @> array['1']` }],
  ...[{ read: true }, { read: false, type: 1 }, { unconfirmed: true }, { read: false, found: sql<boolean>`item.search_grams @> array['1']` }],
] as const;

describe('the list of a reader', () => {
  let host: PluginHost;
  beforeAll(async () => {
    host = await hostPlugins({ message: messageServer });
    host.time.now = new Date(NOW);
  });
  afterAll(() => host.close());

  async function store(all: readonly Sent[]): Promise<void> {
    const at = (minutes: number | null): string => (minutes === null ? 'null' : `timestamptz '${new Date(NOW + minutes * 60_000).toISOString()}'`);
    const items = all.map(
      ({ type, released }, n) => `('${idOf(n)}', ${type}, 'org-gz', 'SIM', 'SIM', '', 'released', ${released}, array['${idOf(n).slice(-1)}'], now(), now())`,
    );
    const targets = all.flatMap(({ type, ago, keys, pinned, ends, released }, n) =>
      keys.map((key) => `('${idOf(n)}', '${key}', ${type}, ${released}, ${released > 0 ? at(-ago) : 'null'}, ${at(ends)}, ${pinned}, true)`),
    );
    const marks = all.flatMap(({ does, released }, n) => {
      const done = (user: string, release: number, read: boolean, confirmed: boolean, removed: boolean): string =>
        `('${user}', '${idOf(n)}', ${release}, ${[read, confirmed, removed].map((one) => (one ? 'now()' : 'null')).join(', ')})`;
      if (does === 'reads') return [done('user-a', released, true, false, false)];
      if (does === 'confirms') return [done('user-a', released, true, true, false)];
      if (does === 'removes') return [done('user-a', released, true, false, true), done('user-b', released, true, false, false)];
      if (does === 'removed-an-earlier-release') return [done('user-a', released - 1, true, false, true)];
      return does === 'another-removes' ? [done('user-b', released, true, true, true)] : [];
    });
    await host.db.script(`delete from message.mark; delete from message.target; delete from message.item;
      insert into message.item (id, type, org_id, creator_user, title, send_key, state, release_no, search_grams, created_at, updated_at) values ${items.join(', ')};
      insert into message.target (item_id, addressee, type, release_no, released_at, valid_until, pinned, must_read) values ${targets.join(', ')};
      ${marks.length === 0 ? '' : `insert into message.mark (user_id, item_id, release_no, read_at, receipt_at, removed_at) values ${marks.join(', ')}`}`);
  }

  it('is what was sent to one of their keys and not taken out, once, in order, and counted, narrowed by anything', async () => {
    const ctx = host.context('message') as unknown as ReadCtx;
    let most = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(sent, { minLength: 20, maxLength: 40 }), async (all) => {
        await store(all);
        for (const narrowed of NARROWED)
          for (const oldestFirst of [true, false]) {
            const wanted = wholeList(all, narrowed, oldestFirst);
            most = Math.max(most, wanted.length);
            for (const offset of [0, 3]) {
              const slice = await shownSlice(ctx, reader, narrowed, { oldestFirst, limit: 5, offset });
              expect(slice.map((one) => [one.item_id, one.is_read, one.receipt_at !== null])).toEqual(wanted.slice(offset, offset + 5));
            }
            expect(await countShown(ctx, reader, narrowed, 1_000)).toBe(wanted.length);
          }
      }),
      { numRuns: effort('lists of a reader', 4, 60) },
    );
    // The test looked at what it says.
    expect(most).toBeGreaterThan(5);
  });
});
