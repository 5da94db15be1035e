import { columnRight, type RecordField } from '@nephra/plugin-sdk/record';
import type { RawReply } from '@nephra/plugin-sdk/server';
import { readXlsx } from '@nephra/plugin-sdk/testing';
import { expect } from 'vitest';
import { it } from './rules/rule-tests.ts';
import { askedFor } from './filter/asked-for.ts';
import type { Body, Page, Row, SuiteKit } from './suite-kit.ts';
import { bytesOf, type Preview, workbookOf } from './workbooks.ts';

/** R13 of fields that only whoever holds the right of their column sees. */
export function withheldSuite({ record, host, by, call, refusal, sample, create, one, page, remove, called }: SuiteKit): void {
  const fields = record.fields.filter(({ withheld }) => withheld);
  const names = fields.map(({ name }) => name);
  const rights = fields.map((field) => columnRight(record, field));
  /** Somebody with every right but those. */
  const without = { user: by, can: (code: string) => !rights.includes(code) };
  const known = (body: Body): Body => Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
  const forbidden = (at: string) => ({ key: 'core.forbidden', at: [at] });

  it('R13 what is withheld stands in no answer: neither list nor one, neither names nor sums', async () => {
    const { id, body } = await create();
    const rows = (await call<Page>('list', { query: { pageSize: 500 }, ...without })).list;
    const row = rows.find((each) => each.id === id);
    const whole = await call<Row>('one', { params: { id }, ...without });
    for (const answer of [row, whole]) {
      expect(answer).toMatchObject({ id, [called]: body[called] });
      for (const name of names)
        expect([name, Object.hasOwn(answer ?? {}, name), Object.hasOwn((answer?.labels ?? {}) as object, name)]).toEqual([name, false, false]);
    }
    expect(rows.map((each) => each.id)).toEqual((await page()).list.map((each) => each.id));
    const { totals = {} } = (await call('list', { query: {}, ...without })) as { readonly totals?: object };
    expect(Object.keys(totals)).toEqual(record.totals.filter((name) => !names.includes(name)));
    expect(await one(id)).toMatchObject(Object.fromEntries(names.map((name) => [name, body[name]])));
    await remove(id);
  });

  it('R13 nobody narrows or sorts by what they do not see', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 4; at += 1) ids.push((await create()).id);
    const order = async (query: Body) => (await call<Page>('list', { query: { pageSize: 500, ...query }, ...without })).list.map((each) => each.id);
    for (const name of names.filter((each) => record.sort.includes(each)))
      for (const sort of ['asc', 'desc']) expect(await order({ sidx: name, sort })).toEqual(await order({}));
    for (const field of fields.filter(({ name }) => record.filter.includes(name))) {
      const { name } = field;
      const value = String(askedFor(field, sample()[name]));
      expect(await refusal(call('list', { query: { [name]: value }, ...without }))).toEqual(forbidden(name));
      if (record.acts.export) expect(await refusal(call('exportExcel', { query: { [name]: value }, ...without }))).toEqual(forbidden(name));
    }
    for (const { name, kind } of fields)
      if (kind === 'relation') expect((await refusal(call('related', { query: { field: name }, ...without }))).key).toBe('core.forbidden');
    for (const id of ids) await remove(id);
  });

  it.runIf(record.acts.edit)('R13 whoever does not see a value cannot set it, and saves without harming it', async () => {
    const { id, body } = await create();
    const next = known({ ...sample(), ...Object.fromEntries(record.fields.filter(({ fixed }) => fixed).map(({ name }) => [name, body[name]])) });
    for (const name of names) {
      const given = { ...next, [name]: sample()[name] };
      expect(await refusal(call('edit', { params: { id }, body: given, ...without }))).toEqual(forbidden(name));
      expect(await refusal(call('create', { body: given, ...without }))).toEqual(forbidden(name));
    }
    expect(await one(id)).toMatchObject({ version: 1 });
    await call('edit', { params: { id }, body: next, ...without });
    expect(await one(id)).toMatchObject({ ...Object.fromEntries(names.map((name) => [name, body[name]])), version: 2 });
    const added = await call<{ readonly id: string }>('create', { body: known(sample()), ...without });
    const initial = ({ name, initial: first, of }: RecordField) => [name, first ?? of.empty];
    const plain = fields.filter(({ when, value, numbered }) => !when && !value && !numbered);
    expect(await one(added.id)).toMatchObject(Object.fromEntries(plain.map(initial)));
    await remove(added.id);
    await remove(id);
  });

  it.runIf(record.acts.export)('R13 no workbook has its column, whatever is asked for', async () => {
    const { id } = await create();
    const selectKey = record.fields.map(({ name }) => name).join(',');
    const reply = await call<RawReply>('exportExcel', { query: { dataType: '1', selectKey }, ...without });
    const sheets = await readXlsx(await bytesOf(reply));
    for (const { rows } of sheets) for (const { label } of fields) expect(rows[0]).not.toContain(label.zh);
    expect(sheets[0]?.rows.length).toBeGreaterThan(1);
    await remove(id);
  });

  it.runIf(record.acts.import && fields.some(({ of }) => !of.shownOnly))('R13 an import offers no such column, and refuses one', async () => {
    const [field] = fields.filter(({ of, value }) => !of.shownOnly && !value);
    const template = (await readXlsx(await bytesOf(await call<RawReply>('template', without))))[0]?.rows[0] ?? [];
    for (const { label } of fields) expect(template).not.toContain(label.zh);
    const key = record.fields.find(({ name }) => name === record.acts.import?.key);
    const content = await workbookOf([
      [key?.label.zh ?? '', field?.label.zh ?? ''],
      ['SIM.withheld', '1'],
    ]);
    const { files } = host().requestContext(record.plugin, { user: by });
    const file = { name: 'rows.xlsx', size: content.length, extension: 'xlsx', save: (type: string) => files.save({ name: 'rows.xlsx', type, content }) };
    const { name: fileName } = await call<{ readonly name: string }>('upload', { body: { file, fields: {} }, ...without });
    const { dataRow, missing } = await call<Preview>('preview', { query: { fileName }, ...without });
    expect(dataRow[0]?.errors.map((error) => error.field)).toContain(field?.name);
    for (const { label } of fields) expect(missing).not.toContain(label.zh);
  });
}
