import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { propertyCases } from '../../../tests/support/cases/effort.ts';
import { hostPlugins, type PluginHost, staff } from '../../../tests/support/processes/plugin-host.ts';
import { calculations, wireValues } from '../../../tests/support/records/expression-arbitrary.ts';
import { recordSuite } from '../../../tests/support/records/record-suite.ts';
import { recordStaticSuite } from '../../../tests/support/records/record-suite-static.ts';
import { workbookOf, Workbooks } from '../../../tests/support/records/suite/workbooks.ts';
import { type DataScope, isAppError } from '../../contract/index.ts';
import { evaluateExpression } from '../../contract/record/expression/evaluate-expression.ts';
import { fieldValue } from '../../contract/record/expression/field-values.ts';
import { type Fraction, roundedText } from '../../contract/record/expression/fraction.ts';
import { printExpression } from '../../contract/record/expression/print-expression.ts';
import { compileRecord, defineRecord, field, recordContract, STANDARD_FIELDS } from '../../contract/record/index.ts';
import { defineServerPlugin } from '../define-server-plugin.ts';
import { column, kept } from '../table/column.ts';
import { defineTable } from '../table/define-table.ts';
import { fieldColumns } from './field-columns.ts';
import { serveRecord } from './serve-record.ts';

const fee = defineRecord('beds.fee', {
  title: ['费用', '費用', 'Fee'],
  wire: { at: '/api/beds/Fee' },
  fields: {
    fullName: field.text(50).required().label('名称', '名稱', 'Name'),
    enCode: field.code(20).required().label('编码', '代碼', 'Code'),
    kind: field
      .choice(20, ['nurse', '护理', '護理', 'Nursing'], ['doctor', '诊疗', '診療', 'Treatment'], ['other', '其他', '其他', 'Other'])
      .label('类别', '類別', 'Kind'),
    price: field.unitPrice({ max: 999 }).label('单价', '單價', 'Unit price'),
    amount: field.quantity({ max: 999 }).label('数量', '數量', 'Amount'),
    discounted: field.flag().label('优惠', '優惠', 'Discounted'),
    discount: field.money({ max: 100 }).when({ show: 'discounted' }).label('优惠额', '優惠額', 'Discount'),
    reason: field.note(100).when({ show: 'discount >= 10', require: 'discount > 50' }).label('优惠原因', '優惠原因', 'Reason'),
    total: field.money({ min: -1000, max: 1_000_000 }).value({ calc: 'price * amount - discount' }).label('合计额', '合計額', 'Total'),
    licence: field.text(20).when({ show: "kind in ('nurse', 'doctor')", require: "kind = 'doctor'", hidden: 'keep' }).label('执照号', '執照號', 'Licence'),
    opened: field.day().when({ show: 'kind is not empty' }).label('开始日', '開始日', 'From'),
    tags: field.choices(10, ['x', '一', '一', 'One'], ['y', '二', '二', 'Two']).when({ show: "opened >= '2026-02-28'" }).label('标签', '標籤', 'Tags'),
    locked: field.flag().label('锁定', '鎖定', 'Locked'),
    times: field.int(0, 99).initial(5).when({ edit: 'not locked' }).label('次数', '次數', 'Times'),
    ...STANDARD_FIELDS,
  },
  list: {
    columns: ['fullName', 'enCode', 'kind', 'amount', 'total'],
    sort: ['fullName', 'total'],
    keyword: ['fullName'],
    filter: ['kind'],
    totals: ['amount', 'total'],
  },
  acts: { create: {}, edit: {}, remove: {}, state: {}, export: {}, import: { key: 'enCode' } },
});
const feeTable = defineTable(
  'beds.fee',
  { id: column.id(), orgId: column.org(), ...fieldColumns(fee), enabled: column.flag(), searchGrams: column.grams('fullName', 'enCode'), ...kept },
  { unique: { fee_code_idx: ['orgId', 'enCode'] }, menu: 'beds.fee', dataFields: { kind: { column: 'kind', type: 'String' } } },
);
const FEE = `create table beds.fee (id text primary key, org_id text not null, full_name text not null, en_code text not null, kind text not null,
  price numeric(14, 4) not null, amount numeric(14, 4) not null, discounted boolean not null, discount numeric(14, 2) not null, reason text not null,
  total numeric(14, 2) not null, licence text not null, opened date, tags text[] not null, locked boolean not null, times integer not null,
  sort_code integer not null, enabled boolean not null, description text not null, search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null, deleted_at timestamptz);
  create unique index fee_code_idx on beds.fee (org_id, en_code) where deleted_at is null;`;
const contract = recordContract(fee);
const { routes } = contract;
/** Code that lets somebody know what all fees come to. */
const SUM_CODE = 'beds.fee:btn_sum';
const served = serveRecord()(contract, feeTable, { maySeeTotal: (ctx, name) => name !== 'total' || ctx.can(SUM_CODE) });

const by = staff({ userId: 'u1', orgId: 'gz', orgIds: ['gz'] });
const outsider = staff({ userId: 'u2', orgId: 'wh', orgIds: ['wh'] });
let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({ beds: defineServerPlugin({ schema: 'beds', migrations: [{ name: '0001-fee', sql: FEE }], implementations: [served] }) });
});
afterAll(() => host.close());
afterEach(() => host.db.script('delete from beds.fee'));

type Call = Parameters<PluginHost['call']>[2];
const call = <R extends Parameters<PluginHost['call']>[1]>(route: R, given: Call = {}) => host.call('beds', route, { user: by, ...given });
let made = 0;
const add = (over: object = {}) => {
  made += 1;
  return call(routes.create, { body: { fullName: `费 ${made}`, enCode: `SIM.${made}`, ...over } });
};
const one = (id: string) => call(routes.one, { params: { id } });
const told = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error: unknown) => (isAppError(error) ? error.fields.map(({ path }) => path) : Promise.reject(error)),
  );

describe('conditions and calculations hold for every write', () => {
  it('the state is switched with what is calculated made anew, and with nothing judged again that stays', async () => {
    const { id } = await add({ price: 2, amount: 3 });
    await host.db.script(`update beds.fee set total = 1, discounted = true, discount = 60, reason = '', licence = '旧'`);
    await call(routes.state, { params: { id } });
    expect(await one(id)).toMatchObject({ enabledMark: 0, total: -54, reason: '', licence: '旧' });
    await call(routes.edit, { params: { id }, body: { fullName: '换名' } });
    expect(await one(id)).toMatchObject({ fullName: '换名', reason: '' });
  });

  it('what must be given from now on is asked for, also where only what steers it changes', async () => {
    const { id } = await add({ discounted: 1, discount: 20, price: 9, amount: 9 });
    expect(await told(call(routes.edit, { params: { id }, body: { discount: 51 } }))).toEqual(['reason']);
    expect(await one(id)).toMatchObject({ discount: 20, version: 1 });
    await call(routes.edit, { params: { id }, body: { discount: 51, reason: '困难' } });
    expect(await told(call(routes.edit, { params: { id }, body: { reason: '' } }))).toEqual(['reason']);
    await call(routes.edit, { params: { id }, body: { discounted: 0 } });
    expect(await one(id)).toMatchObject({ discounted: 0, discount: 0, reason: '', total: 81 });
  });

  it('a result beyond the limits of its field is told there', async () => {
    const narrow = compileRecord({
      ...fee.document,
      fields: { ...fee.document.fields, total: { ...fee.document.fields.total, max: 5 } },
    } as typeof fee.document);
    const { routes: narrowRoutes } = recordContract(narrow);
    const own = await hostPlugins({
      beds: defineServerPlugin({
        schema: 'beds',
        migrations: [{ name: '0001-fee', sql: FEE }],
        implementations: [serveRecord()(recordContract(narrow), feeTable, {})].map((each) => ({
          ...each,
          contract: { ...each.contract, routes: narrowRoutes },
        })),
      }),
    });
    try {
      const body = { fullName: '费', enCode: 'SIM.n', price: 2.5, amount: 2 };
      await own.call('beds', narrowRoutes.create as never, { user: by, body });
      expect(await told(own.call('beds', narrowRoutes.create as never, { user: by, body: { ...body, enCode: 'SIM.m', amount: 2.01 } }))).toEqual(['total']);
    } finally {
      await own.close();
    }
  });

  it('imported rows are held to them: what is hidden is cleared, what is calculated is not read, what must be given is named', async () => {
    const kit = new Workbooks({ record: fee, host: () => host, by, call: (name: string, given: Call = {}) => call(routes[name as 'list'], given) } as never);
    const { dataRow, unknown } = await kit.preview(
      await workbookOf([
        ['名称', '编码', '单价', '数量', '优惠', '优惠额', '优惠原因', '合计额', '类别', '执照号'],
        ['甲', 'SIM.1', '1.005', '3', '否', '20', '不算', '99', '其他', 'L1'],
        ['乙', 'SIM.2', '2', '50', '是', '60', '', '', '诊疗', 'L2'],
        ['丙', 'SIM.3', '2', '50', '是', '60', '困难', '', '诊疗', ''],
        ['丁', 'SIM.4', '2', '50', '是', '60', '困难', '', '诊疗', 'L4'],
      ]),
    );
    expect(unknown).toEqual([]);
    expect(dataRow.map(({ act, errors }) => [act, ...errors.map(({ field: at }) => at)])).toEqual([['create'], ['', 'reason'], ['', 'licence'], ['create']]);
    expect(await kit.send(dataRow)).toMatchObject({ created: 2, fnum: 2 });
    const { list } = await call(routes.list, { query: { sidx: 'fullName', sort: 'asc' } });
    expect(new Map(list.map((row) => [row.enCode, row]))).toEqual(
      new Map([
        ['SIM.1', expect.objectContaining({ discount: 0, reason: '', total: 3.02, licence: '' })],
        ['SIM.4', expect.objectContaining({ discount: 60, reason: '困难', total: 40, licence: 'L4' })],
      ]),
    );
  });
});

describe('totals of a list', () => {
  const scheme = (kind: string): DataScope => ({
    kind: 'schemes',
    conditions: [[{ logic: 'and', groups: [{ field: 'kind', type: 'String', op: 'Equal', value: kind }] }]],
    userAndBelow: [],
  });
  const totals = async (given: Call = {}) => (await call(routes.list, given)).totals;

  it('are those of the rows that somebody sees, and only of sums that they may know', async () => {
    await add({ kind: 'nurse', price: 0.1, amount: 3 });
    await add({ kind: 'other', price: 0.2, amount: 1 });
    await call(routes.create, { user: outsider, body: { fullName: '外', enCode: 'SIM.x', price: 100, amount: 1 } });
    expect(await totals()).toEqual({ amount: '4.0000', total: '0.50' });
    expect(await totals({ query: { pageSize: 1, currentPage: 2 } })).toEqual({ amount: '4.0000', total: '0.50' });
    expect(await totals({ dataScope: () => scheme('nurse') })).toEqual({ amount: '3.0000', total: '0.30' });
    expect(await totals({ dataScope: () => scheme('nurse'), query: { kind: 'other' } })).toEqual({ amount: '0.0000', total: '0.00' });
    expect(await totals({ user: outsider })).toEqual({ amount: '1.0000', total: '100.00' });
    expect(await totals({ can: (code) => code !== SUM_CODE })).toEqual({ amount: '4.0000' });
  });

  it('are made of columns: a field that code reads has none', () => {
    const read = { read: () => 0, write: async () => ({}), text: async () => [], parse: async () => [] };
    expect(() => serveRecord()(contract, feeTable, { fields: { amount: read } } as never)).toThrow('REC-089 beds.fee list.totals "amount": ');
  });

  it('are exact where a float is not: ten rows of a dime, and more digits than a number of JSON keeps', async () => {
    for (let at = 0; at < 10; at += 1) await add({ price: 0.1, amount: 1 });
    expect(await totals()).toEqual({ amount: '10.0000', total: '1.00' });
    await host.db.script(`delete from beds.fee where en_code <> (select min(en_code) from beds.fee);
      update beds.fee set amount = 9999999999.9999, total = 999999999999.97;
      insert into beds.fee select (jsonb_populate_record(fee, jsonb_build_object('id', 'r' || n, 'en_code', 'SIM.r' || n))).* from beds.fee fee, generate_series(1, 198) n`);
    // Beyond the last page no row is shown, and the sum is the same.
    expect(await totals({ query: { currentPage: 400 } })).toEqual({ amount: '1989999999999.9801', total: '198999999999994.03' });
  });
});

it('[property] a calculation comes to what numeric of PostgreSQL comes to, rounded as it rounds', async () => {
  const fields = [
    { name: 'price', kind: 'money' },
    { name: 'count', kind: 'int' },
  ] as const;
  // A quotient has no end in numeric: it is measured against the other reader of expressions.
  const cases = fc.sample(fc.tuple(calculations(fields, 4, ['+', '-', '*']), wireValues(fields), fc.integer({ min: 0, max: 8 })), propertyCases(200));
  const expected = cases.map(([expression, wire, decimals]) => {
    const result = evaluateExpression(expression, (name) => fieldValue(name === 'price' ? 'money' : 'int', wire[name]));
    return roundedText(result as Fraction, decimals);
  });
  const found: string[] = [];
  for (const [expression, wire, decimals] of cases) {
    const text = printExpression(expression)
      .replaceAll('--', '- -')
      .replaceAll('--', '- -')
      .replace(/price|count|[\d.]+/g, (part) => `(${String(wire[part] ?? part)})::numeric`);
    const { rows } = await sql<{ readonly value: string }>`select round(${sql.raw(text)}, ${decimals}::int)::text as value`.execute(host.db.kysely);
    found.push(rows[0]?.value ?? '');
  }
  expect(expected).toEqual(found);
});

recordSuite(contract, { host: () => host, by, outsider, unique: ['enCode'] });
recordStaticSuite(contract, { host: () => host, table: feeTable });
