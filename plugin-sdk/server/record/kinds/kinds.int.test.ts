import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { recordStaticSuite } from '../../../../tests/support/records/record-suite-static.ts';
import { recordSuite } from '../../../../tests/support/records/record-suite.ts';
import { workbookOf } from '../../../../tests/support/records/suite/workbooks.ts';
import { isAppError } from '../../../contract/index.ts';
import { defineRecord, field, recordContract, STANDARD_FIELDS } from '../../../contract/record/index.ts';
import { defineServerPlugin } from '../../define-server-plugin.ts';
import { column, kept } from '../../table/column.ts';
import { defineTable } from '../../table/define-table.ts';
import { fieldColumns } from '../field-columns.ts';
import { serveRecord } from '../serve-record.ts';
import { point, shade } from './kinds.fixture.ts';

const well = defineRecord('beds.well', {
  title: ['水井', '水井', 'Well'],
  wire: { at: '/api/beds/Well' },
  fields: {
    fullName: field.text(50).required().label('名称', '名稱', 'Name'),
    enCode: field.code(20).required().label('编码', '代碼', 'Code'),
    place: point.field().label('位置', '位置', 'Place'),
    shade: shade.field({ max: 10 }).label('颜色', '顏色', 'Colour'),
    sign: field.signature().label('签名', '簽名', 'Signature'),
    price: field.money().withheld().label('进价', '進價', 'Purchase price'),
    secret: field.choice(10, ['a', '甲', '甲', 'A'], ['b', '乙', '乙', 'B']).withheld().label('等级', '等級', 'Grade'),
    ...STANDARD_FIELDS,
  },
  list: {
    columns: ['fullName', 'place', 'shade', 'price'],
    sort: ['shade', 'price'],
    filter: ['shade', 'secret'],
    totals: ['price'],
    keyword: ['fullName'],
    order: 'fullName',
  },
  form: {
    blocks: {
      hint: { text: ['请填写井口位置', '請填寫井口位置', 'Give the place of the opening'], before: 'place' },
      turn: { act: 'state', label: ['切换状态', '切換狀態', 'Turn its state'] },
    },
  },
  acts: { create: {}, edit: {}, remove: {}, state: {}, export: {}, import: { key: 'enCode' } },
});
const contract = recordContract(well);
const wellTable = defineTable(
  'beds.well',
  { id: column.id(), orgId: column.org(), ...fieldColumns(well), enabled: column.flag(), searchGrams: column.grams('fullName', 'enCode'), ...kept },
  { unique: { well_code_idx: ['orgId', 'enCode'] } },
);
const WELL = `create table beds.well (id text primary key, org_id text not null, full_name text not null, en_code text not null, place text, shade text not null,
  sign jsonb, price numeric(14, 2) not null, secret text not null, enabled boolean not null, sort_code integer not null, description text not null, search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null, deleted_at timestamptz);
  create unique index well_code_idx on beds.well (org_id, en_code) where deleted_at is null;`;
const served = serveRecord()(contract, wellTable, {});

const by = staff({ userId: 'u1', orgId: 'gz', orgIds: ['gz'] });
const colleague = staff({ userId: 'u2', orgId: 'gz', orgIds: ['gz'] });
/** A PNG as far as its head says. */
const png = (width: number, height: number, bytes = 40): Buffer => {
  const content = Buffer.alloc(bytes);
  content.write('89504e470d0a1a0a0000000d49484452', 0, 'hex');
  content.writeUInt32BE(width, 16);
  content.writeUInt32BE(height, 20);
  return content;
};
const pictureOf = (fileId: string, fileSize = 40) => ({ name: 'signature.png', fileId, url: `/api/file/Image/annexpic/${fileId}`, fileSize });

let host: PluginHost;
const store = async (content: Buffer, { user = by, type = 'annexpic', name = 'signature.png' } = {}) =>
  (await host.requestContext('beds', { user }).files.save({ name, type, content })).fileId;
beforeAll(async () => {
  host = await hostPlugins({ beds: defineServerPlugin({ schema: 'beds', migrations: [{ name: '0001-well', sql: WELL }], implementations: [served] }) });
  expect(await store(png(480, 160))).toBe(SIGNED);
});
afterAll(() => host.close());
/** What the storage of the test calls its first file. */
const SIGNED = `20260302_${'1'.padStart(32, '0')}.png`;

recordSuite(contract, {
  host: () => host,
  by,
  outsider: staff({ userId: 'u9', orgId: 'sz', orgIds: ['sz'] }),
  given: { place: { lat: 23.125, lng: 113.25 }, shade: 'blue', sign: pictureOf(SIGNED) },
  unique: ['enCode'],
});
recordStaticSuite(contract, { host: () => host, table: wellTable, kinds: [point, shade] });

const { routes } = contract;
let made = 0;
const create = async (over: object = {}) => {
  made += 1;
  return await host.call('beds', routes.create, { body: { fullName: `井 ${made}`, enCode: `SIM.W${made}`, ...over }, user: by });
};
const one = async (id: string) => await host.call('beds', routes.one, { params: { id }, user: by });
const refusedAt = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return isAppError(error) ? error.fields.map(({ path }) => path) : [String(error)];
};

describe('kinds of plugins', () => {
  it('stand in the table as their kind says, and come back', async () => {
    const { id } = await create({ place: { lat: -1.5, lng: 2 }, shade: 'red' });
    const { rows } = await sql`select place, shade from beds.well where id = ${id}`.execute(host.db.kysely);
    expect(rows).toEqual([{ place: '-1.5,2', shade: 'red' }]);
    expect(await one(id)).toMatchObject({ place: { lat: -1.5, lng: 2 }, shade: 'red' });
    await host.call('beds', routes.edit, { params: { id }, body: { place: null }, user: by });
    expect(await one(id)).toMatchObject({ place: null });
  });

  it('are judged by their kind, told at their field, and lists are narrowed and sorted by them', async () => {
    expect(await refusedAt(create({ place: { lat: 91, lng: 0 } }))).toEqual(['place']);
    expect(await refusedAt(create({ place: { lat: 1.12345678901234, lng: -100.12345678901 } }))).toEqual(['place']);
    const ids = [(await create({ shade: 'zinc' })).id, (await create({ shade: 'amber' })).id];
    const list = async (query: object) => (await host.call('beds', routes.list, { query: { pageSize: 500, ...query }, user: by })).list.map(({ id }) => id);
    expect(await list({ shade: 'zinc' })).toEqual([ids[0]]);
    const sorted = await list({ sidx: 'shade', sort: 'asc' });
    expect(sorted.indexOf(ids[1] ?? '')).toBeLessThan(sorted.indexOf(ids[0] ?? ''));
  });

  it('in a workbook are read in their own words, or told at their cell', async () => {
    const content = await workbookOf([
      ['名称', '编码', '位置', '颜色'],
      ['甲', 'SIM.X1', '23.1，113.3', 'green'],
      ['乙', 'SIM.X2', 'here', 'GREEN'],
    ]);
    const { files } = host.requestContext('beds', { user: by });
    const file = { name: 'rows.xlsx', size: content.length, extension: 'xlsx', save: (type: string) => files.save({ name: 'rows.xlsx', type, content }) };
    const { name: fileName } = await host.call('beds', routes.upload, { body: { file, fields: {} }, user: by });
    const { dataRow } = await host.call('beds', routes.preview, { query: { fileName }, user: by });
    expect(dataRow.map(({ errors }) => errors.map((error) => error.field))).toEqual([[], ['place', 'shade']]);
    const list = dataRow.map(({ act: _act, errors: _errors, errorsInfo: _info, imported: _imported, ...row }) => row);
    expect(await host.call('beds', routes.importData, { body: { list: list as never }, user: by })).toMatchObject({ created: 1, fnum: 1 });
  });
});

describe('a signature', () => {
  it('is a picture that whoever saves the row has stored; nobody signs for another, or with something else', async () => {
    const strange = [
      await store(png(480, 160), { user: colleague }),
      await store(png(480, 160), { type: 'annex' }),
      await store(Buffer.from('<svg onload=alert(1)>'.padEnd(40))),
      await store(png(1_201, 160)),
      await store(png(480, 0)),
      await store(png(480, 160, 262_145)),
      `20260302_${'f'.repeat(32)}.png`,
    ];
    for (const fileId of strange) expect([fileId, ...(await refusedAt(create({ sign: pictureOf(fileId) })))]).toEqual([fileId, 'sign']);
    const paper = await store(png(480, 160), { name: 'a.pdf' });
    expect(await refusedAt(create({ sign: pictureOf(paper) }))).toEqual(['sign']);
    expect(await refusedAt(create({ sign: { ...pictureOf(SIGNED), url: `/api/file/Image/other/${SIGNED}` } }))).toEqual(['sign']);
  });

  it('stays when somebody else changes the row, is as large as it is stored, and can be taken away', async () => {
    const { id } = await create({ sign: pictureOf(SIGNED, 7) });
    const signed = pictureOf(SIGNED, 40);
    expect(await one(id)).toMatchObject({ sign: signed });
    await host.call('beds', routes.edit, { params: { id }, body: { sign: signed, description: '改' }, user: colleague });
    expect(await one(id)).toMatchObject({ sign: signed, description: '改' });
    await host.call('beds', routes.edit, { params: { id }, body: { sign: null }, user: colleague });
    expect(await one(id)).toMatchObject({ sign: null });
    expect(await refusedAt(host.call('beds', routes.edit, { params: { id }, body: { sign: signed }, user: colleague }))).toEqual(['sign']);
  });
});
