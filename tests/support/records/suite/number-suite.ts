import type { RawReply } from '@nephra/plugin-sdk/server';
import { expect } from 'vitest';
import { it } from './rules/rule-tests.ts';
import type { SuiteKit } from './suite-kit.ts';
import { workbookOf, Workbooks } from './workbooks.ts';

const MANY = 8;

/**
 * R26 of a record with numbered fields, over a host that counts in the database (`countInDatabase`).
 * @param unique fields of which no two rows have one value; one that nobody numbers lets a write fail late
 */
export function numberSuite({ record, by, host, called, call, create, one, remove, refusal, sample, ...rest }: SuiteKit, unique: readonly string[]): void {
  const numbered = record.fields.filter((field) => field.numbered);
  const books = new Workbooks({ record, by, host, called, call, create, one, remove, refusal, sample, ...rest });
  /** Prefix, day and count of a row's number; the day does not change while the suite runs. */
  const countOf = async (id: string, name: string): Promise<number> => {
    const { prefix = '', date, digits = 1 } = numbered.find((field) => field.name === name)?.numbered ?? {};
    const number = String((await one(id))[name]);
    expect(number.startsWith(prefix)).toBe(true);
    const count = number.slice(prefix.length + (date?.length ?? 0));
    expect(count).toMatch(/^\d+$/);
    expect(count.length).toBeGreaterThanOrEqual(digits);
    return Number(count);
  };

  it.each(numbered.map(({ name }) => name))('R26 %s counts on, gives two at once two, and none a second time', async (name) => {
    const first = await create();
    const start = await countOf(first.id, name);
    const made = await Promise.all(Array.from({ length: MANY }, () => create()));
    const counts = await Promise.all(made.map(({ id }) => countOf(id, name)));
    expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: MANY }, (_, at) => start + 1 + at));
    for (const { id } of made) await remove(id);
    const next = await create();
    expect(await countOf(next.id, name)).toBe(start + MANY + 1);
    for (const { id } of [first, next]) await remove(id);
  });

  it.each(numbered.map(({ name }) => name))('R26 %s leaves no gap by what is refused, previewed or tried', async (name) => {
    const free = unique.find((each) => !numbered.some((field) => field.name === each));
    const { id, body } = await create();
    const before = await countOf(id, name);
    if (free !== undefined) expect((await refusal(create({ [free]: body[free] }))).at).toEqual([free]);
    const { import: imported } = record.acts;
    if (imported && free !== undefined) {
      const { rows } = await books.exported({ selectKey: books.allFields(), keyword: body[called] });
      const [head = [], cells = []] = rows;
      const own = (heading = ''): boolean => numbered.some(({ label }) => label.zh === heading);
      const fresh = cells.map((text, at) => (own(head[at]) ? '' : text === String(body[imported.key]) ? `SIM.${record.name.length}N` : text));
      const { dataRow } = await books.preview(await workbookOf([head, fresh]));
      expect(dataRow.map(({ act, errorsInfo }) => [act, errorsInfo])).toEqual([['create', '']]);
      expect(dataRow[0]?.[name]).toBe('');
      const list = dataRow.map(({ act: _act, errors: _errors, errorsInfo: _info, imported: _imported, ...row }) => row);
      expect((await refusal(call<RawReply>('exportErrors', { body: { list } }))).key).toBe('core.import-no-errors');
    }
    const next = await create();
    expect(await countOf(next.id, name)).toBe(before + 1);
    for (const row of [id, next.id]) await remove(row);
  });

  it.each(numbered.map((field) => [field.name, field] as const))(
    'R26 %s is given by the server alone, or taken where it may be typed',
    async (name, { numbered: rule }) => {
      const { id } = await create();
      const number = (await one(id))[name];
      if (!rule?.mayBeTyped) {
        expect((await refusal(create({ [name]: 'SIM.OWN' }))).at).toEqual([name]);
        expect((await refusal(call('edit', { params: { id }, body: { ...sample(), [name]: 'SIM.OWN' } }))).at).toEqual([name]);
        expect((await refusal(call('edit', { params: { id }, body: { ...sample(), [name]: '' } }))).at).toEqual([name]);
        await call('edit', { params: { id }, body: { ...sample(), [name]: number } });
        expect(await one(id)).toMatchObject({ [name]: number, version: 2 });
        await remove(id);
        return;
      }
      const typed = await create({ [name]: 'SIM.OWN' });
      expect(await one(typed.id)).toMatchObject({ [name]: 'SIM.OWN' });
      expect((await refusal(call('edit', { params: { id }, body: { ...sample(), [name]: '' } }))).at).toEqual([name]);
      // One that was typed before its turn comes is passed over.
      const count = await countOf(id, name);
      const ahead = await create({ [name]: String(number).replace(/\d+$/, (digits) => String(Number(digits) + 1).padStart(digits.length, '0')) });
      const next = await create();
      expect(await countOf(next.id, name)).toBe(count + 2);
      for (const row of [id, typed.id, ahead.id, next.id]) await remove(row);
    },
  );
}
