import { importedFields, needOf } from '@nephra/plugin-sdk/record';
import type { RawReply } from '@nephra/plugin-sdk/server';
import { readXlsx } from '@nephra/plugin-sdk/testing';
import { expect } from 'vitest';
import { it } from './rules/rule-tests.ts';
import { effort, seedOfRun } from '../../cases/effort.ts';
import { statementsOf } from '../../count-statements.ts';
import { type Body, COUNTED_ROWS, HOSTILE, LANGUAGES, speaking, type SuiteKit, type User } from './suite-kit.ts';
import { bytesOf, type PreviewRow, workbookOf, Workbooks } from './workbooks.ts';

/** As the page sends them. */
const ROWS_PER_CALL = 250;
/** `npm test` sends more than one call of rows for every third record, others with every seed, and a few rows for the rest. */
const RECORDS_IN_TURN = 3;
const [MANY_ROWS, FEW_ROWS, ALL_ROWS] = [300, 60, 10_000] as const;

/** Whether it is the turn of this record. */
const isInTurn = (name: string): boolean => ([...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) + seedOfRun) % RECORDS_IN_TURN === 0;
const LONG_MS = 600_000;
const plain = (heading: string | undefined): string => (heading ?? '').replace('*', '');

/**
 * R20, R22, R23 and R11 of records that are imported.
 * @param key field by which rows are found
 */
export function importSuite(kit: SuiteKit, key: string): void {
  const { record, host, by, called, call, create, one, page, remove, refusal, sample } = kit;
  const books = new Workbooks(kit);
  const label = (name: string): string => record.fields.find((field) => field.name === name)?.label.zh ?? '';
  /** What a new row leaves to the server. */
  const isNumbered = (heading = ''): boolean => record.fields.some(({ numbered, label: of }) => numbered && of.zh === heading);
  const versions = async () => (await page()).list.map(({ id, version }) => [id, version]);
  const UNCHANGED = { created: 0, edited: 0, fnum: 0 };

  it('R22 what was exported is imported as no change, in each language and in each order of columns', async () => {
    const ids: string[] = [];
    // One of them is nothing but spaces, which is no value where one must stand.
    const texts = record.fields.filter(({ kind, name, required }) => kind === 'note' && !required && name !== called).map(({ name }) => name);
    for (const hostile of HOSTILE)
      ids.push(
        (await create({ [called]: `${hostile}${sample()[called]}`, ...Object.fromEntries(texts.map((name) => [name, `  ${hostile}\r\n${hostile} `])) })).id,
      );
    const before = await versions();
    for (const language of LANGUAGES) {
      const user = speaking(by, language);
      const { rows } = await books.exported({ selectKey: books.allFields() }, user);
      const audits = host().audits.length;
      for (const sheet of [rows, rows.map((row) => [...row].reverse())]) {
        // Read by somebody who speaks another language.
        const { dataRow, unknown, missing } = await books.preview(await workbookOf(sheet));
        expect([unknown, missing]).toEqual([[], []]);
        expect(dataRow.map(({ act, errorsInfo }) => [act, errorsInfo])).toEqual(dataRow.map(() => ['keep', '']));
        expect(await books.send(dataRow)).toMatchObject({ ...UNCHANGED, snum: before.length, unchanged: before.length, resultType: 0 });
      }
      // Upload, preview and import of each of the two sheets, and no row.
      expect(
        host()
          .audits.slice(audits)
          .filter(({ entry }) => entry.subjectId !== undefined),
      ).toEqual([]);
    }
    // As the button of the page does it.
    expect(await books.imported(await workbookOf((await books.exported()).rows))).toMatchObject(UNCHANGED);
    expect(await versions()).toEqual(before);
    for (const id of ids) await remove(id);
  });

  it('R22 columns that are missing keep what stands, unknown ones are told, doubled ones and a missing key are refused', async () => {
    const { id, body } = await create();
    const head = [label(key), label(called)];
    const cells = [String(body[key]), `改${body[called]}`];
    const preview = await books.preview(
      await workbookOf([
        [...head, '奇怪'],
        [...cells, 'x'],
      ]),
    );
    expect(preview.unknown).toEqual(['奇怪']);
    expect(preview.missing).toEqual(
      importedFields(record)
        .filter(({ name }) => name !== key && name !== called)
        .map((field) => field.label.zh),
    );
    expect(await books.send(preview.dataRow)).toMatchObject({ created: 0, edited: 1, unchanged: 0, fnum: 0 });
    expect(await one(id)).toMatchObject({ ...body, [called]: cells[1], version: 2 });
    expect(
      host()
        .audits.filter(({ entry }) => entry.subjectId === id)
        .at(-1)?.entry,
    ).toMatchObject({ before: expect.anything(), after: expect.anything() });
    expect(
      await refusal(
        books.preview(
          await workbookOf([
            [...head, `${label(called)}*`],
            [...cells, 'x'],
          ]),
        ),
      ),
    ).toMatchObject({ key: 'core.import-doubled' });
    expect(await refusal(books.preview(await workbookOf([[label(called)], ['x']])))).toMatchObject({ key: 'core.import-no-key' });
    expect(await refusal(books.preview(await workbookOf([head])))).toMatchObject({ key: 'core.import-empty' });
    await remove(id);
  });

  it('R22 the template has a column for each field, and what was not filled in is not imported', async () => {
    for (const language of LANGUAGES) {
      const content = await bytesOf(await call<RawReply>('template', { user: speaking(by, language) }));
      const [sheet, explain] = await readXlsx(content);
      expect(sheet?.rows[0]?.map(plain)).toEqual(importedFields(record).map((field) => field.label[language]));
      expect(explain?.rows.slice(1).map(([column, , meaning]) => [column, meaning !== ''])).toEqual(
        importedFields(record).map((field) => [field.label[language], true]),
      );
      expect(await refusal(books.preview(content))).toMatchObject({ key: 'core.import-empty' });
    }
  });

  const many = effort(`rows of an import, ${record.name}`, isInTurn(record.name) ? MANY_ROWS : FEW_ROWS, ALL_ROWS);
  it(
    `R23 R29 of ${many} rows the wrong ones are named, the rest is in once; mended they are in, too`,
    async () => {
      const model = await create();
      const [head = [], cells = []] = (await books.exported({ selectKey: books.allFields(), keyword: model.body[called] })).rows;
      await remove(model.id);
      const { total } = (await page()).pagination;
      const at = (name: string) => head.indexOf(label(name));
      const row = (nth: number) =>
        cells.map((text, column) => (column === at(key) ? `SIM.I${nth}` : column === at(called) ? `导入 ${nth}` : isNumbered(head[column]) ? '' : text));
      const rows = Array.from({ length: many }, (_, nth) => row(nth));
      const keyed = record.fields.find(({ name }) => name === key);
      const candidates: readonly (readonly [nth: number, name: string, text: string])[] = [
        [3, key, keyed?.kind === 'code' ? '不行！' : 'x'.repeat((keyed?.max ?? 0) + 1)],
        [Math.floor(many / 2), 'sortCode', '三'],
        [many - 1, 'enabledMark', '也许'],
      ];
      const wrong = candidates.filter(([, name]) => record.fields.some((field) => field.name === name));
      for (const [nth, name, text] of wrong) (rows[nth] as string[])[at(name)] = text;
      const { dataRow } = await books.preview(await workbookOf([head, ...rows]));
      expect(dataRow.flatMap(({ errors }, nth) => errors.map(({ field }) => [nth, field]))).toEqual(wrong.map(([nth, name]) => [nth, name]));
      for (const [nth, name, text] of wrong) expect(dataRow[nth]?.errorsInfo).toMatch(name === key ? label(name) : text);
      const audits = host().audits.length;
      const send = async () => {
        const sums = { created: 0, edited: 0, unchanged: 0, fnum: 0 };
        const failed: (typeof dataRow)[number][] = [];
        for (let from = 0; from < many; from += ROWS_PER_CALL) {
          const result = await books.send(dataRow.slice(from, from + ROWS_PER_CALL));
          for (const name of ['created', 'edited', 'unchanged', 'fnum'] as const) sums[name] += result[name];
          failed.push(...result.failResult);
        }
        return { sums, failed };
      };
      const { sums, failed } = await send();
      expect(sums).toEqual({ created: many - wrong.length, edited: 0, unchanged: 0, fnum: wrong.length });
      expect((await page()).pagination.total).toBe(total + many - wrong.length);
      const written = () =>
        host()
          .audits.slice(audits)
          .filter(({ entry }) => entry.subjectId !== undefined);
      expect(written().map(({ entry }) => [entry.subject, entry.before])).toEqual(Array.from({ length: many - wrong.length }, () => [record.subject, null]));
      // The answer was lost: the same list comes again.
      expect((await send()).sums).toEqual({ created: 0, edited: 0, unchanged: many - wrong.length, fnum: wrong.length });
      expect(written()).toHaveLength(many - wrong.length);
      expect((await page()).pagination.total).toBe(total + many - wrong.length);

      const list = failed.map(({ act: _act, errors: _errors, errorsInfo: _info, imported: _imported, ...sent }) => sent);
      const [errors] = await readXlsx(await bytesOf(await call<RawReply>('exportErrors', { body: { list } })));
      const [told = [], ...wrongRows] = errors?.rows ?? [];
      expect(wrongRows).toHaveLength(wrong.length);
      for (const [nth, [, name]] of wrong.entries()) expect(wrongRows[nth]?.[0]).toContain(label(name));
      const mended = wrongRows.map((texts, nth) =>
        texts.map((text, column) =>
          plain(told[column]) === label(wrong[nth]?.[1] ?? '') ? (row(wrong[nth]?.[0] ?? 0)[at(wrong[nth]?.[1] ?? '')] ?? '') : text,
        ),
      );
      expect(await books.imported(await workbookOf([told, ...mended]))).toMatchObject({ created: wrong.length, edited: 0, fnum: 0 });
      expect((await page()).pagination.total).toBe(total + many);
      await expectFastList(kit);
      for (let left = many; left > 0; ) {
        const { list: some } = await page({ keyword: 'SIM.I' });
        for (const { id } of some) await remove(id);
        left -= some.length;
        if (some.length === 0) break;
      }
      expect((await page()).pagination.total).toBe(total);
    },
    LONG_MS,
  );

  it('R23 a row that stands in the sheet twice is written once, and one that somebody changed meanwhile is not written over', async () => {
    const { id, body } = await create();
    const head = [label(key), label(called)];
    const { dataRow } = await books.preview(await workbookOf([head, [String(body[key]), `甲${body[called]}`], [String(body[key]), `乙${body[called]}`]]));
    expect(dataRow.map(({ act, errors }) => [act, ...errors.map(({ field }) => field)])).toEqual([['edit'], ['', key]]);
    expect(await books.send(dataRow)).toMatchObject({ edited: 1, fnum: 1 });
    expect(await one(id)).toMatchObject({ [called]: `甲${body[called]}`, version: 2 });
    // Sent again after somebody changed it: the key of the row knows that it was written.
    await call('edit', { params: { id }, body: { [called]: `丙${body[called]}` } });
    expect(await books.send(dataRow.slice(0, 1))).toMatchObject({ edited: 0, unchanged: 1 });
    expect(await one(id)).toMatchObject({ [called]: `丙${body[called]}`, version: 3 });
    await remove(id);
  });

  it('R23 an import that ends in the middle is finished by the next one, each row once', async () => {
    const model = await create();
    const [head = [], cells = []] = (await books.exported({ selectKey: books.allFields(), keyword: model.body[called] })).rows;
    await remove(model.id);
    const at = (name: string) => head.indexOf(label(name));
    const rows = Array.from({ length: 4 }, (_, nth) =>
      cells.map((text, column) => (column === at(key) ? `SIM.M${nth}` : column === at(called) ? `中断 ${nth}` : isNumbered(head[column]) ? '' : text)),
    );
    const { dataRow } = await books.preview(await workbookOf([head, ...rows]));
    const { total } = (await page()).pagination;
    const { audits } = host();
    let written = 0;
    // The third row is stored; nobody hears of it, and what would have followed is lost.
    audits.push = (...told) => {
      written += told.filter(({ entry }) => entry.subjectId !== undefined).length;
      if (written === 3) throw new Error('the server went away');
      return Array.prototype.push.apply(audits, told);
    };
    try {
      await expect(books.send(dataRow)).rejects.toThrow('the server went away');
    } finally {
      Reflect.deleteProperty(audits, 'push');
    }
    expect((await page()).pagination.total).toBe(total + 3);
    expect(await books.send(dataRow)).toMatchObject({ created: 1, edited: 0, unchanged: 3, fnum: 0 });
    const { list } = await page({ keyword: '中断' });
    expect(list.map((row) => row[called]).toSorted()).toEqual(rows.map((row) => row[at(called)]));
    for (const { id } of list) await remove(id);
  });

  it(`R20 a preview asks the database as often for ${COUNTED_ROWS} rows as for one`, async () => {
    const model = await create();
    const { rows } = await books.exported({ selectKey: books.allFields(), keyword: model.body[called] });
    const [head = [], cells = []] = rows;
    const asked: number[] = [];
    for (const many of [1, COUNTED_ROWS]) {
      const sheet = Array.from({ length: many }, (_, nth) => cells.map((text, column) => (head[column] === label(key) && nth > 0 ? `SIM.S${nth}` : text)));
      const fileName = await books.uploaded(await workbookOf([head, ...sheet]));
      asked.push((await statementsOf(() => call('preview', { query: { fileName } }))).length);
    }
    expect(asked).toEqual([asked[0], asked[0]]);
    expect(asked[0]).toBeGreaterThan(0);
    await remove(model.id);
  });

  it('an import is somebody’s own, and writes what its reader may write', async () => {
    const made = await create();
    const fileName = await books.uploaded(await workbookOf([[label(key)], [String(made.body[key])]]));
    expect(await refusal(call('preview', { query: { fileName }, user: { ...by, userId: 'somebody' } }))).toMatchObject({ key: 'core.file-missing' });
    const lacking = (act: 'create' | 'edit') => ({ can: (asked: string) => `perm:${asked}` !== needOf(record, act) });
    const refused = { created: 0, edited: 0, fnum: 1, failResult: [{ errors: [{ field: '' }] }] };
    const rows = async (text: string) =>
      (
        await books.preview(
          await workbookOf([
            [label(key), label(called)],
            [text, `不行${made.body[called]}`],
          ]),
        )
      ).dataRow;
    const [edit] = await rows(String(made.body[key]));
    const list = (row: PreviewRow | undefined) => ({ body: { list: [{ [key]: row?.[key], [called]: row?.[called] }] } });
    expect(await call('importData', { ...list(edit), ...lacking('edit') })).toMatchObject(refused);
    expect(await one(made.id)).toMatchObject({ version: 1 });
    const whole = { body: { list: [await wholeRow(kit, books)] } };
    expect(await call('importData', { ...whole, ...lacking('create') })).toMatchObject(refused);
    expect(await call('importData', whole)).toMatchObject({ created: 1 });
    for (const { id } of (await page({ keyword: '行权' })).list) await remove(id);
    await remove(made.id);
  });

  it.runIf(kit.outsider)('R11 for another organisation rows are as if they did not exist: neither changed nor told', async () => {
    const { id, body } = await create();
    const user = kit.outsider as User;
    const [head = [], cells = []] = (await books.exported({ selectKey: books.allFields(), keyword: body[called] })).rows;
    const sheet = (name: string) => workbookOf([head, cells.map((text, at) => (head[at] === label(key) ? name : text))]);
    const told = async (name: string) => {
      const { dataRow } = await books.preview(await sheet(name), user);
      // Another text may say the same as the key.
      return JSON.stringify(dataRow.map(({ rowKey: _, ...row }) => ({ ...row, [key]: row[key] === name })));
    };
    expect(await told(String(body[key]))).toBe(await told('SIM.never'));
    const { dataRow } = await books.preview(await sheet(String(body[key])), user);
    await books.send(dataRow, user);
    expect(await one(id)).toMatchObject({ ...body, version: 1 });
    await remove(id);
  });
}

/** What a page of the list may take on the server, however many rows there are. */
const LIST_MS = 200;
/** The shortest of so many: other work of the computer is none of the list's. */
const TRIES = 5;

/** R29: the first page, the last one, each order and each search of a list are there at once. */
async function expectFastList({ record, page }: SuiteKit): Promise<void> {
  const { total } = (await page()).pagination;
  const asked: readonly Body[] = [
    {},
    { currentPage: Math.ceil(total / 20) },
    ...record.sort.flatMap((sidx) => [
      { sidx, sort: 'asc' },
      { sidx, sort: 'desc' },
    ]),
    { keyword: 'SIM.I1' },
    { keyword: '导入' },
    { keyword: 'nothing has this' },
  ];
  for (const query of asked) {
    const took: number[] = [];
    for (let at = 0; at < TRIES; at += 1) {
      const from = performance.now();
      await page({ pageSize: 20, ...query });
      took.push(performance.now() - from);
    }
    // waits: the shortest of five, many times what it takes
    expect(Math.min(...took), JSON.stringify(query)).toBeLessThan(LIST_MS);
  }
}

/** A row that a new record is made from. */
async function wholeRow({ record, called, create, remove }: SuiteKit, books: Workbooks): Promise<Body> {
  const model = await create();
  const { rows } = await books.exported({ selectKey: books.allFields(), keyword: model.body[called] });
  await remove(model.id);
  const given = importedFields(record).filter(({ numbered }) => !numbered);
  const texts = given.map(({ name, label }) => [name, rows[1]?.[rows[0]?.indexOf(label.zh) ?? -1] ?? '']);
  return { ...Object.fromEntries(texts), [called]: `行权 ${model.body[called]}` };
}
