import { expect } from 'vitest';
import { it } from './rules/rule-tests.ts';
import { statementsOf } from '../../count-statements.ts';
import type { SuiteKit } from './suite-kit.ts';

/** R3, R16 and R18 of a record whose list is all rows of one node. */
export function wholeSuite({ record, node, called, call, create, page, remove }: SuiteKit): void {
  const { left, tree } = record;

  it('R3 its list is the rows of the node in its address, all of them and nothing else', async () => {
    const { id } = await create();
    const answer = await call<Readonly<Record<string, unknown>>>('list', { params: { id: node }, query: {} });
    expect(Object.keys(answer)).toEqual(['list']);
    const narrows = left?.narrows ?? '';
    expect(record.filter).toContain(narrows);
    expect((await page()).list.map((row) => row.id)).toContain(id);
    await remove(id);
  });

  it('R18 rows of one rank come in the order in which they were made, each once', async () => {
    const ids: string[] = [];
    while (ids.length < 5) ids.push((await create({ sortCode: 5 })).id);
    const listed = (await page()).list.map((row) => row.id);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.filter((id) => ids.includes(id))).toEqual(ids);
    for (const id of ids) await remove(id);
  });

  it('R20 it asks the database as often for thirty rows as for one', async () => {
    const ids = [(await create()).id];
    const one = (await statementsOf(() => page())).length;
    while (ids.length < 30) ids.push((await create()).id);
    expect((await statementsOf(() => page())).length).toBe(one);
    for (const id of ids) await remove(id);
  });

  it.runIf(tree)('R16 a keyword keeps what matches, with all above it', async () => {
    const parent = tree?.parent ?? '';
    const top = await create();
    const middle = await create({ [parent]: top.id });
    const low = await create({ [parent]: middle.id });
    const beside = await create({ [parent]: top.id });
    const found = async (keyword: unknown) => (await page({ keyword })).list.map((row) => row.id).sort();
    expect(await found(low.body[called])).toEqual([top.id, middle.id, low.id].sort());
    expect(await found(top.body[called])).toEqual([top.id]);
    expect(await found('SIM 没有这一条')).toEqual([]);
    for (const { id } of [beside, low, middle, top]) await remove(id);
  });
}

/** R3 of a record whose writes take members of its rows that are no fields, as older clients send a row back. */
export function acceptedSuite({ call, create, one, remove }: SuiteKit): void {
  it('R3 a row that is sent back as it was read changes nothing but its version', async () => {
    const { id } = await create();
    const { version, lastModifyTime, ...before } = await one(id);
    await call('edit', { params: { id }, body: { ...before, lastModifyTime, version } });
    expect(await one(id)).toMatchObject({ ...before, version: version + 1 });
    await remove(id);
  });
}
