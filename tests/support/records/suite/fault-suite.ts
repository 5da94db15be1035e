import type { RawReply } from '@nephra/plugin-sdk/server';
import { readXlsx } from '@nephra/plugin-sdk/testing';
import { expect } from 'vitest';
import { it } from './rules/rule-tests.ts';
import { askedFor } from './filter/asked-for.ts';
import type { Body, Page, SuiteKit } from './suite-kit.ts';
import { bytesOf } from './workbooks.ts';

class SimulatedFault extends Error {}

/** R12 in full and R25: what a data scheme hides is nowhere, and a fault at the very end of a write leaves nothing of it. */
export function faultSuite({ record, host, by, node, called, call, refusal, sample, create, one, page, remove }: SuiteKit): void {
  it('R12 what a data scheme hides is in no list, count, search, workbook, and as if it did not exist', async () => {
    const { id, body } = await create();
    const hidden = { user: by, dataScope: (() => ({ kind: 'schemes', conditions: [], userAndBelow: [] })) as never };
    const list = async (query: Body = {}): Promise<Page> => {
      if (!record.whole) return await call<Page>('list', { query: { pageSize: 500, ...query }, ...hidden });
      const answer = await call<Page>('list', { params: { id: node }, query, ...hidden });
      return { ...answer, pagination: { total: answer.list.length } };
    };
    const seen = await list();
    const isHidden = !seen.list.some((row) => row.id === id);
    // A record without data rights of its own shows the same rows to everybody in the organisation; names of others' rows may be hidden.
    if (!isHidden) expect(seen.list.map((row) => row.id)).toEqual((await page()).list.map((row) => row.id));
    expect(seen.pagination.total).toBe(seen.list.length);
    expect((await list({ keyword: String(body[called]) })).list.some((row) => row.id === id)).toBe(!isHidden);
    // What code reads, code narrows by.
    for (const field of record.fields.filter((each) => !record.whole && record.filter.includes(each.name) && each.of.columns.length > 0))
      if (body[field.name] !== undefined && body[field.name] !== '')
        expect((await list({ [field.name]: askedFor(field, body[field.name]) })).list.some((row) => row.id === id)).toBe(!isHidden);
    for (const sidx of record.sort) expect((await list({ sidx, sort: 'desc' })).list.length).toBe(seen.list.length);
    if (record.acts.export) {
      const reply = await call<RawReply>('exportExcel', { query: { dataType: '1', selectKey: called }, ...hidden });
      expect((await readXlsx(await bytesOf(reply)))[0]?.rows.length).toBe(seen.list.length + 1);
    }
    const acts = (target: string) => [
      () => call('one', { params: { id: target }, ...hidden }),
      () => call('edit', { params: { id: target }, body: sample(), ...hidden }),
      ...(['state', 'remove'] as const).filter((act) => record.acts[act]).map((act) => () => call(act, { params: { id: target }, ...hidden })),
    ];
    if (isHidden) for (const [at, act] of acts(id).entries()) expect(await refusal(act())).toEqual(await refusal(acts('never')[at]?.() ?? Promise.resolve()));
    expect(await one(id)).toMatchObject({ version: 1 });
    await remove(id);
  });

  it('R25 a fault after everything is written, before the commit, leaves the rows, their lines and versions as they were', async () => {
    const { id, body } = await create();
    const state = async () => ({ list: await page(), one: await one(id) });
    const before = await state();
    const { audits } = host();
    const acts: readonly (() => Promise<unknown>)[] = [
      () => call('create', { body: sample() }),
      () =>
        call('edit', {
          params: { id },
          body: { ...sample(), ...Object.fromEntries(record.fields.filter(({ fixed }) => fixed).map(({ name }) => [name, body[name]])) },
        }),
      ...(['state', 'remove'] as const).filter((act) => record.acts[act]).map((act) => () => call(act, { params: { id } })),
    ];
    for (const act of acts) {
      let reached = 0;
      // The audit entry is the last thing that a write does.
      audits.push = () => {
        reached += 1;
        throw new SimulatedFault('the audit log is full');
      };
      try {
        await expect(act()).rejects.toBeInstanceOf(SimulatedFault);
      } finally {
        Reflect.deleteProperty(audits, 'push');
      }
      expect(reached).toBe(1);
      expect(await state()).toEqual(before);
    }
    await remove(id);
  });
}
