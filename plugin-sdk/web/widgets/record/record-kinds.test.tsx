import { staffDirectory, toPage } from '@nephra/plugin-sdk/contract';
import { defineRecord, FIELD_KINDS, type Field, type FieldKindName, field, fieldKind, filterWay, recordContract } from '@nephra/plugin-sdk/record';
import { answerContract, createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { dictionaryContract } from '../dictionary/dictionaries.ts';
import { recordPage } from './record-page.tsx';
import { FIELD_VIEWS } from './record-views.tsx';

interface InList {
  readonly field: Field<unknown>;
  readonly wire: unknown;
  /** What its cell says; a picture says nothing. */
  readonly cell: string;
  /** What paper says; left out: the same. */
  readonly paper?: string;
}
const picture = { name: 'a.png', fileId: 'a.png', url: '/api/file/Image/recordpic/a.png', fileSize: 3 };
const file = { name: 'a.pdf', fileId: 'f1', url: '/api/file/Download/record/f1', fileSize: 3 };

/** Each kind in a list and on paper. Lines stand in neither: a page of them would be a page of pages. */
const KINDS: Readonly<Record<Exclude<FieldKindName, 'lines'>, InList>> = {
  text: { field: field.text(20).required(), wire: '一号床', cell: '一号床' },
  note: { field: field.note(50), wire: '靠门', cell: '靠门' },
  code: { field: field.code(20), wire: 'SIM.B1', cell: 'SIM.B1' },
  int: { field: field.int(0, 9), wire: 7, cell: '7' },
  decimal: { field: field.decimal(2, 0, 100), wire: 9.5, cell: '9.50' },
  money: { field: field.money(), wire: 1234.5, cell: '1,234.50', paper: '1234.50' },
  unitPrice: { field: field.unitPrice(), wire: 0.0123, cell: '0.0123' },
  quantity: { field: field.quantity(), wire: 2.5, cell: '2.5' },
  flag: { field: field.flag(), wire: 1, cell: '是' },
  day: { field: field.day(), wire: '2026-02-28', cell: '2026-02-28' },
  month: { field: field.month(), wire: '2026-03', cell: '2026-03' },
  instant: { field: field.instant(), wire: 1_772_416_800_000, cell: '2026-03-02 10:00' },
  choice: { field: field.choice(20, ['a', '普通', '普通', 'Plain']), wire: 'a', cell: '普通' },
  choices: { field: field.choices(20, ['x', '一', '一', 'One']), wire: ['x', '旧'], cell: '一、旧' },
  staff: { field: field.staff('department'), wire: 'd1', cell: '血透科' },
  relation: { field: field.relation('beds.ward'), wire: 'w1', cell: '内科' },
  dictionary: { field: field.dictionary('SIM.access'), wire: 'fistula', cell: '内瘘' },
  address: { field: field.address(), wire: '440106', cell: '广东省/广州市/天河区' },
  richText: { field: field.richText(), wire: { ops: [{ insert: '靠近护士站\n' }] }, cell: '靠近护士站' },
  files: { field: field.files(3), wire: [file], cell: 'a.pdf' },
  images: { field: field.images(3), wire: [picture], cell: '', paper: '<img a.png>' },
  signature: { field: field.signature(), wire: { ...picture, name: 'sign.png', url: '/api/file/Image/annexpic/a.png' }, cell: '', paper: '<img sign.png>' },
  related: { field: field.related('relation', 'phone'), wire: '020-1', cell: '020-1' },
  place: { field: field.place({ departments: true }).required(), wire: 'd2', cell: '净化室' },
};
const entries = Object.entries(KINDS) as readonly (readonly [keyof typeof KINDS, InList])[];

const bed = defineRecord('beds.bed', {
  title: ['床位', '床位', 'Bed'],
  wire: { at: '/api/beds/Bed' },
  fields: {
    ...(Object.fromEntries(entries.map(([kind, { field: of }]) => [kind, of.label(kind, kind, kind)])) as Readonly<Record<keyof typeof KINDS, Field<unknown>>>),
    // The first page of a browser may have asked for an organisation before it asks for a department.
    organize: field.staff('organize').label('organize', 'organize', 'organize'),
  },
  list: { columns: ['organize', ...entries.map(([kind]) => kind)], keyword: ['text'], filter: ['dictionary', 'address', 'relation'] },
  acts: { create: {}, edit: {}, print: {} },
});
const contract = recordContract(bed);
const Page = recordPage(contract);
const row = {
  ...{ id: 'b1', version: 1, creatorTime: 0, lastModifyTime: 0 },
  ...Object.fromEntries(entries.map(([kind, { wire }]) => [kind, wire])),
  organize: 'o1',
  labels: { relation: '内科', address: '广东省/广州市/天河区' },
};

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  if (page) expect(page.context.live()).toEqual([]);
  page = undefined;
});

const open = async (): Promise<RenderedPage> => {
  const context = createFakeWebContext();
  const { http } = context;
  answerContract(http, contract as never, { list: toPage([row], 1, {}), one: row, edit: { id: 'b1', version: 2 } } as never);
  const node = (id: string, fullName: string) => ({ id, fullName, enabledMark: 1, children: null });
  http.answer(staffDirectory.routes.organizeTree, { list: [node('o1', '中心医院')] } as never);
  http.answer(staffDirectory.routes.departmentTree, { list: [node('d1', '血透科'), node('d2', '净化室')] } as never);
  const entry = (enCode: string, fullName: string) => ({ id: enCode, parentId: '0', fullName, enCode });
  const access = { id: 't', fullName: '通路', enCode: 'SIM.access', isTree: 0, dictionaryList: [entry('fistula', '内瘘'), entry('catheter', '导管')] };
  answerContract(http, dictionaryContract, { all: { list: [{ ...access, hiddenList: [] }], revision: '1', same: false } } as never);
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'beds.bed' }) });
  const shown = page;
  await shown.until(() => ['内瘘', '血透科', '净化室', '中心医院'].every((name) => shown.text().includes(name)));
  return shown;
};

describe('each kind of field', () => {
  it('has its cell, pictures as pictures and names for what is kept as an id or a code', async () => {
    const shown = await open();
    const headings = shown.all('columnheader').map(({ textContent }) => textContent ?? '');
    const cells = shown.all('cell');
    for (const [kind, { cell, paper }] of entries) {
      const drawn = cells[headings.indexOf(kind)];
      expect([kind, drawn?.textContent, drawn?.querySelector('img') !== null]).toEqual([kind, cell, paper?.startsWith('<img') === true]);
    }
  });

  it('has its cell on paper', async () => {
    const shown = await open();
    await shown.click(shown.get('button', '打印'));
    const { html } = await shown.until(() => shown.context.record.prints[0]);
    const texts = (tag: string) => [...html.matchAll(new RegExp(`<${tag}(?: [^>]*)?>(.*?)</${tag}>`, 'g'))].map(([, text = '']) => text);
    const printed = texts('td').map((text) => text.replace(/<img [^>]*alt="([^"]*)"[^>]*>/, '<img $1>'));
    const headings = texts('th');
    for (const [kind, { cell, paper = cell }] of entries) expect([kind, printed[headings.indexOf(kind)]]).toEqual([kind, paper]);
    expect(printed[headings.indexOf('organize')]).toBe('中心医院');
  });

  it('has a search control exactly where the server narrows lists by it', () => {
    expect([...Object.keys(KINDS), 'lines'].toSorted()).toEqual(Object.keys(FIELD_KINDS).toSorted());
    for (const kind of Object.keys(FIELD_KINDS) as FieldKindName[])
      expect([kind, FIELD_VIEWS[kind].search !== undefined]).toEqual([kind, filterWay(kind, fieldKind(kind)) !== undefined]);
  });

  it('without names of a dictionary nothing is printed, and it is said', async () => {
    const shown = await open();
    shown.context.http.refuse(dictionaryContract.routes.all, { error: 'network' });
    shown.context.receive({ method: 'dictionaryChanged' });
    await shown.click(shown.get('button', '打印'));
    await shown.until(() => shown.context.record.toasts.some(({ text }) => text === '名称未能加载'));
    expect(shown.context.record.prints).toEqual([]);
  });
});

it('controls that lists are narrowed by say their names inside', async () => {
  const shown = await open();
  const more = shown.find('button', '展开');
  if (more) await shown.click(more);
  for (const kind of ['dictionary', 'address', 'relation']) {
    const control = await shown.until(() => shown.find('button', kind));
    expect([kind, control?.querySelector('.nk-inset')?.textContent]).toEqual([kind, kind]);
  }
});

it('a code of a dictionary is shown by its name, and chosen by it', async () => {
  const shown = await open();
  const { http } = shown.context;
  await shown.click(shown.get('button', '编辑'));
  await shown.click(await shown.until(() => shown.find('button', 'dictionary: 内瘘')));
  await shown.click(await shown.until(() => shown.find('treeitem', /导管/)));
  await shown.click(shown.get('button', '保存'));
  const call = await shown.until(() => http.callsOf(contract.routes.edit as never)[0]);
  expect(call.input.body).toMatchObject({ dictionary: 'catheter', version: 1 });
  expect(http.callsOf(dictionaryContract.routes.all)).toHaveLength(1);
});
