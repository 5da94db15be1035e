import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort, propertyCases, seedOfRun } from '../../../../tests/support/cases/effort.ts';
import { productRecords } from '../../../../tests/support/records/product-records.ts';
import { recordDocuments } from '../../../../tests/support/records/record-arbitrary.ts';
import { runRecordSource } from '../../../../tests/support/records/run-record-source.ts';
import { canonicalJson } from '../../../contract/index.ts';
import * as recordModule from '../../../contract/record/index.ts';
import { recordDocument } from '../../../contract/record/record-document.ts';
import { recordHash } from '../document/record-hash.ts';
import { printRecord } from './print-record.ts';

type Record = recordModule.AnyRecord;
const { compileRecord, defineRecord, field, STANDARD_FIELDS, shown } = recordModule;

/** The compiled record without what it was compiled from. */
const compiled = ({ document: _, ...record }: Record): string => canonicalJson(record);

function expectLaw(document: recordModule.RecordDocument): void {
  const source = printRecord(document);
  const [before, after] = [compileRecord(document), runRecordSource(source)];
  expect(compiled(after)).toBe(compiled(before));
  expect(recordHash(after)).toBe(recordHash(before));
  expect(printRecord(after.document)).toBe(source);
}

describe('printed source', () => {
  it('is the record that it was printed from, whatever stands in its texts, and printed again the same source', () => {
    fc.assert(fc.property(recordDocuments(), expectLaw), { numRuns: propertyCases(50) });
  });

  it('is every record of the product', async () => {
    const records = await productRecords();
    expect(records.map(({ name }) => name)).toEqual(expect.arrayContaining(['permission.group', 'permission.position']));
    for (const { document } of records) expectLaw(document);
  });

  it('stands as the formatter leaves it', async () => {
    const cache = path.resolve('.cache');
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(path.join(cache, 'printed-'));
    try {
      const documents = [
        ...fc.sample(recordDocuments({ plain: true }), effort('printed records that the formatter looks at', 30, 2_000)),
        ...(await productRecords()).map(({ document }) => document),
      ];
      const sources = documents.map((document) => printRecord(document));
      for (const [at, source] of sources.entries()) writeFileSync(path.join(folder, `${at}.ts`), source);
      const { javascript, formatter } = JSON.parse(readFileSync('.biome.json', 'utf8')) as object as {
        readonly javascript: object;
        readonly formatter: object;
      };
      writeFileSync(path.join(folder, 'biome.json'), JSON.stringify({ root: true, vcs: { enabled: false }, javascript, formatter }));
      const biome = path.resolve('node_modules/@biomejs/biome/bin/biome');
      const { status, stderr } = spawnSync(process.execPath, [biome, 'format', '--write', '.'], { cwd: folder, encoding: 'utf8' });
      expect(status, stderr).toBe(0);
      for (const [at, source] of sources.entries()) expect(readFileSync(path.join(folder, `${at}.ts`), 'utf8')).toBe(source);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** Every member that a description may have: `fields.*.help`, `acts.state.need`. */
function membersOf(schema: object, at = ''): string[] {
  const { properties = {}, patternProperties = {}, anyOf = [], items } = schema as Node;
  const below = (part: object, name: string) => membersOf(part, at === '' ? name : `${at}.${name}`);
  return [
    ...(at === '' ? [] : [at]),
    ...Object.entries(properties).flatMap(([name, part]) => below(part, name)),
    ...Object.values(patternProperties).flatMap((part) => below(part, '*')),
    ...(items ? membersOf(items, at).slice(1) : []),
    ...anyOf.flatMap((part) => membersOf(part, at).slice(1)),
  ];
}
interface Node {
  readonly properties?: Readonly<{ [name: string]: object }>;
  readonly patternProperties?: Readonly<{ [pattern: string]: object }>;
  readonly anyOf?: readonly object[];
  readonly items?: object;
}

/** The same of one document. */
function saidIn(value: unknown, known: ReadonlySet<string>, at = ''): string[] {
  if (Array.isArray(value)) return [at, ...value.flatMap((each) => saidIn(each, known, at))];
  if (typeof value !== 'object' || value === null) return [at];
  return [
    at,
    ...Object.entries(value).flatMap(([name, part]) => {
      const path = at === '' ? name : `${at}.${name}`;
      return saidIn(part, known, known.has(path) ? path : at === '' ? '*' : `${at}.*`);
    }),
  ];
}

it('the law is asked of everything that a description may say', () => {
  const all = new Set(membersOf(recordDocument));
  const unsaid = new Set(all);
  // As many as it takes, four mostly: what is said by one in fifty would be missing with some seeds after twelve.
  for (let turn = 0; turn < 80 && unsaid.size > 0; turn += 1)
    for (const document of fc.sample(recordDocuments(), { numRuns: 25, seed: seedOfRun + turn }))
      for (const member of saidIn(document, all)) unsaid.delete(member);
  expect(all).toContain('fields.*.help.zhtw');
  expect(all).toContain('acts.state.need.anyOf');
  expect([...unsaid]).toEqual([]);
});

describe('what a person would have written', () => {
  const base = {
    title: ['病区', '病區', 'Ward'],
    wire: { at: '/api/beds/Ward' },
    list: { columns: ['fullName'] },
    acts: { create: {}, edit: {} },
  } as const;
  const fullName = field.text(20).required().label('名称', '名稱', 'Name');
  const printed = (fields: { readonly fullName: typeof fullName } & { readonly [name: string]: recordModule.Field<unknown> }, more: object = {}) =>
    printRecord(defineRecord('beds.ward', { ...base, fields, ...more }).document);

  it('says only what differs from the defaults, in our order, and imports what it uses', () => {
    const price = field.money({ max: 1_000_000 }).label('价格', '價格', 'Price').span(2).initial(9_999).help('元', '元', 'Yuan');
    expect(printed({ fullName, price, ...STANDARD_FIELDS })).toBe(`import { defineRecord, field, STANDARD_FIELDS } from '@nephra/plugin-sdk/record';

export const ward = defineRecord('beds.ward', {
  title: ['病区', '病區', 'Ward'],
  wire: { at: '/api/beds/Ward' },
  fields: {
    fullName: field.text(20).required().label('名称', '名稱', 'Name'),
    price: field.money({ max: 1_000_000 }).initial(9999).span(2).label('价格', '價格', 'Price').help('元', '元', 'Yuan'),
    ...STANDARD_FIELDS,
  },
  list: { columns: ['fullName'] },
  acts: { create: {}, edit: {} },
});
`);
  });

  it('takes standard fields one by one where they do not stand together or one is changed', () => {
    const { sortCode, enabledMark, description } = STANDARD_FIELDS;
    const alone = printed({ fullName, description, sortCode, enabledMark: enabledMark.initial(0) });
    expect(alone).toContain('    description: STANDARD_FIELDS.description,\n    sortCode: STANDARD_FIELDS.sortCode,\n');
    expect(alone).toContain("    enabledMark: field.flag(['启用', '啟用', 'Enabled'], ['停用', '停用', 'Disabled']).initial(0).column('enabled').label(");
    expect(printed({ ...STANDARD_FIELDS, fullName })).toContain('    ...STANDARD_FIELDS,\n    fullName: ');
  });

  it('imports what is shown where something is', () => {
    expect(printed({ fullName }, { shown: { beds: shown.int() } })).toContain("import { defineRecord, field, shown } from '@nephra/plugin-sdk/record';");
    expect(printed({ fullName: fullName.help('STANDARD_FIELDS.', 'shown', 'shown') })).toContain('import { defineRecord, field } from');
  });

  it('is refused with every finding where the document is wrong', () => {
    const { document } = defineRecord('beds.ward', { ...base, fields: { fullName } });
    const wrong = { ...document, list: { columns: ['fulName'], sort: ['name'] } };
    expect(() => printRecord(wrong)).toThrow(/^REC-014 beds\.ward list\.columns\[0\] "fulName".*\nREC-014 beds\.ward list\.sort\[0\] "name"/);
  });
});
