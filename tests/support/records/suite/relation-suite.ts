import { isAppError } from '@nephra/plugin-sdk/contract';
import { expect } from 'vitest';
import { statementsOf } from '../../count-statements.ts';
import { it } from './rules/rule-tests.ts';
import { type Body, COUNTED_ROWS, type SuiteKit } from './suite-kit.ts';

/** The record behind a relation, as the suite makes use of it. */
export interface RelatedOfSuite {
  /** Makes an enabled row that the caller of the suite sees; gives its id. */
  readonly make: () => Promise<string>;
  /** Id of a row of another organisation. */
  readonly foreign: () => Promise<string>;
  readonly remove: (id: string) => Promise<unknown>;
  /** What it may name depends on another relation: rows of many are made without it. */
  readonly dependent?: true;
  /** Left out where its rows have no state. */
  readonly disable?: (id: string) => Promise<unknown>;
}

type RelatedPage = { readonly list: readonly { readonly id: string; readonly fullName: string; readonly enabledMark: number }[] };

/** R10, R14 and R20 of a record with relations. */
export function relationSuite(
  { record, called, call, create, one, page, remove, refusal, sample }: SuiteKit,
  related: Readonly<Record<string, RelatedOfSuite>>,
): void {
  const relations = record.fields.filter(({ kind }) => kind === 'relation');
  const behind = (name: string): RelatedOfSuite => {
    const found = related[name];
    if (!found) throw new TypeError(`${record.name}: what stands behind ${name} is not said`);
    return found;
  };
  const offered = async (field: string, query: Body = {}) => (await call<RelatedPage>('related', { query: { field, pageSize: 500, ...query } })).list;
  const labelOf = (row: Body, name: string) => (row.labels as Readonly<Record<string, string | null>>)[name];
  /** What a call was told at the field. */
  const told = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!isAppError(error)) throw new Error(`expected a refusal, got ${String(error)}`);
    return { key: error.key, fields: error.fields };
  };

  it.each(relations.map(({ name }) => name))('R14 %s answers the name of what it names, offers it, and narrows the list', async (name) => {
    const [first, second] = [await behind(name).make(), await behind(name).make()];
    const { id } = await create({ [name]: first });
    const other = await create({ [name]: second });
    const [row] = (await offered(name)).filter((each) => each.id === first);
    expect(row?.fullName).toBeTruthy();
    expect(labelOf(await one(id), name)).toBe(row?.fullName);
    expect((await offered(name, { keyword: row?.fullName })).map((each) => each.id)).toContain(first);
    expect((await offered(name, { ids: `${first},never` })).map((each) => each.id)).toEqual([first]);
    expect(await offered(name, { pageSize: 1 })).toHaveLength(1);
    // The branch of a tree begins with its top.
    const narrowed = (await page({ [name]: first })).list.map((each) => each.id).filter((each) => each !== first);
    if (record.filter.includes(name)) expect(narrowed).toEqual([id]);
    for (const made of [id, other.id]) await remove(made);
    for (const target of [first, second]) await behind(name).remove(target);
  });

  it.each(relations.map((field) => [field.name, field] as const))(
    'R10 R14 %s refuses what is missing, deleted, disabled or hidden with the same words, and keeps what stands',
    async (name, { onDisable }) => {
      const { make, foreign, remove: drop, disable } = behind(name);
      const never = await told(call('create', { body: sample({ [name]: 'never' }) }));
      expect(never).toMatchObject({ key: 'core.invalid', fields: [{ path: name, msg: expect.stringMatching(/./) }] });
      const gone = await make();
      await drop(gone);
      expect(await told(call('create', { body: sample({ [name]: gone }) }))).toEqual(never);
      const outside = await foreign();
      expect(await told(call('create', { body: sample({ [name]: outside }) }))).toEqual(never);
      expect((await offered(name)).map(({ id }) => id)).not.toContain(outside);
      expect(await offered(name, { ids: [outside, gone].join() })).toEqual([]);
      if (!disable) return;
      const off = await make();
      const { id, body } = await create({ [name]: off });
      if (onDisable === 'refuse') {
        expect((await refusal(disable(off))).key).toBe('core.record-in-use');
        await remove(id);
      }
      await disable(off);
      expect(await told(call('create', { body: sample({ [name]: off }) }))).toEqual(never);
      expect((await offered(name)).map((each) => each.id)).not.toContain(off);
      expect(await offered(name, { ids: off })).toMatchObject([{ id: off, enabledMark: 0 }]);
      if (onDisable === 'refuse') return;
      const next = { ...sample(), [name]: body[name] };
      await call('edit', { params: { id }, body: next });
      expect(await one(id)).toMatchObject(next);
      await remove(id);
    },
  );

  it.each(relations.filter(({ onRemove }) => onRemove !== 'keep').map(({ name }) => name))(
    'R10 what %s names is not deleted, and of a new row and a deletion at once one wins',
    async (name) => {
      const { make, remove: drop } = behind(name);
      const target = await make();
      const { id } = await create({ [name]: target });
      expect((await refusal(drop(target))).key).toBe('core.record-in-use');
      await remove(id);
      await drop(target);
      for (let round = 0; round < 5; round += 1) {
        const wanted = await make();
        const [made, dropped] = await Promise.allSettled([create({ [name]: wanted }), drop(wanted)]);
        expect([made.status, dropped.status].filter((status) => status === 'fulfilled')).toHaveLength(1);
        if (made.status === 'fulfilled') {
          expect((await one(made.value.id)).labels).toMatchObject({ [name]: expect.any(String) });
          await remove(made.value.id);
          await drop(wanted);
        }
      }
    },
  );

  it('R20 asks for the names of a page with as many statements, however many rows', async () => {
    const counts: number[] = [];
    const ids: string[] = [];
    for (const rows of [1, 10, COUNTED_ROWS]) {
      while (ids.length < rows) {
        const free = relations.filter(({ name }) => !behind(name).dependent);
        const targets = await Promise.all(free.map(async ({ name }) => [name, await behind(name).make()] as const));
        ids.push((await create({ ...Object.fromEntries(targets), [called]: `语句${ids.length}` })).id);
      }
      counts.push((await statementsOf(() => page({ pageSize: rows, keyword: '语句' }))).length);
    }
    expect(counts).toEqual(counts.map(() => counts[0]));
    expect(counts[0]).toBeGreaterThan(0);
    for (const id of ids) await remove(id);
  });
}
