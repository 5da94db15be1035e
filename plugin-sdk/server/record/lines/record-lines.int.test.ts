import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { recordSuite } from '../../../../tests/support/records/record-suite.ts';
import { recordStaticSuite } from '../../../../tests/support/records/record-suite-static.ts';
import { statementsOf } from '../../../../tests/support/count-statements.ts';
import { AppError, isAppError } from '../../../contract/index.ts';
import { defineRecord, field, recordContract, STANDARD_FIELDS } from '../../../contract/record/index.ts';
import { defineServerPlugin } from '../../define-server-plugin.ts';
import { column, kept } from '../../table/column.ts';
import { defineTable } from '../../table/define-table.ts';
import { ownedBy } from '../../table/row-door.ts';
import { point, shade } from '../kinds/kinds.fixture.ts';
import type { ChangedLines } from '../record-code.ts';
import { serveRecord } from '../serve-record.ts';
import { lineColumns } from './line-columns.ts';

const MAX = 20;
const diet = defineRecord('meals.diet', {
  title: ['膳食', '膳食', 'Diet'],
  wire: { at: '/api/meals/Diet' },
  fields: {
    fullName: field.text(50).required().label('名称', '名稱', 'Name'),
    dishes: field
      .lines({
        max: MAX,
        fields: {
          code: field.code(20).required().label('菜品编码', '菜品代碼', 'Dish code'),
          note: field.note(100).label('备注', '備註', 'Note'),
          pieces: field.int(1, 99).initial(1).label('份数', '份數', 'Pieces'),
          grams: field.decimal(1, 0, 5_000).label('克数', '克數', 'Grams'),
          price: field.money({ max: 1_000 }).label('价格', '價格', 'Price'),
          unit: field.unitPrice().label('单价', '單價', 'Unit price'),
          amount: field.quantity().label('数量', '數量', 'Amount'),
          cold: field.flag().label('冷食', '冷食', 'Cold'),
          from: field.day().label('起始日', '起始日', 'From'),
          month: field.month().label('月份', '月份', 'Month'),
          seen: field.instant().label('查看时间', '檢視時間', 'Seen'),
          kind: field.choice(10, ['a', '主食', '主食', 'Main'], ['b', '汤', '湯', 'Soup']).label('类型', '類型', 'Kind'),
          tags: field.choices(10, ['x', '少盐', '少鹽', 'Little salt'], ['y', '少油', '少油', 'Little oil']).label('标签', '標籤', 'Tags'),
          cook: field.staff('user').label('厨师', '廚師', 'Cook'),
          spot: point.field().label('产地', '產地', 'Origin'),
          shade: shade.field({ max: 10 }).label('颜色', '顏色', 'Colour'),
        },
      })
      .label('菜品', '菜品', 'Dishes'),
    guests: field
      .lines({ max: 3, min: 1, fields: { name: field.text(20).required().label('客人姓名', '客人姓名', 'Guest name') } })
      .label('客人', '客人', 'Guests'),
    ...STANDARD_FIELDS,
  },
  list: { columns: ['fullName'], keyword: ['fullName'] },
  acts: { create: {}, edit: {}, remove: {}, state: {}, copy: {}, export: {} },
});
const dietTable = defineTable(
  'meals.diet',
  {
    id: column.id(),
    orgId: column.org(),
    fullName: column.text(50),
    enabled: column.flag(),
    sortCode: column.int(0, 1_000_000),
    description: column.text(500),
    searchGrams: column.grams('fullName'),
    ...kept,
  },
  { menu: 'meals.diet', dataFields: { fullName: { column: 'fullName', type: 'String' } } },
);
const dishTable = defineTable(
  'meals.diet_dish',
  { id: column.id(), dietId: column.ref('meals.diet'), lineNo: column.int(1, MAX), ...lineColumns(diet, 'dishes'), ...kept },
  { scope: ownedBy(dietTable, 'diet_id'), unique: { diet_dish_code_idx: ['dietId', 'code'] } },
);
const guestTable = defineTable(
  'meals.diet_guest',
  { id: column.id(), dietId: column.ref('meals.diet'), lineNo: column.int(1, 3), ...lineColumns(diet, 'guests'), ...kept },
  { scope: ownedBy(dietTable, 'diet_id') },
);
const KEPT = 'created_at timestamptz not null, updated_at timestamptz not null, version integer not null, deleted_at timestamptz';
const LINE = `id text primary key, diet_id text not null references meals.diet (id) on delete cascade, line_no integer not null, ${KEPT}`;
const MIGRATION = `create table meals.diet (id text primary key, org_id text not null, full_name text not null, enabled boolean not null, sort_code integer not null,
    description text not null, search_grams text[] not null default '{}', ${KEPT});
  create table meals.diet_dish (${LINE}, code text not null, note text not null, pieces integer not null, grams numeric(14, 1) not null, price numeric(14, 2) not null,
    unit numeric(14, 4) not null, amount numeric(14, 4) not null, cold boolean not null, "from" date, month text not null, seen timestamptz, kind text not null,
    tags text[] not null, cook text, spot text, shade text not null);
  create unique index diet_dish_code_idx on meals.diet_dish (diet_id, code) where deleted_at is null;
  create table meals.diet_guest (${LINE}, name text not null);
  create index diet_guest_idx on meals.diet_guest (diet_id);`;

const contract = recordContract(diet);
const { routes } = contract;
const seen: Readonly<Record<string, ChangedLines>>[] = [];
const served = serveRecord()(contract, dietTable, {
  lines: { dishes: dishTable, guests: guestTable },
  async check(_ctx, { lines }) {
    seen.push(lines);
    if (lines.dishes?.after.some(({ note }) => note === '禁止')) throw new AppError('meals.forbidden');
  },
  async after(_ctx, _change, { fullName }) {
    if (fullName === '坏') throw new AppError('meals.after');
  },
});

const by = staff({ userId: 'u1', orgId: 'gz', orgIds: ['gz'] });
const outsider = staff({ userId: 'u2', orgId: 'wh', orgIds: ['wh'] });
let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({ meals: defineServerPlugin({ schema: 'meals', migrations: [{ name: '0001-diet', sql: MIGRATION }], implementations: [served] }) });
});
afterAll(() => host.close());

type Body = Readonly<Record<string, unknown>>;
const GUESTS = [{ name: '甲' }];
const add = (over: Body = {}) => host.call('meals', routes.create, { user: by, body: { fullName: '普食', guests: GUESTS, ...over } as never });
const edit = (id: string, body: Body) => host.call('meals', routes.edit, { user: by, params: { id }, body: body as never });
const one = (id: string, more: object = {}) => host.call('meals', routes.one, { user: by, params: { id }, ...more });
const dishesOf = async (id: string) => (await one(id)).dishes ?? [];
const stored = async (id: string) => {
  const { rows } = await sql<{ id: string; code: string; version: number; line_no: number; gone: boolean }>`
    select id, code, version, line_no, deleted_at is not null as gone from meals.diet_dish where diet_id = ${id} order by line_no, id`.execute(host.db.kysely);
  return rows;
};
const told = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => {
      if (!isAppError(error)) throw error;
      return [error.key, error.fields.map(({ path }) => path), error.fields[0]?.msg];
    },
  );

describe('lines of a record', () => {
  afterEach(() => host.db.script('delete from meals.diet'));

  it('of every kind are filled in, kept and read back as they were', async () => {
    const { id } = await add({ dishes: [{ code: 'SIM.A' }] });
    const [first] = await dishesOf(id);
    expect(first).toEqual({
      id: expect.any(String),
      code: 'SIM.A',
      note: '',
      pieces: 1,
      grams: 0,
      price: 0,
      unit: 0,
      amount: 0,
      cold: 0,
      from: '',
      month: '',
      seen: null,
      kind: '',
      tags: [],
      cook: '',
      spot: null,
      shade: '',
    });
    const full = {
      code: 'SIM.A',
      note: '两行\n备注',
      pieces: 99,
      grams: 12.5,
      price: 9.99,
      unit: 0.0001,
      amount: 2.5,
      cold: 1,
      from: '2024-02-29',
      month: '2026-03',
      seen: 1_772_416_800_123,
      kind: '旧',
      tags: ['y'],
      cook: 'u9',
      spot: { lat: 23.1, lng: 113.3 },
      shade: 'red',
    };
    await edit(id, { dishes: [{ ...full, id: first?.id }] });
    expect(await dishesOf(id)).toEqual([{ ...full, id: first?.id }]);
    const emptied = { from: '', seen: null, cook: '', spot: null, pieces: 2 };
    await edit(id, { dishes: [{ id: first?.id, ...emptied }] });
    expect(await dishesOf(id)).toEqual([{ ...full, id: first?.id, ...emptied }]);
  });

  it('hold cells of kinds that plugins add to what their kind says', async () => {
    const { id } = await add({ dishes: [{ code: 'SIM.A', spot: { lat: 1, lng: 2 } }, { code: 'SIM.B' }] });
    const [a, b] = await dishesOf(id);
    const wrong = (over: Body) => told(edit(id, { dishes: [a, { ...b, ...over }] }));
    expect(await wrong({ spot: { lat: 91, lng: 2 } })).toEqual([
      'core.invalid',
      ['dishes.1.spot'],
      expect.stringMatching(/^第 2 行，产地.*纬度须在 -90 到 90 之间/),
    ]);
    expect(await wrong({ shade: 'x'.repeat(11) })).toEqual(['core.invalid', ['dishes.1.shade'], expect.stringContaining('颜色')]);
    expect(await dishesOf(id)).toEqual([a, b]);
    const { rows } = await sql`select spot, shade from meals.diet_dish where diet_id = ${id} order by line_no`.execute(host.db.kysely);
    expect(rows).toEqual([
      { spot: '1,2', shade: '' },
      { spot: null, shade: '' },
    ]);
  });

  it('are written only where they changed, and counted anew', async () => {
    const { id } = await add({ dishes: ['A', 'B', 'C'].map((code) => ({ code })) });
    const [a, b, c] = await dishesOf(id);
    await edit(id, { dishes: [a, { ...b, note: '新' }, c] });
    expect((await stored(id)).map(({ code, version, line_no: line }) => [code, version, line])).toEqual([
      ['A', 1, 1],
      ['B', 2, 2],
      ['C', 1, 3],
    ]);
    await edit(id, { dishes: [c, a, { code: 'B' }] });
    expect((await stored(id)).filter(({ gone }) => !gone).map(({ code, version, line_no: line }) => [code, version, line])).toEqual([
      ['C', 2, 1],
      ['A', 2, 2],
      ['B', 1, 3],
    ]);
    expect((await stored(id)).filter(({ gone }) => gone).map((line) => line.id)).toEqual([b?.id]);
    await host.call('meals', routes.remove, { user: by, params: { id } });
    expect((await stored(id)).every(({ gone }) => gone)).toBe(true);
  });

  it('what an index refuses in the last line is told there, and nothing of the save stands', async () => {
    const { id } = await add({ dishes: [{ code: 'A' }, { code: 'B' }] });
    const before = await stored(id);
    const [a, b] = await dishesOf(id);
    expect(await told(edit(id, { fullName: '半流', dishes: [b, { ...a, note: '改' }, { code: 'C' }, { code: 'B' }] }))).toEqual([
      'core.duplicate',
      ['dishes.3.code'],
      '',
    ]);
    expect(await stored(id)).toEqual(before);
    expect(await one(id)).toMatchObject({ fullName: '普食', version: 1 });
    expect(await told(edit(id, { fullName: '坏', dishes: [] }))).toEqual(['meals.after', [], undefined]);
    expect(await stored(id)).toEqual(before);
  });

  it('every wrong cell is told with its line and its label, and a value with more decimals than the column has is one', async () => {
    const { id } = await add();
    const cells = [
      { code: '', pieces: 0 },
      { code: '编码', grams: 0.25 },
      { code: 'C', price: 1.234, from: '2026-02-30' },
    ];
    const error = await edit(id, { dishes: cells }).catch((thrown: unknown) => thrown);
    expect(isAppError(error) && error.fields).toEqual([
      { path: 'dishes.0.code', msg: '第 1 行，菜品编码不能为空' },
      { path: 'dishes.0.pieces', msg: '第 1 行，份数：不能小于1' },
      { path: 'dishes.1.code', msg: '第 2 行，菜品编码：编码只能输入英文、数字和小数点，且小数点不能放在首尾' },
      { path: 'dishes.1.grams', msg: '第 2 行，克数：最多 1 位小数' },
      { path: 'dishes.2.price', msg: '第 3 行，价格：格式不正确' },
      { path: 'dishes.2.from', msg: '第 3 行，起始日：格式不正确' },
    ]);
    expect(await told(edit(id, { guests: [] }))).toEqual(['core.invalid', ['guests'], '客人不能为空']);
    expect((await told(add({ guests: undefined })))?.[0]).toBe('core.invalid');
    expect(await told(add({ guests: [] }))).toEqual(['core.invalid', ['guests'], '客人不能为空']);
    expect(await told(edit(id, { guests: ['乙', '丙', '丁', '戊'].map((name) => ({ name })) }))).toEqual(['core.invalid', ['guests'], '最多 3 行']);
  });

  it('what stands there from an older version stays, and is judged where it changes', async () => {
    const { id } = await add({ dishes: [{ code: 'A' }, { code: 'B' }] });
    await host.db.script(`update meals.diet_dish set code = '旧码' where code = 'A'`);
    const [old, b] = await dishesOf(id);
    await edit(id, { dishes: [b, { ...old, note: '改' }] });
    expect(await dishesOf(id)).toMatchObject([{ code: 'B' }, { code: '旧码', note: '改' }]);
    expect((await told(edit(id, { dishes: [{ ...old, code: '旧码 2' }] })))?.[1]).toEqual(['dishes.0.code']);
  });

  it('code beside the record sees them before and after, and may refuse', async () => {
    const { id } = await add({ dishes: [{ code: 'A' }] });
    const [a] = await dishesOf(id);
    seen.length = 0;
    expect(await told(edit(id, { dishes: [a, { code: 'B', note: '禁止' }] }))).toEqual(['meals.forbidden', [], undefined]);
    expect(seen[0]?.dishes).toMatchObject({ before: [a], after: [a, { id: '', code: 'B' }] });
    await edit(id, { fullName: '软食' });
    expect(seen[1]?.dishes).toEqual({ before: [a], after: [a] });
    await host.call('meals', routes.remove, { user: by, params: { id } });
    expect(seen[2]?.dishes).toEqual({ before: [a], after: [] });
  });

  it('are hidden with their row by data schemes', async () => {
    const { id } = await add({ dishes: [{ code: 'A' }] });
    const group = { field: 'fullName', type: 'String', op: 'NotEqual', value: '普食' };
    const hidden = { dataScope: () => ({ kind: 'schemes', conditions: [[{ logic: 'and', groups: [group] }]], userAndBelow: [] }) };
    expect((await told(one(id, hidden)))?.[0]).toMatch(/not-found$/);
    expect((await told(host.call('meals', routes.edit, { user: by, params: { id }, body: { dishes: [] }, ...hidden } as never)))?.[0]).toMatch(/not-found$/);
    expect(await dishesOf(id)).toHaveLength(1);
  });

  it('two who save at once do not mix their lines', async () => {
    const { id } = await add({ dishes: [{ code: 'A' }] });
    const outcomes = await Promise.allSettled(['X', 'Y'].map((code) => edit(id, { dishes: [{ code }, { code: `${code}2` }], version: 1 })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const codes = (await dishesOf(id)).map(({ code }) => code);
    expect([
      ['X', 'X2'],
      ['Y', 'Y2'],
    ]).toContainEqual(codes);
  });

  it('are read with one statement, however many there are', async () => {
    const counts: number[] = [];
    for (const many of [1, MAX]) {
      const { id } = await add({ dishes: Array.from({ length: many }, (_, at) => ({ code: `D${at}` })) });
      counts.push((await statementsOf(() => one(id))).length);
    }
    expect(counts[0]).toBe(counts[1]);
  });
});

describe('tables of lines', () => {
  const refused = (lines: object) => {
    try {
      serveRecord()(contract, dietTable, { lines } as never);
      return [];
    } catch (error) {
      return String(error).replace('TypeError: ', '').split('\n');
    }
  };
  const cells = lineColumns(diet, 'guests');
  const table = (columns: object, options: object = {}) => defineTable('meals.other', columns as never, { scope: 'installation', ...options } as never);

  it.each<[string, object, object]>([
    ['REC-087 meals.diet fields.guests: its lines need a table: lines: { guests: … } of serveRecord', {}, { guests: undefined }],
    ['REC-086 meals.diet lines.rooms: the record has no lines of this name', {}, { rooms: guestTable }],
    [
      "REC-087 meals.diet fields.guests: meals.other needs one reference to its row: column.ref('meals.diet')",
      { id: column.id(), lineNo: column.int(1, 3), ...cells, ...kept },
      {},
    ],
    [
      'REC-087 meals.diet fields.guests: meals.other needs lineNo: column.int(1, 3), which keeps the order',
      { id: column.id(), dietId: column.ref('meals.diet'), lineNo: column.int(1, 2), ...cells, ...kept },
      {},
    ],
    [
      'REC-041 meals.diet fields.guests.fields.name: meals.other has no column "name"',
      { id: column.id(), dietId: column.ref('meals.diet'), lineNo: column.int(1, 3), ...kept },
      {},
    ],
    [
      'REC-087 meals.diet fields.guests: column "room" of meals.other is no cell of its lines, and cannot be left empty',
      { id: column.id(), dietId: column.ref('meals.diet'), lineNo: column.int(1, 3), room: column.text(5), ...cells, ...kept },
      {},
    ],
  ])('%s', (sentence, columns, over) => {
    const guests = Object.keys(columns).length > 0 ? table(columns) : guestTable;
    expect(refused({ dishes: dishTable, guests, ...over })).toContain(sentence);
  });

  it('an index over the order is refused: lines that change places would meet', () => {
    const columns = { id: column.id(), dietId: column.ref('meals.diet'), lineNo: column.int(1, 3), ...cells, ...kept };
    expect(refused({ dishes: dishTable, guests: table(columns, { unique: { other_order_idx: ['dietId', 'lineNo'] } }) })).toEqual([
      'REC-087 meals.diet fields.guests: other_order_idx holds lineNo: lines that change places would meet',
    ]);
  });
});

recordSuite(contract, { host: () => host, by, outsider, given: { 'dishes.spot': { lat: 23.125, lng: 113.25 }, 'dishes.shade': 'blue' }, unique: [] });
recordStaticSuite(contract, { host: () => host, table: dietTable, lines: { dishes: dishTable, guests: guestTable }, kinds: [point, shade] });
