import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostPlugins, type PluginHost, staff } from '../../../tests/support/processes/plugin-host.ts';
import { recordSuite } from '../../../tests/support/records/record-suite.ts';
import { recordStaticSuite } from '../../../tests/support/records/record-suite-static.ts';
import { defineRecord, field, recordContract, STANDARD_FIELDS } from '../../contract/record/index.ts';
import { defineServerPlugin } from '../define-server-plugin.ts';
import { column, kept } from '../table/column.ts';
import { defineTable } from '../table/define-table.ts';
import { serveRecord } from './serve-record.ts';

const ticketTable = defineTable(
  'beds.ticket',
  {
    id: column.id(),
    orgId: column.org(),
    fullName: column.text(50),
    enCode: column.code(20),
    serialNo: column.code(20),
    paperNo: column.text(30),
    enabled: column.flag(),
    sortCode: column.int(0, 1_000_000),
    description: column.text(500),
    searchGrams: column.grams('fullName', 'enCode', 'serialNo'),
    ...kept,
  },
  { unique: { ticket_code_idx: ['orgId', 'enCode'], ticket_serial_idx: ['orgId', 'serialNo'] } },
);
const TICKET = `create table beds.ticket (id text primary key, org_id text not null, full_name text not null, en_code text not null, serial_no text not null,
  paper_no text not null, enabled boolean not null, sort_code integer not null, description text not null, search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null, deleted_at timestamptz);
  create unique index ticket_code_idx on beds.ticket (org_id, en_code) where deleted_at is null;
  create unique index ticket_serial_idx on beds.ticket (org_id, serial_no) where deleted_at is null;`;
/** As the shell has it. */
const SERIES = 'create table core.number_series (series text not null, period text not null, value bigint not null, primary key (series, period));';

const ticket = defineRecord('beds.ticket', {
  title: ['工单', '工單', 'Ticket'],
  wire: { at: '/api/beds/Ticket' },
  fields: {
    fullName: field.text(50).required().label('名称', '名稱', 'Name'),
    enCode: field.code(20).required().label('编码', '代碼', 'Code'),
    organizeId: field.place().required().label('机构', '機構', 'Organisation'),
    serialNo: field.code(20).numbered({ prefix: 'WD', date: 'yyyyMM', digits: 4 }).label('流水号', '流水號', 'Serial number'),
    paperNo: field.text(30).numbered({ prefix: 'P', digits: 3, mayBeTyped: true }).label('单据号', '單據號', 'Paper number'),
    ...STANDARD_FIELDS,
  },
  list: { columns: ['fullName', 'serialNo'], sort: ['serialNo'], keyword: ['fullName', 'serialNo'] },
  acts: { create: {}, edit: {}, remove: {}, state: {}, export: {}, import: { key: 'enCode' } },
});
const contract = recordContract(ticket);
const served = serveRecord()(contract, ticketTable, {
  fields: {
    organizeId: {
      read: ({ orgId }) => orgId,
      write: async (_ctx, orgId) => ({ orgId: orgId as never }),
      text: async (_ctx, rows) => rows.map(({ orgId }) => `机构/${orgId}`),
      parse: async (_ctx, texts) => texts.map((text) => ({ value: text.slice(3), columns: { orgId: text.slice(3) as never } })),
    },
  },
});
const by = staff({ userId: 'u1', orgId: 'gz', orgIds: ['gz', 'wh'] });
const outsider = staff({ userId: 'u2', orgId: 'sz', orgIds: ['sz'] });
let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({
    core: defineServerPlugin({ schema: 'core', migrations: [{ name: '0001-series', sql: SERIES }] }),
    beds: defineServerPlugin({ schema: 'beds', migrations: [{ name: '0001-ticket', sql: TICKET }], implementations: [served] }),
  });
  host.countInDatabase();
});
afterAll(() => host.close());

describe('a numbered field', () => {
  let made = 0;
  const add = async (organizeId: string) => {
    made += 1;
    const { id } = await host.call('beds', contract.routes.create, { user: by, body: { fullName: `工单 ${made}`, enCode: `TKT.${made}`, organizeId } });
    return await host.call('beds', contract.routes.one, { user: by, params: { id } });
  };

  it('is counted for each organisation by itself, and from one again when the month changes', async () => {
    expect([await add('gz'), await add('wh'), await add('gz')].map(({ serialNo }) => serialNo)).toEqual(['WD2026030001', 'WD2026030001', 'WD2026030002']);
    const { now } = host.time;
    host.time.now = new Date('2026-04-01T02:00:00Z');
    expect([await add('gz')].map(({ serialNo, paperNo }) => [serialNo, paperNo])).toEqual([['WD2026040001', 'P003']]);
    host.time.now = now;
  });

  it('goes back with a row that is rolled back around it', async () => {
    const before = await add('gz');
    const work = host.db.transaction(async () => {
      await add('gz');
      throw new Error('not after all');
    });
    await expect(work).rejects.toThrow('not after all');
    expect(Number((await add('gz')).serialNo.slice(-4))).toBe(Number(before.serialNo.slice(-4)) + 1);
  });
});

recordSuite(contract, { host: () => host, by, given: { organizeId: 'gz' }, outsider, unique: ['enCode'] });
recordStaticSuite(contract, { host: () => host, table: ticketTable });
