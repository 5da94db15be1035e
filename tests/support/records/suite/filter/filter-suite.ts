import { filterWay, type RecordField } from '@nephra/plugin-sdk/record';
import type { RawReply } from '@nephra/plugin-sdk/server';
import { readXlsx } from '@nephra/plugin-sdk/testing';
import { expect } from 'vitest';
import { it } from '../rules/rule-tests.ts';
import type { Body, Page, Row, SuiteKit } from '../suite-kit.ts';
import { bytesOf } from '../workbooks.ts';

/** Whether a row should be found, told without a database. */
type Found = (value: unknown) => boolean;
type Case = readonly [asked: string, found: Found];

const wayOf = ({ kind, of }: RecordField) => filterWay(kind, of);

/** Days, months and numbers in their order; nothing lies nowhere. */
const isEmpty = (value: unknown): boolean => value === '' || value === null || value === undefined;
const notBefore = (value: unknown, end: unknown): boolean => !isEmpty(value) && (value as string) >= (end as string);
const notAfter = (value: unknown, end: unknown): boolean => !isEmpty(value) && (value as string) <= (end as string);

const rangesAround = (end: unknown): readonly Case[] =>
  isEmpty(end)
    ? []
    : [
        [`${end},${end}`, (value) => value === end],
        [`${end},`, (value) => notBefore(value, end)],
        [`,${end}`, (value) => notAfter(value, end)],
        [',', () => true],
      ];

const textOf = (value: unknown): string =>
  ((value as { readonly ops: readonly { readonly insert: unknown }[] } | null)?.ops ?? [])
    .map(({ insert }) => (typeof insert === 'string' ? insert : ''))
    .join('');

/** Queries for a field and what they should find, made of the rows that are there. */
function casesOf(field: RecordField, rows: readonly Row[]): readonly Case[] {
  const values = rows.map((row) => row[field.name]);
  switch (wayOf(field)) {
    case 'range':
      return values.slice(0, 3).flatMap(rangesAround);
    case 'several': {
      const [one = '', other = ''] = (field.choices ?? []).map(({ value }) => value);
      const has =
        (...chosen: readonly string[]): Found =>
        (value) =>
          chosen.some((choice) => (value as readonly string[]).includes(choice));
      return [
        [one, has(one)],
        [`${one},${other}`, has(one, other)],
        ['nothing is called so', () => false],
      ];
    }
    default: {
      const word = textOf(values.find((value) => textOf(value).trim() !== ''))
        .trim()
        .slice(0, 4);
      return [
        ['1', (value) => textOf(value).trim() !== ''],
        ['0', (value) => textOf(value).trim() === ''],
        [`~${word}`, (value) => textOf(value).includes(word)],
        ['~nothing says so', () => false],
      ];
    }
  }
}

const ids = (rows: readonly Row[]): string[] => rows.map(({ id }) => id).toSorted();

/** R12 of fields that lists are narrowed by in ranges, by several choices or by words: in the list, its count and its workbook, for one's own rows alone. */
export function filterSuite({ record, outsider, call, refusal, create, page, remove, called }: SuiteKit): void {
  const fields = record.fields.filter((field) => record.filter.includes(field.name) && ['range', 'several', 'words'].includes(wayOf(field) ?? ''));

  it.runIf(fields.length > 0)('R12 a list is narrowed to what lies in a range, has a choice or says words', async () => {
    const made: string[] = [];
    for (let at = 0; at < 4; at += 1) made.push((await create()).id);
    const all = (await page()).list;
    for (const field of fields) {
      const { name, kind } = field;
      const cases = casesOf(field, all);
      expect([name, cases.length]).not.toEqual([name, 0]);
      for (const [asked, isFound] of cases) {
        const wanted = ids(all.filter((row) => isFound(row[name])));
        const answer = await page({ [name]: asked });
        expect([name, asked, ids(answer.list), answer.pagination.total]).toEqual([name, asked, wanted, wanted.length]);
      }
      const [[asked, isFound]] = cases as readonly [Case];
      if (outsider && !record.whole) {
        const theirs = await call<Page>('list', { query: { pageSize: 500, [name]: asked }, user: outsider });
        expect(ids(theirs.list).filter((id) => made.includes(id))).toEqual([]);
      }
      if (record.acts.export) {
        const reply = await call<RawReply>('exportExcel', { query: { dataType: '1', selectKey: called, [name]: asked } as Body });
        expect((await readXlsx(await bytesOf(reply)))[0]?.rows.length).toBe(all.filter((row) => isFound(row[name])).length + 1);
      }
      if (wayOf(field) === 'range')
        for (const none of ['5', 'x,', '1,2,3', ...(kind === 'day' ? ['2026-02-31,'] : [])])
          expect(await refusal(page({ [name]: none }))).toMatchObject({ at: [name] });
    }
    for (const id of made) await remove(id);
  });
}
