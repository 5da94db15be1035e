import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { recordSuite } from '../../../../tests/support/records/record-suite.ts';
import { recordStaticSuite } from '../../../../tests/support/records/record-suite-static.ts';
import { defineRecord, field, recordContract, STANDARD_FIELDS } from '../../../contract/record/index.ts';
import { defineServerPlugin } from '../../define-server-plugin.ts';
import { column, kept } from '../../table/column.ts';
import { defineTable } from '../../table/define-table.ts';
import { ownedBy } from '../../table/row-door.ts';
import { lineColumns } from '../lines/line-columns.ts';
import { serveRecord } from '../serve-record.ts';

const areaTable = defineTable(
  'beds.area',
  {
    id: column.id(),
    orgId: column.org(),
    fullName: column.text(50),
    enCode: column.code(20),
    parentId: column.id().nullable(),
    enabled: column.flag(),
    sortCode: column.int(0, 1_000_000),
    description: column.text(500),
    searchGrams: column.grams('fullName', 'enCode'),
    ...kept,
  },
  { unique: { area_code_idx: ['orgId', 'enCode'] }, menu: 'beds.area', dataFields: { fullName: { column: 'fullName', type: 'String' } } },
);
const AREA = `create table beds.area (id text primary key, org_id text not null, full_name text not null, en_code text not null, parent_id text, enabled boolean not null,
  sort_code integer not null, description text not null, search_grams text[] not null default '{}', created_at timestamptz not null, updated_at timestamptz not null,
  version integer not null, deleted_at timestamptz);
  create unique index area_code_idx on beds.area (org_id, en_code) where deleted_at is null;
  create table beds.area_key (id text primary key, area_id text not null references beds.area (id) on delete cascade, line_no integer not null, code text not null,
  count integer not null, created_at timestamptz not null, updated_at timestamptz not null, version integer not null, deleted_at timestamptz);
  create index area_key_idx on beds.area_key (area_id);`;
const area = defineRecord('beds.area', {
  title: ['区域', '區域', 'Area'],
  wire: { at: '/api/beds/Area' },
  fields: {
    fullName: field.text(50).required().label('名称', '名稱', 'Name'),
    enCode: field.code(20).required().label('编码', '代碼', 'Code'),
    organizeId: field.place().required().label('机构', '機構', 'Organisation'),
    parentId: field.relation('beds.area').label('上级', '上級', 'Parent'),
    keys: field
      .lines({
        max: 5,
        fields: { code: field.text(20).required().label('钥匙', '鑰匙', 'Key'), count: field.int(1, 9).initial(1).label('把数', '把數', 'Count') },
      })
      .label('钥匙', '鑰匙', 'Keys'),
    ...STANDARD_FIELDS,
  },
  list: { columns: ['fullName', 'enCode'], sort: ['fullName'], keyword: ['fullName', 'enCode'], filter: ['parentId', 'enabledMark'] },
  tree: { parent: 'parentId', maxDepth: 4 },
  acts: { create: {}, edit: {}, remove: {}, state: {}, export: {}, import: { key: 'enCode' } },
});
const keyTable = defineTable(
  'beds.area_key',
  { id: column.id(), areaId: column.ref('beds.area'), lineNo: column.int(1, 5), ...lineColumns(area, 'keys'), ...kept },
  { scope: ownedBy(areaTable, 'area_id') },
);
const contract = recordContract(area);
const { routes } = contract;
const served = serveRecord()(contract, areaTable, {
  lines: { keys: keyTable },
  fields: {
    organizeId: {
      read: ({ orgId }) => orgId,
      write: async (_ctx, orgId) => ({ orgId: orgId as never }),
      text: async (_ctx, rows) => rows.map(({ orgId }) => `机构/${orgId}`),
      parse: async (_ctx, texts) => texts.map((text) => ({ value: text.slice(3), columns: { orgId: text.slice(3) as never } })),
    },
  },
});
const by = staff({ userId: 'u1', orgId: 'gz', orgIds: ['gz'] });
const outsider = staff({ userId: 'u2', orgId: 'wh', orgIds: ['wh'] });
let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({ beds: defineServerPlugin({ schema: 'beds', migrations: [{ name: '0001-area', sql: AREA }], implementations: [served] }) });
});
afterAll(() => host.close());

let made = 0;
const add = async (over: object = {}, user = by): Promise<string> => {
  made += 1;
  const body = { fullName: `区 ${made}`, enCode: `AREA.${made}`, organizeId: user.orgId, ...over };
  return (await host.call('beds', routes.create, { user, body })).id;
};
const drop = (id: string) => host.call('beds', routes.remove, { user: by, params: { id } });

describe('a tree', () => {
  const names = async (query: object = {}, more: object = {}) =>
    (await host.call('beds', routes.list, { user: by, query: { pageSize: 500, ...query }, ...more })).list.map(({ fullName, treeLevel }) => [
      fullName,
      treeLevel,
    ]);

  it('is listed brother by brother in the order of the list, page by page, and flat where somebody sorts', async () => {
    const south = await add({ fullName: '南楼', sortCode: 2 });
    await add({ fullName: '北楼', sortCode: 1 });
    const floor = await add({ fullName: '南二层', sortCode: 2, parentId: south });
    await add({ fullName: '南一层', sortCode: 1, parentId: south });
    await add({ fullName: '房间', parentId: floor });
    const whole = [
      ['北楼', 1],
      ['南楼', 1],
      ['南一层', 2],
      ['南二层', 2],
      ['房间', 3],
    ];
    expect(await names()).toEqual(whole);
    expect([...(await names({ pageSize: 2 })), ...(await names({ pageSize: 2, currentPage: 2 })), ...(await names({ pageSize: 2, currentPage: 3 }))]).toEqual(
      whole,
    );
    expect((await names({ sidx: 'fullName', sort: 'asc' })).map(([, level]) => level)).toEqual(whole.map(() => undefined));
    expect(await names({ keyword: '南' })).toEqual(whole.slice(1, 4));
    const hidden = {
      dataScope: () => ({
        kind: 'schemes',
        conditions: [[{ logic: 'and', groups: [{ field: 'fullName', type: 'String', op: 'NotEqual', value: '南二层' }] }]],
        userAndBelow: [],
      }),
    };
    // What is below a row that one does not see stands at the top, and no branch leads there.
    expect(await names({}, hidden)).toEqual(expect.arrayContaining([['房间', 1]]));
    expect((await names({ parentId: south }, hidden)).map(([name]) => name)).toEqual(['南楼', '南一层']);
    expect(await names({ parentId: floor }, hidden)).toEqual([]);
    await host.db.script('delete from beds.area');
  });

  it('a page has what the whole order has at its place, wherever it begins and whatever is left out', async () => {
    // Brothers of one rank, branches of unlike depth and size; every third row is disabled, those above others among them.
    const ids: string[] = [];
    for (let n = 0; n < 30; n += 1) {
      const parentId = n % 4 === 0 ? undefined : ids[Math.floor(n / 4)];
      const depth = { fullName: `区 ${String(n).padStart(2, '0')}`, sortCode: (n * 7) % 5, ...(parentId !== undefined && { parentId }) };
      ids.push(await add(depth));
    }
    for (const [n, id] of ids.entries()) if (n % 3 === 1) await host.call('beds', routes.state, { user: by, params: { id } });
    for (const asked of [{}, { enabledMark: 1 }, { enabledMark: 0 }, { keyword: '区 1' }]) {
      const whole = await names(asked);
      expect(whole.length).toBeGreaterThan(5);
      for (const pageSize of [1, 4, 9]) {
        const pages = [];
        for (let currentPage = 1; (currentPage - 1) * pageSize < whole.length; currentPage += 1)
          pages.push(...(await names({ ...asked, pageSize, currentPage })));
        expect(pages).toEqual(whole);
      }
    }
    await host.db.script('delete from beds.area');
  });

  it('keeps places and levels where a filter leaves out what stands above, beside or below, and counts what it finds', async () => {
    const south = await add({ fullName: '南楼', sortCode: 2 });
    const north = await add({ fullName: '北楼', sortCode: 1 });
    const first = await add({ fullName: '南一层', sortCode: 1, parentId: south });
    await add({ fullName: '南二层', sortCode: 2, parentId: south });
    await add({ fullName: '南一室', parentId: first });
    const below = await add({ fullName: '北一层', parentId: north });
    for (const id of [south, first, below]) await host.call('beds', routes.state, { user: by, params: { id } });
    const enabled = [
      ['北楼', 1],
      ['南一室', 3],
      ['南二层', 2],
    ];
    const disabled = [
      ['北一层', 2],
      ['南楼', 1],
      ['南一层', 2],
    ];
    expect(await names({ enabledMark: 1 })).toEqual(enabled);
    expect(await names({ enabledMark: 0 })).toEqual(disabled);
    expect(await names({ enabledMark: 1, parentId: first })).toEqual([['南一室', 3]]);
    expect(await names({ enabledMark: 1, keyword: '南' })).toEqual(enabled.slice(1));
    expect(await names({ enabledMark: 1, currentPage: 2, pageSize: 1 })).toEqual([enabled[1]]);
    const { pagination } = await host.call('beds', routes.list, { user: by, query: { enabledMark: 1, currentPage: 2, pageSize: 1 } });
    expect(pagination.total).toBe(3);
    // Whoever does not see what stands above sees the row at the top.
    const hidden = {
      dataScope: () => ({
        kind: 'schemes',
        conditions: [[{ logic: 'and', groups: [{ field: 'fullName', type: 'String', op: 'NotEqual', value: '南一层' }] }]],
        userAndBelow: [],
      }),
    };
    expect(await names({ enabledMark: 1 }, hidden)).toEqual(
      expect.arrayContaining([
        ['南一室', 1],
        ['南二层', 2],
        ['北楼', 1],
      ]),
    );
    await host.db.script('delete from beds.area');
  });

  it('comes whole from one sheet, parents after their children too; a circle and what stands below a wrong row are told', async () => {
    const sheet = (rows: readonly (readonly [code: string, name: string, parent: string])[]) =>
      rows.map(([enCode, fullName, parentId], at) => ({ enCode, fullName, parentId, organizeId: '机构/gz', rowNumber: at + 2, rowKey: `sheet:${made}:${at}` }));
    const read = async (rows: ReturnType<typeof sheet>) => await host.call('beds', routes.importData, { user: by, body: { list: rows as never } });
    await add({ enCode: 'SIM.N', fullName: '北楼' });
    const whole = sheet([
      ['SIM.3', '房间', '二层'],
      ['SIM.2', '二层', 'SIM.1'],
      ['SIM.1', '南楼', ''],
      ['SIM.4', '北一层', '北楼'],
    ]);
    expect(await read(whole)).toMatchObject({ snum: 4, fnum: 0, created: 4 });
    expect(await names()).toEqual([
      ['北楼', 1],
      ['北一层', 2],
      ['南楼', 1],
      ['二层', 2],
      ['房间', 3],
    ]);
    expect(await read(whole)).toMatchObject({ created: 0, unchanged: 4 });
    const { failResult, snum } = await read(
      sheet([
        ['SIM.5', '甲', 'SIM.6'],
        ['SIM.6', '乙', 'SIM.5'],
        ['SIM.7', '丙', '丁'],
        ['', '丁', ''],
        ['SIM.8', '戊', '无处'],
      ]),
    );
    expect(snum).toBe(0);
    const told = failResult.map(({ rowNumber, errors }) => [rowNumber, errors.map(({ field: at, msg }) => `${at}: ${msg}`).join()]);
    expect(told.sort(([a], [b]) => Number(a) - Number(b))).toEqual([
      [2, expect.stringContaining('不能选择自己或自己的下级')],
      [3, expect.stringContaining('不能选择自己或自己的下级')],
      [4, expect.stringContaining('上级（第 5 行）有误')],
      [5, expect.stringContaining('enCode: ')],
      [6, expect.stringContaining('找不到“无处”')],
    ]);
    await host.db.script('delete from beds.area');
  });

  it('of two who move their rows below rows of each other at once one wins, and none waits for ever', async () => {
    const move = (id: string, parentId: string) => host.call('beds', routes.edit, { user: by, params: { id }, body: { parentId } });
    for (let round = 0; round < 10; round += 1) {
      const [a, b] = [await add(), await add()];
      // Neither locks a row that the other moves: the tree alone keeps them apart.
      const [below, under] = [await add({ parentId: a }), await add({ parentId: b })];
      const outcomes = await Promise.allSettled([move(a, under), move(b, below)]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    }
    await host.db.script('delete from beds.area');
  });
});

recordSuite(contract, {
  host: () => host,
  by,
  given: { organizeId: 'gz' },
  related: {
    parentId: {
      make: () => add(),
      foreign: () => add({}, outsider),
      remove: drop,
      disable: (id) => host.call('beds', routes.state, { user: by, params: { id } }),
    },
  },
  outsider,
  unique: ['enCode'],
});
recordStaticSuite(contract, { host: () => host, table: areaTable, lines: { keys: keyTable } });
