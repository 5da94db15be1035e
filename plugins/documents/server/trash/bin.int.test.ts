import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { effort } from '../../../../tests/support/cases/effort.ts';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { contacts } from '../../../permission/contract/index.ts';
import { documentContract } from '../../contract/document.contract.ts';
import documentServer from '../index.ts';

const PEOPLE = ['user-a', 'user-b', 'user-c'] as const;
const { trash, list } = documentContract.routes;

interface Entry {
  readonly id: string;
  readonly owner: string;
  readonly parent: Entry | undefined;
  readonly kind: 'folder' | 'file';
  readonly trashId: string;
  /** Minutes; nothing: it is there. */
  readonly trashedAt: number | null;
  readonly purged: boolean;
}
interface Share {
  readonly entryId: string;
  readonly userId: string;
  readonly mayChange: boolean;
}

/** Entries whose folders come before them; what lies in somebody's folder is theirs. */
const entries = fc
  .array(fc.record({ at: fc.nat(1_000), owner: fc.constantFrom(...PEOPLE), isFile: fc.boolean(), fate: fc.nat(9), minute: fc.nat(3) }), {
    minLength: 20,
    maxLength: 40,
  })
  .map((drawn) => {
    const all: Entry[] = [];
    for (const { at, owner, isFile, fate, minute } of drawn) {
      const folders = all.filter(({ kind }) => kind === 'folder');
      const parent = at % 4 === 0 ? undefined : folders[at % Math.max(1, folders.length)];
      const id = `e${String(all.length).padStart(2, '0')}`;
      const deleted = fate < 4 ? { trashId: id, trashedAt: minute } : { trashId: '', trashedAt: null };
      // What lies in a deleted folder went with it, or before it.
      const gone = parent && parent.trashedAt !== null && fate !== 0 ? { trashId: parent.trashId, trashedAt: parent.trashedAt } : deleted;
      const purged = gone.trashedAt !== null && fate === 1;
      all.push({ id, owner: parent?.owner ?? owner, parent, kind: isFile ? 'file' : 'folder', ...gone, purged });
    }
    return all;
  });
const shares = fc.uniqueArray(fc.record({ at: fc.nat(39), userId: fc.constantFrom(...PEOPLE), mayChange: fc.boolean() }), {
  selector: ({ at, userId }) => `${at} ${userId}`,
  maxLength: 20,
});

/** A folder of somebody, shared to be changed, and what was deleted from it. */
const shared: Entry = { id: 'e00', owner: 'user-a', parent: undefined, kind: 'folder', trashId: '', trashedAt: null, purged: false };
const deleted: Entry = { id: 'e11', owner: 'user-a', parent: shared, kind: 'file', trashId: 'e11', trashedAt: 1, purged: false };
const toBeChanged: readonly { at: number; userId: (typeof PEOPLE)[number]; mayChange: boolean }[] = [{ at: 0, userId: 'user-b', mayChange: true }];

const pathOf = ({ id, parent }: Entry): readonly string[] => [...(parent ? pathOf(parent) : []), id];
const inTurn = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

/** What somebody may bring back, as the rule says it. */
function binOf(userId: string, all: readonly Entry[], given: readonly Share[]): string[] {
  const changed = new Set(given.filter((one) => one.userId === userId && one.mayChange).map(({ entryId }) => entryId));
  const lay = ({ parent }: Entry): boolean => parent !== undefined && parent.trashedAt === null && pathOf(parent).some((id) => changed.has(id));
  return all
    .filter((one) => one.trashedAt !== null && !one.purged && one.trashId === one.id && (one.owner === userId || lay(one)))
    .sort((a, b) => inTurn(b.kind, a.kind) || inTurn(b.trashedAt ?? 0, a.trashedAt ?? 0) || inTurn(b.id, a.id))
    .map(({ id }) => id);
}

describe('recycle bins', () => {
  let host: PluginHost;
  beforeAll(async () => {
    host = await hostPlugins({ documents: documentServer });
    host.provide(contacts, { look: async () => new Map() } as never);
  });
  afterAll(() => host.close());

  async function store(all: readonly Entry[], given: readonly Share[]): Promise<void> {
    const at = (minute: number | null): string => (minute === null ? 'null' : `timestamptz '2026-03-01 00:0${minute}:00Z'`);
    const row = (one: Entry): string =>
      `('${one.id}', '${one.owner}', 'org-gz', '${one.parent?.id ?? ''}', array[${pathOf(one).map((id) => `'${id}'`)}], '${one.kind}', 'SIM ${one.id}', 'sim ${one.id}',
        '', 0, '${one.owner}', now(), now(), '${one.trashId}', ${at(one.trashedAt)}, ${at(one.purged ? one.trashedAt : null)})`;
    await host.db.script(`delete from documents.entry; insert into documents.entry values ${all.map(row).join(', ')}`);
    const rows = given.map(({ entryId, userId, mayChange }) => `('${entryId}', '${userId}', ${mayChange}, now())`);
    if (rows.length > 0) await host.db.script(`insert into documents.share values ${rows.join(', ')}`);
  }
  const read = async (route: typeof trash | typeof list, userId: string, query: Record<string, unknown>) => {
    const page = await host.call('documents', route, { query, user: staff({ userId }) });
    return { ids: page.list.map(({ id }) => id), total: page.pagination.total };
  };

  it('hold what somebody may bring back, in order, page by page, with how many there are', async () => {
    let [own, others] = [0, 0];
    await fc.assert(
      fc.asyncProperty(entries, shares, async (all, drawn) => {
        const given = drawn.flatMap(({ at, userId, mayChange }) => (all[at] ? [{ entryId: all[at].id, userId, mayChange }] : []));
        await store(all, given);
        for (const userId of PEOPLE) {
          const wanted = binOf(userId, all, given);
          own += wanted.length;
          others += wanted.filter((id) => all.find((one) => one.id === id)?.owner !== userId).length;
          for (const currentPage of [1, 2, 3])
            expect(await read(trash, userId, { currentPage, pageSize: 3 })).toEqual({
              ids: wanted.slice((currentPage - 1) * 3, currentPage * 3),
              total: wanted.length,
            });
          const hits = wanted.filter((id) => id.startsWith('e1'));
          expect(await read(trash, userId, { keyword: 'M E1' })).toEqual({ ids: hits, total: hits.length });
          const top = all.filter((one) => one.owner === userId && one.trashedAt === null && one.parent === undefined);
          expect((await read(list, userId, { pageSize: 2 })).total).toBe(top.length);
        }
      }),
      { numRuns: effort('recycle bins of random folders', 5, 60), examples: [[[shared, deleted], [...toBeChanged]]] },
    );
    // The test looked at what it says.
    expect(Math.min(own - others, others)).toBeGreaterThan(0);
  });
});
