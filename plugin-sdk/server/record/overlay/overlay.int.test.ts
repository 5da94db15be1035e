import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { recordSuite } from '../../../../tests/support/records/record-suite.ts';
import { recordStaticSuite } from '../../../../tests/support/records/record-suite-static.ts';
import { isAppError } from '../../../contract/index.ts';
import {
  compileRecord,
  defineRecord,
  field,
  recordContract,
  type RecordDocument,
  type RecordOverlay,
  STANDARD_FIELDS,
} from '../../../contract/record/index.ts';
import { writeBundleRecord } from '../../bundle/bundle-records.ts';
import { defineServerPlugin } from '../../define-server-plugin.ts';
import { column, kept } from '../../table/column.ts';
import { defineTable } from '../../table/define-table.ts';
import { serveRecord } from '../serve-record.ts';

const room = defineRecord('beds.room', {
  title: ['房间', '房間', 'Room'],
  wire: { at: '/api/beds/Room' },
  fields: {
    fullName: field.text(50).required().label('名称', '名稱', 'Name'),
    enCode: field.code(20).required().label('编码', '代碼', 'Code'),
    kind: field.choice(10, ['a', '甲', '甲', 'A'], ['b', '乙', '乙', 'B']).label('类型', '類型', 'Kind'),
    places: field.int(0, 99).label('床位数', '床位數', 'Places'),
    phone: field.text(20).label('电话', '電話', 'Phone'),
    floor: field.text(10).label('楼层', '樓層', 'Floor'),
    ...STANDARD_FIELDS,
  },
  list: {
    columns: ['fullName', 'enCode', 'kind', 'places', 'floor', 'enabledMark', '-sortCode'],
    sort: ['fullName', 'places', 'sortCode'],
    keyword: ['fullName', 'enCode'],
    filter: ['kind', 'enabledMark'],
    totals: ['places'],
  },
  acts: { create: {}, edit: {}, remove: {}, state: {}, export: {}, import: { key: 'enCode' } },
});
const contract = recordContract(room);
const roomTable = defineTable(
  'beds.room',
  {
    id: column.id(),
    orgId: column.org(),
    fullName: column.text(50),
    enCode: column.code(20),
    kind: column.text(10),
    places: column.int(0, 99),
    phone: column.text(20),
    floor: column.text(10),
    enabled: column.flag(),
    sortCode: column.int(0, 1_000_000),
    description: column.text(500),
    searchGrams: column.grams('fullName', 'enCode'),
    ...kept,
  },
  { unique: { room_code_idx: ['orgId', 'enCode'] } },
);
const ROOM = `create table beds.room (id text primary key, org_id text not null, full_name text not null, en_code text not null, kind text not null, places integer not null,
  phone text not null, floor text not null, enabled boolean not null, sort_code integer not null, description text not null, search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null, deleted_at timestamptz);
  create unique index room_code_idx on beds.room (org_id, en_code) where deleted_at is null;`;

const served = serveRecord()(contract, roomTable, { needs: ['places'] });
const overlay: RecordOverlay = {
  format: 1,
  fields: {
    fullName: { max: 45, label: { zh: '房名', zhtw: '房名', en: 'Room name' } },
    kind: { initial: 'c', choices: [{ value: 'c', label: { zh: '丙', zhtw: '丙', en: 'C' } }] },
    places: { min: 1, max: 8, initial: 2 },
    phone: { required: true, max: 11 },
    floor: { hidden: true, initial: '1' },
  },
  list: { columns: ['enCode', 'fullName', 'places', 'phone'], order: '-sortCode' },
  form: { fields: ['enCode', 'phone'] },
};
const overlaid = served.overlaid(overlay);
/** The same as the document that came out says it, in no connection with the overlay. */
const again = recordContract(compileRecord(JSON.parse(JSON.stringify(overlaid.contract.record.document)) as RecordDocument));
const fromDocument = serveRecord()(again, roomTable, { needs: ['places'] as never });

const by = staff({ userId: 'u1', orgId: 'gz', orgIds: ['gz'] });
const outsider = staff({ userId: 'u2', orgId: 'sz', orgIds: ['sz'] });
let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({
    beds: defineServerPlugin({ schema: 'beds', migrations: [{ name: '0001-room', sql: ROOM }], implementations: [served, overlaid, fromDocument] }),
  });
});
afterAll(() => host.close());

describe('a record under an overlay', () => {
  const wrongOf = async (work: Promise<unknown>) => {
    const error = await work.catch((thrown: unknown) => thrown);
    return isAppError(error)
      ? [...error.fields, ...((error as { readonly problems?: readonly { readonly path: string }[] }).problems ?? [])].map(({ path }) => path)
      : error;
  };

  it('asks of a row that stands there what it lacks when it is changed next, and not before', async () => {
    const body = { fullName: '一个很长的房间名称一个很长的房间名称一个很长的房间名称一个很长的房间名称一个很长的房间名', enCode: 'SIM.OLD', places: 20 };
    const { id } = await host.call('beds', contract.routes.create, { user: by, body });
    const edit = (given: object) => host.call('beds', overlaid.contract.routes.edit as never, { user: by, params: { id }, body: given });
    // What is too long, too many and missing by the rules of now stays.
    expect(await edit({ floor: '3' })).toMatchObject({ version: 2 });
    expect(await wrongOf(edit({ phone: '' }))).toContain('phone');
    expect(await wrongOf(edit({ places: 9 }))).toContain('places');
    expect(await edit({ phone: '010', places: 8 })).toMatchObject({ version: 3 });
    await host.call('beds', contract.routes.remove, { user: by, params: { id } });
  });

  it('is what code writes to that has no route, where the site has one', async () => {
    const recordOverlays = new Map([['beds.room', overlay]]);
    const write = (ctx: object) =>
      host.db.transaction(() =>
        writeBundleRecord({ ...host.requestContext('beds', { user: by }), ...ctx }, served, undefined, { fullName: '一', enCode: 'SIM.B', places: 1 }),
      );
    expect(await wrongOf(write({ recordOverlays }))).toEqual(['phone']);
    const id = await write({});
    expect(await host.call('beds', contract.routes.one, { user: by, params: { id } })).toMatchObject({ phone: '', floor: '', kind: '' });
    await host.call('beds', contract.routes.remove, { user: by, params: { id } });
  });

  it('gives what is hidden its value, and cannot hide what code needs', async () => {
    const body = { fullName: '一', enCode: 'SIM.H', phone: '1' };
    const { id } = await host.call('beds', overlaid.contract.routes.create as typeof contract.routes.create, { user: by, body });
    expect(await host.call('beds', contract.routes.one, { user: by, params: { id } })).toMatchObject({ floor: '1', kind: 'c', places: 2 });
    await host.call('beds', contract.routes.remove, { user: by, params: { id } });
    expect(() => served.overlaid({ format: 1, fields: { places: { hidden: true } } })).toThrow(
      'REC-114 beds.room fields.places.hidden: code of the record goes by it ("needs")',
    );
  });
});

recordSuite(overlaid.contract, { host: () => host, by, outsider, unique: ['enCode'] });
describe('the same by its document alone', () => {
  // Codes are made up anew, and what an outsider imported stays theirs.
  beforeAll(() => host.db.script('delete from beds.room'));
  recordSuite(again, { host: () => host, by, outsider, unique: ['enCode'] });
});
recordStaticSuite(overlaid.contract, { host: () => host, table: roomTable });
