import { type RecordField, relationsByPath } from '@nephra/plugin-sdk/record';
import { expect } from 'vitest';
import { it } from './rules/rule-tests.ts';
import type { RelatedOfSuite } from './relation-suite.ts';
import type { Body, Row, SuiteKit } from './suite-kit.ts';
import { workbookOf, Workbooks } from './workbooks.ts';

type Line = Body & { readonly id: string };

export type SampleOf = (field: RecordField, nth: number) => unknown;
/** How values of a field are made up. */
interface Samples {
  readonly cellOf: (field: string) => SampleOf;
  readonly extreme: (field: RecordField) => { readonly beyond: unknown };
}

/** New lines, no two of them alike as far as the kinds of their cells allow. */
export const sampleLines = (cells: readonly RecordField[], sampleOf: SampleOf, count: number, nth: number): readonly Body[] =>
  Array.from({ length: count }, (_, at) => Object.fromEntries(cells.map((cell) => [cell.name, sampleOf(cell, nth * 1_000 + at)])));

/** A value that a cell refuses: too long, too much, too many. Undefined where its kind takes whatever has its shape. */
function faultOf(cells: readonly RecordField[], extreme: Samples['extreme']): readonly [name: string, value: unknown] | undefined {
  const cell = cells.find(({ kind, max, format }) => max !== undefined && !format && kind !== 'choices');
  return cell && [cell.name, extreme(cell).beyond];
}

/** R15 of a record with lines. */
export function linesSuite(kit: SuiteKit, { cellOf, extreme }: Samples, related: Readonly<Record<string, RelatedOfSuite>> = {}): void {
  const { record, host, by, outsider, called, call, create, one, page, remove, refusal, sample } = kit;
  const linesOf = (row: Row, name: string) => row[name] as readonly Line[];
  const without = (lines: readonly Line[]): Body[] => lines.map(({ id: _, ...values }) => values);

  it.each(record.fields.flatMap((field) => (field.cells ? [[field.name, field, field.cells] as const] : [])))('R15 %s', async (name, field, cells) => {
    const { max = 1, min = 0 } = field;
    let made = 500_000;
    const sampleOf = cellOf(name);
    const fresh = (): Body => {
      made += 1;
      return Object.fromEntries(cells.map((cell) => [cell.name, sampleOf(cell, made)]));
    };
    const many = (count: number): Body[] => Array.from({ length: count }, fresh);
    const save = (id: string, lines: readonly Body[], over: Body = {}) => call('edit', { params: { id }, body: { [name]: lines, ...over } });
    const count = Math.max(min, Math.min(max, 4));
    const { id, version } = await create({ [name]: many(count) });
    const first = linesOf(await one(id), name);
    expect(first).toHaveLength(count);
    expect(new Set(first.map((line) => line.id)).size).toBe(count);

    // One is changed, one goes, one comes, and all change places, in one save.
    const [top, ...rest] = first;
    const changed = { ...fresh(), id: first.at(-1)?.id ?? '' };
    const next = [changed, ...rest.slice(0, -1), ...(count > 1 ? [fresh()] : [])].slice(0, count);
    expect(await save(id, next, { version })).toEqual({ id, version: version + 1 });
    const second = linesOf(await one(id), name);
    expect(second).toMatchObject(next);
    if (count > 1) expect(second.map((line) => line.id)).not.toContain(top?.id);
    const entry = host().audits.at(-1)?.entry as { readonly before: Body; readonly after: Body };
    expect([entry.before[name], entry.after[name]].map((lines) => (lines as readonly Line[]).map((line) => line.id))).toEqual([
      first.map((line) => line.id),
      second.map((line) => line.id),
    ]);
    // Sent back as they are they stay as they are; so do those of a caller that knows nothing of lines.
    await save(id, second);
    const { [name]: _, ...older } = sample();
    await call('edit', { params: { id }, body: older });
    expect(linesOf(await one(id), name)).toEqual(second);
    if (record.acts.state) await call('state', { params: { id } });
    if (record.acts.state) await call('state', { params: { id } });
    const stays = await one(id);
    expect(linesOf(stays, name)).toEqual(second);
    expect((await page()).list.filter((row) => name in row)).toEqual([]);

    // A workbook has no lines, and takes none away.
    const { import: imported, export: exported } = record.acts;
    if (imported && exported) {
      const books = new Workbooks(kit);
      const {
        rows: [head = [], row = []],
      } = await books.exported({ selectKey: books.allFields(), keyword: String(stays[called]) });
      expect(head).not.toContain(field.label.zh);
      const renamed = row.map((text, at) => (record.fields.some((each) => each.name === called && each.label.zh === head[at]) ? `${text}改` : text));
      expect(await books.imported(await workbookOf([head, renamed]))).toMatchObject({ edited: 1, fnum: 0 });
      expect((await one(id))[called]).toBe(`${stays[called]}改`);
      await call('edit', { params: { id }, body: { [called]: stays[called] } });
      expect(linesOf(await one(id), name)).toEqual(second);
    }
    const before = await one(id);

    // What is wrong with the last line keeps all from being written.
    const fault = faultOf(cells, extreme);
    const reversed = [...second].reverse();
    if (fault && second.length > 0) {
      const wrong = [...reversed.slice(0, -1), { ...reversed.at(-1), [fault[0]]: fault[1] }];
      const error = (await save(id, wrong).catch((thrown: unknown) => thrown)) as {
        readonly key: string;
        readonly fields: readonly { path: string; msg: string }[];
      };
      expect(error.key).toBe('core.invalid');
      expect(error.fields.map(({ path }) => path)).toEqual([`${name}.${second.length - 1}.${fault[0]}`]);
      expect(error.fields[0]?.msg).toContain(`第 ${second.length} 行，${cells.find((cell) => cell.name === fault[0])?.label.zh}`);
    }
    expect((await refusal(save(id, many(max + 1)))).at).toEqual([name]);
    if (min > 0) expect((await refusal(save(id, many(min - 1)))).at).toEqual([name]);
    if (second[0] && max > 1) expect((await refusal(save(id, [second[0], second[0]]))).at).toEqual([name]);

    // A line of another row is none of this one's, whoever it belongs to; nobody learns more of it than of one that never was.
    const other = await create({ [name]: many(Math.max(min, 1)) });
    const [theirs] = linesOf(await one(other.id), name);
    const never = await refusal(save(id, [...second.slice(0, max - 1), { ...fresh(), id: 'never' }]));
    expect(never.key).toMatch(/not-found$/);
    expect(await refusal(save(id, [...second.slice(0, max - 1), { ...fresh(), id: theirs?.id }]))).toEqual(never);
    expect(await refusal(call('create', { body: sample({ [name]: [{ ...fresh(), id: theirs?.id }, ...many(Math.max(min - 1, 0))] }) }))).toEqual(never);
    expect(await one(id)).toEqual(before);
    expect(linesOf(await one(other.id), name)).toEqual([theirs, ...linesOf(await one(other.id), name).slice(1)]);

    // Others do not reach lines by any call of the record.
    if (outsider) {
      expect((await refusal(call('one', { params: { id }, user: outsider }))).key).toMatch(/not-found$/);
      expect((await refusal(call('edit', { params: { id }, body: { [name]: [] }, user: outsider }))).key).toMatch(/not-found$/);
    }
    const nothing: object = { dataScope: () => ({ kind: 'schemes', conditions: [], userAndBelow: [] }) };
    const hidden = await call<Row>('one', { params: { id }, user: by, ...nothing }).then(
      (row) => row,
      () => undefined,
    );
    // A record without data fields is not narrowed by schemes; what its lines name may be.
    const nameless = (row: Row) => ({ ...row, [name]: linesOf(row, name).map(({ labels: _labels, ...line }) => line) });
    if (hidden) expect(nameless(hidden)).toEqual(nameless(before));
    else expect((await refusal(call('edit', { params: { id }, body: { [name]: [] }, ...nothing }))).key).toMatch(/not-found$/);
    expect(await one(id)).toEqual(before);

    // A copy has lines of its own; what becomes of them is no matter of the first row.
    const copy = await create({ [name]: without(second) });
    const copied = linesOf(await one(copy.id), name);
    expect(without(copied)).toEqual(without(second));
    expect(copied.map((line) => line.id).filter((each) => second.some((line) => line.id === each))).toEqual([]);
    await remove(copy.id);
    expect(linesOf(await one(id), name)).toEqual(second);
    for (const row of [id, other.id]) await remove(row);
  });

  const cellRelations = [...relationsByPath(record.fields).keys()].filter((path) => path.includes('.'));
  it.each(cellRelations)('R10 R14 R15 %s answers names, offers rows, refuses what is not there at its line, and keeps what it names', async (path) => {
    const [lines = '', cell = ''] = path.split('.');
    const behind = related[path];
    if (!behind) throw new TypeError(`${record.name}: what stands behind ${path} is not said`);
    const offered = async (query: Body = {}) =>
      (
        await call<{ readonly list: readonly { readonly id: string; readonly fullName: string }[] }>('related', {
          query: { field: path, pageSize: 500, ...query },
        })
      ).list;
    const least = Math.max(1, record.fields.find(({ name }) => name === lines)?.min ?? 0);
    let made = 900_000;
    const naming = (id: string): Body[] =>
      Array.from({ length: least }, () => {
        made += 1;
        const cells = record.fields.find(({ name }) => name === lines)?.cells ?? [];
        return { ...Object.fromEntries(cells.map((each) => [each.name, cellOf(lines)(each, made)])), [cell]: id };
      });
    const target = await behind.make();
    const { id } = await create({ [lines]: naming(target) });
    const [row] = (await offered()).filter((each) => each.id === target);
    expect(row?.fullName).toBeTruthy();
    expect((await offered({ ids: `${target},never` })).map((each) => each.id)).toEqual([target]);
    expect(linesOf(await one(id), lines)[0]).toMatchObject({ [cell]: target, labels: { [cell]: row?.fullName } });

    const told = async (named: string) => {
      const error = (await call('create', { body: sample({ [lines]: naming(named) }) }).catch((thrown: unknown) => thrown)) as {
        readonly key: string;
        readonly fields: readonly { readonly path: string; readonly msg: string }[];
      };
      return [error.key, error.fields?.[0]?.path, error.fields?.[0]?.msg];
    };
    const never = await told('never');
    expect(never).toEqual(['core.invalid', `${lines}.0.${cell}`, expect.stringMatching(/^第 1 行，./)]);
    const gone = await behind.make();
    await behind.remove(gone);
    const outside = await behind.foreign();
    for (const hidden of [gone, outside]) expect(await told(hidden)).toEqual(never);
    expect((await offered()).map((each) => each.id)).not.toContain(outside);

    const refusesRemove = relationsByPath(record.fields).get(path)?.onRemove !== 'keep';
    if (refusesRemove) {
      expect((await refusal(behind.remove(target))).key).toBe('core.record-in-use');
      for (let round = 0; round < 5; round += 1) {
        const wanted = await behind.make();
        const [written, dropped] = await Promise.allSettled([create({ [lines]: naming(wanted) }), behind.remove(wanted)]);
        expect([written.status, dropped.status].filter((status) => status === 'fulfilled')).toHaveLength(1);
        if (written.status === 'fulfilled') {
          await remove(written.value.id);
          await behind.remove(wanted);
        }
      }
    }
    if (behind.disable) {
      await behind.disable(target);
      expect(await told(target)).toEqual(never);
      // What stands there stays.
      await call('edit', { params: { id }, body: { [lines]: linesOf(await one(id), lines) } });
      expect(linesOf(await one(id), lines)[0]).toMatchObject({ [cell]: target });
    }
    await remove(id);
    await behind.remove(target);
  });
}
