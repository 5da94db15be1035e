import type { Readable } from 'node:stream';
import { readXlsx } from '@nephra/plugin-sdk/testing';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hostPlugins, type PluginHost, staff } from '../../../tests/support/processes/plugin-host.ts';
import { recordSuite } from '../../../tests/support/records/record-suite.ts';
import { workbookOf, Workbooks } from '../../../tests/support/records/suite/workbooks.ts';
import { AppError } from '../../contract/index.ts';
import { compileRecord, defineRecord, type Field, field, recordContract } from '../../contract/record/index.ts';
import { recordStaticSuite } from '../../../tests/support/records/record-suite-static.ts';
import { defineServerPlugin } from '../define-server-plugin.ts';
import { column, kept } from '../table/column.ts';
import { defineTable } from '../table/define-table.ts';
import type { RawReply } from '../context.ts';
import { staffNames } from './relation/staff-points.ts';
import { serveRecord } from './serve-record.ts';
import { columns, MIGRATION, NARROWED, ward, wardTable } from './kinds/ward.fixture.ts';

const wardContract = recordContract(ward);
const { routes } = wardContract;

const STAGES = ['allow', 'write', 'check', 'after'] as const;
/** The stage of the next write that breaks; reached ones are noted. */
const broken: { at?: (typeof STAGES)[number]; reached: string[] } = { reached: [] };
const stage = (name: (typeof STAGES)[number]): void => {
  broken.reached.push(name);
  if (broken.at === name) throw new TypeError(`broken at ${name}`);
};

const asked: number[] = [];
const served = serveRecord()(wardContract, wardTable, {
  fields: {
    organizeId: {
      read: (row) => row.orgId,
      write: async (_ctx, orgId) => {
        stage('write');
        return { orgId };
      },
      text: async (_ctx, rows) => rows.map(({ orgId }) => `机构/${orgId}`),
      parse: async (ctx, texts) =>
        texts.map((text) => {
          const orgId = ctx.user.orgIds.find((id) => text === `机构/${id}`);
          return orgId && { value: orgId, columns: { orgId } };
        }),
    },
  },
  async shown(_ctx, rows) {
    asked.push(rows.length);
    return rows.map(({ fullName }) => ({ beds: fullName.length }));
  },
  async allow(_ctx, act, before) {
    stage('allow');
    if (act === 'edit' && before?.fullName === '封存') throw new AppError('beds.sealed');
  },
  async check(_ctx, { before, after, turnsOn }) {
    stage('check');
    if (turnsOn('enabled') && before && after?.description === '停用') throw new AppError('beds.stays-off');
  },
  async after(_ctx, { act }, { fullName }) {
    stage('after');
    if (fullName === `坏 ${act}`) throw new AppError('beds.after');
  },
});

const by = staff({ userId: 'u1', orgId: 'gz', orgIds: ['gz'] });
let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({ beds: defineServerPlugin({ schema: 'beds', migrations: [{ name: '0001-ward', sql: MIGRATION }], implementations: [served] }) });
});
afterAll(() => host.close());
/** Whoever has an id of this form is there; they are called after it. */
beforeEach(() =>
  host.provide(staffNames, {
    has: async (_caller, of, id) => of === 'user' && id.startsWith('staff-'),
    texts: async (_caller, _of, ids) => new Map(ids.map((id) => [id, `人员 ${id}`])),
    read: async (_caller, _of, texts) => texts.map((text) => (text.startsWith('人员 staff-') ? { id: text.slice(3) } : undefined)),
  }),
);
afterEach(() => host.db.script('delete from beds.ward'));

type Call = Parameters<PluginHost['call']>[2];
const call = <R extends Parameters<PluginHost['call']>[1]>(route: R, given: Call = {}) => host.call('beds', route, { user: by, ...given });
let made = 0;
const add = (over: object = {}) => {
  made += 1;
  return call(routes.create, { body: { fullName: `病区 ${made}`, enCode: `SIM.${made}`, organizeId: 'gz', ...over } });
};
const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.key : String(error)),
  );

describe('a served record', () => {
  it('fills in what is not said, keeps what is not sent, and reads every kind back as it was', async () => {
    const { id } = await add();
    expect(await call(routes.one, { params: { id } })).toMatchObject({
      kind: '',
      price: 0,
      unit: 0,
      amount: 0,
      opened: '2026-01-31',
      seen: 0,
      enabledMark: 1,
      sortCode: 0,
      description: '',
    });
    const values = { price: 12.34, unit: 0.0001, amount: 7.5, opened: '2024-02-29', seen: 1_772_416_800_123, kind: '旧' };
    await call(routes.edit, { params: { id }, body: values });
    expect(await call(routes.one, { params: { id } })).toMatchObject({ ...values, version: 2, enabledMark: 1 });
    await call(routes.edit, { params: { id }, body: { fullName: '  一病区  ' } });
    expect(await call(routes.one, { params: { id } })).toMatchObject({ ...values, fullName: '一病区', version: 3 });
  });

  it('asks for what stands beside the rows once for a page, however many there are', async () => {
    for (let at = 0; at < 12; at += 1) await add();
    asked.length = 0;
    const { list } = await call(routes.list, { query: { pageSize: 500 } });
    expect(list).toHaveLength(12);
    expect(asked).toEqual([12]);
    expect(list.every((row) => row.beds === row.fullName.length)).toBe(true);
  });

  it('is narrowed by its filters, sorted by its fields, and found by name, code and pinyin', async () => {
    await add({ fullName: '内科', kind: 'a', price: 3 });
    await add({ fullName: '外科', kind: 'b', price: 2, enabledMark: 0 });
    await add({ fullName: '儿科', kind: 'b', price: 1 });
    const names = async (query: object) => (await call(routes.list, { query: { ...query } })).list.map((row) => row.fullName);
    expect(await names({ sidx: 'price', sort: 'asc' })).toEqual(['儿科', '外科', '内科']);
    expect(await names({ kind: 'b', sidx: 'price', sort: 'desc' })).toEqual(['外科', '儿科']);
    expect(await names({ kind: 'b', enabledMark: 0 })).toEqual(['外科']);
    expect(await names({ kind: '', enabledMark: 0 })).toEqual(['外科']);
    expect(await names({ keyword: 'nk' })).toEqual(['内科']);
  });

  it('is narrowed by what lies between two values, by any of several choices and by words of a text', async () => {
    const plain = (insert: string) => ({ ops: [{ insert }] });
    await add({ fullName: '内科', price: 3.5, sortCode: 10, opened: '2026-01-31', month: '2026-01', tags: ['x'], story: plain('靠近护士站\n') });
    const looks = { ops: [{ insert: '靠近 ' }, { insert: 'ICU', attributes: { bold: true } }, { insert: '\n' }] };
    await add({ fullName: '外科', price: 20, sortCode: 9, opened: '2026-02-28', closed: '2026-03-01', month: '2026-03', tags: ['x', 'y'], story: looks });
    await add({ fullName: '儿科', price: 100, sortCode: 100, opened: '2026-03-01', asked: 1_772_416_800_000, tags: [], story: plain('\n') });
    const names = async (query: object) => (await call(routes.list, { query: { ...query, sidx: 'price', sort: 'asc' } })).list.map((row) => row.fullName);
    for (const [query, found] of NARROWED) expect([query, await names(query)]).toEqual([query, found]);
  });

  it('a failure behind the write leaves nothing of it', async () => {
    expect(await keyOf(add({ fullName: '坏 create' }))).toBe('beds.after');
    const { id } = await add({ fullName: '好' });
    expect(await keyOf(call(routes.edit, { params: { id }, body: { fullName: '坏 edit' } }))).toBe('beds.after');
    expect(await call(routes.one, { params: { id } })).toMatchObject({ fullName: '好', version: 1 });
    expect((await call(routes.list)).list).toHaveLength(1);
  });

  it('rights come before what is wrong with the values, and a switch is held to the same checks as a form', async () => {
    const { id } = await add({ fullName: '封存' });
    expect(await keyOf(call(routes.edit, { params: { id }, body: { enCode: '不行' } }))).toBe('beds.sealed');
    const off = await add({ description: '停用', enabledMark: 0 });
    expect(await keyOf(call(routes.state, { params: { id: off.id } }))).toBe('beds.stays-off');
    expect(await keyOf(call(routes.edit, { params: { id: off.id }, body: { enabledMark: 1 } }))).toBe('beds.stays-off');
  });

  it('a code of an older version stays allowed where it stands, and nowhere else', async () => {
    const { id } = await add();
    await host.db.script(`update beds.ward set en_code = '旧码 1'`);
    await call(routes.edit, { params: { id }, body: { enCode: '旧码 1', price: 1 } });
    expect(await keyOf(add({ enCode: '旧码 2' }))).toBe('core.invalid');
  });
});

describe('imported rows walk the stages of a form', () => {
  const kit = (): Workbooks =>
    new Workbooks({ record: ward, host: () => host, by, call: (name: string, given: Call = {}) => call(routes[name as 'list'], given) } as never);
  const HEAD = ['名称', '编码', '机构', '价格', '说明'];

  it('rights, checks and what comes behind the write speak for each row; the others are written', async () => {
    const sealed = await add({ fullName: '封存' });
    const off = await add({ description: '停用', enabledMark: 0 });
    const { list } = await call(routes.list);
    const codeOf = (id: string) => list.find((row) => row.id === id)?.enCode ?? '';
    const { dataRow } = await kit().preview(
      await workbookOf([
        [...HEAD, '状态'],
        ['换名', codeOf(sealed.id), '机构/gz', '1', '', '启用'],
        ['换名', codeOf(off.id), '机构/gz', '1', '停用', 'Enabled'],
        ['坏 create', 'SIM.bad', '机构/gz', '1', '', '是'],
        ['好', 'SIM.good', '机构/gz', '１，２３４．５', '', '啟用'],
      ]),
    );
    expect(dataRow.map(({ act }) => act)).toEqual(['edit', 'edit', 'create', 'create']);
    const result = await kit().send(dataRow);
    expect(result).toMatchObject({ created: 1, edited: 0, fnum: 3 });
    expect(result.failResult.map(({ errorsInfo }) => errorsInfo.split(' ')[0])).toEqual(['beds.sealed', 'beds.stays-off', 'beds.after']);
    expect((await call(routes.list, { query: { keyword: 'SIM' } })).list.filter(({ price }) => price > 0)).toMatchObject([{ fullName: '好', price: 1234.5 }]);
    expect(await call(routes.one, { params: { id: sealed.id } })).toMatchObject({ fullName: '封存', version: 1 });
  });

  it.each([
    ['价格', '十元', '价格：“十元”不是数字'],
    ['价格', '1.234', '价格：格式不正确'],
    ['价格', '-5', '价格：不能小于0'],
    ['开放日', '2026-02-30', '开放日：“2026-02-30”不是日期'],
    ['查看时间', '昨天', '查看时间：“昨天”不是时间'],
    ['排序', '1.5', '排序：“1.5”不是整数'],
    ['类型', '丙', '类型：没有“丙”这一选项'],
    ['机构', '机构/wh', '机构：找不到“机构/wh”'],
    ['名称', '长'.repeat(51), '名称：最多输入50个字符'],
    ['名称', '', '名称不能为空'],
  ])('%s %s: %s', async (heading, text, sentence) => {
    const cells = new Map([
      ['名称', '甲'],
      ['编码', 'SIM.1'],
      ['机构', '机构/gz'],
      [heading, text],
    ]);
    const { dataRow } = await kit().preview(await workbookOf([[...cells.keys()], [...cells.values()]]));
    expect(dataRow.map(({ act, errorsInfo }) => [act, errorsInfo])).toEqual([['', sentence]]);
  });

  it.each([
    ['开放日', '2026年3月1日', { opened: '2026-03-01' }],
    ['开放日', '2026/3/1', { opened: '2026-03-01' }],
    ['查看时间', '2026-03-01 8:30', { seen: Date.parse('2026-03-01T08:30:00+08:00') }],
    ['查看时间', '2026/3/1', { seen: Date.parse('2026-03-01T00:00:00+08:00') }],
    ['单价', '0.30000000000000004', { unit: 0.3 }],
    ['类型', 'b', { kind: 'b' }],
    ['状态', '否', { enabledMark: 0 }],
    ['编码', 'ＳＩＭ．２', { enCode: 'SIM.2' }],
  ])('%s %s is read', async (heading, text, expected) => {
    const cells = new Map([
      ['名称', '甲'],
      ['编码', 'SIM.1'],
      ['机构', '机构/gz'],
      [heading, text],
    ]);
    expect(await kit().imported(await workbookOf([[...cells.keys()], [...cells.values()]]))).toMatchObject({ created: 1 });
    expect((await call(routes.list)).list).toMatchObject([expected]);
  });

  it('what no rule of now lets through, and what a cell does not keep, stays where nobody changes it', async () => {
    await add({ kind: '旧', seen: 1_772_416_800_789, opened: '1899-12-31', description: ' 空格\u0007 ' });
    await add({ seen: -2_500_000_000_123 });
    await host.db.script(`update beds.ward set en_code = '旧码 ' || en_code`);
    const { rows } = await kit().exported({ selectKey: kit().allFields() });
    expect(await kit().imported(await workbookOf(rows))).toMatchObject({ unchanged: 2, edited: 0, created: 0, fnum: 0 });
    const price = rows[0]?.indexOf('价格') ?? -1;
    const changed = rows.map((row, nth) => row.map((text, at) => (nth > 0 && at === price ? '7' : text)));
    expect(await kit().imported(await workbookOf(changed))).toMatchObject({ edited: 2, fnum: 0 });
    expect((await call(routes.list, { query: { sidx: 'creatorTime', sort: 'asc' } })).list).toMatchObject([
      { kind: '旧', seen: 1_772_416_800_789, opened: '1899-12-31', price: 7 },
      { seen: -2_500_000_000_123, price: 7 },
    ]);
  });
});

describe('a record that its table cannot hold is refused when the plugin is loaded', () => {
  const fields = { fullName: field.text(20).label('名', '名', 'Name') };
  const define = (more: Parameters<typeof recordOf>[0], table = wardTable) => serveRecord()(recordContract(recordOf(more)), table, {});
  const recordOf = (more: Record<string, Field<unknown>>) =>
    defineRecord('beds.ward', {
      title: ward.document.title && ['病区', '病區', 'Ward'],
      wire: { at: '/api/beds/Ward' },
      fields: { ...fields, ...more },
      list: { columns: ['fullName'] },
      acts: {},
    });

  it.each([
    ['REC-041', { nothing: field.text(5) }],
    ['REC-042', { price: field.text(5) }],
    ['REC-043', { kind: field.text(11) }],
    ['REC-043', { score: field.decimal(3, 0, 100) }],
    ['REC-040', { place: field.place() }],
    ['REC-049', { seen: field.instant() }],
    ['REC-042', { price: field.oneOf(['a', '甲', '甲', 'A']) }],
  ])('%s', (number, more) => {
    const labelled = Object.fromEntries(Object.entries(more).map(([name, each]) => [name, each.label('甲', '甲', 'A')]));
    expect(() => define(labelled)).toThrow(`${number} beds.ward fields.${Object.keys(more)[0]}: `);
  });

  it('that says it is found by what the search pieces do not hold', () => {
    const wrong = { ...recordOf({}), keyword: ['fullName'], fields: recordOf({}).fields.map((each) => ({ ...each, column: 'description' })) };
    expect(() => serveRecord()(recordContract(wrong), wardTable, {})).toThrow('REC-048 beds.ward list.keyword "fullName": ');
  });

  it('R25 a fault in any stage of any act leaves the table byte for byte and nothing in the audit log', async () => {
    const { id } = await add({ fullName: '甲', enCode: 'SIM.25' });
    const whole = async () => (await sql<{ readonly text: string }>`select ward::text as text from beds.ward order by id`.execute(host.db.kysely)).rows;
    const before = [await whole(), host.audits.length];
    const acts = {
      create: () => add({ fullName: '乙' }),
      edit: () => call(routes.edit, { params: { id }, body: { fullName: '丙', enCode: 'SIM.26', organizeId: 'wh' } as never }),
      state: () => call(routes.state, { params: { id } }),
      remove: () => call(routes.remove, { params: { id } }),
    };
    const seen: string[] = [];
    for (const [act, work] of Object.entries(acts))
      for (const at of STAGES.filter((name) => name !== 'write' || act === 'create' || act === 'edit')) {
        broken.at = at;
        broken.reached = [];
        await expect(work()).rejects.toThrow(`broken at ${at}`);
        seen.push(`${act} ${broken.reached.at(-1)}`);
        broken.at = undefined;
        expect([await whole(), host.audits.length]).toEqual(before);
      }
    expect(seen).toHaveLength(14);
    await acts.edit();
    expect((await whole())[0]?.text).toContain('丙');
  });

  it('[REC-046] people are named by their directory, and only those who are there can be chosen', async () => {
    const { id } = await add({ keeper: 'staff-1' });
    await expect(add({ keeper: 'nobody' })).rejects.toMatchObject({
      key: 'core.invalid',
      fields: [{ path: 'keeper', msg: expect.stringContaining('没有这一项') }],
    });
    expect(await call(routes.one, { params: { id } })).toMatchObject({ keeper: 'staff-1' });
    const reply = (await call(routes.exportExcel, { query: { dataType: '1', selectKey: 'fullName,keeper' } })) as unknown as RawReply;
    const [sheet] = await readXlsx(Buffer.concat(await (reply.content as Readable).toArray()));
    expect(sheet?.rows.slice(1).map((row) => row[1])).toEqual(['人员 staff-1']);
  });

  it('an export needs the texts of what code keeps, an import their meaning and an index that holds its key', () => {
    const importing = (key: string) => compileRecord({ ...ward.document, acts: { create: {}, edit: {}, export: {}, import: { key } } });
    const read = { read: () => 'gz', write: async () => ({}) };
    const whole = { text: async () => [], parse: async () => [] };
    const serve = (key: string, place: object) => () =>
      serveRecord()(recordContract(importing(key)), wardTable, { fields: { organizeId: { ...read, ...place } } } as never);
    expect(serve('enCode', {})).toThrow(/REC-046 beds\.ward fields\.organizeId: its code needs "text".*\nREC-046 .*"parse"/);
    expect(serve('enCode', whole)).not.toThrow();
    expect(serve('fullName', whole)).toThrow('REC-047 beds.ward acts.import.key: no unique index of beds.ward holds "fullName"');
  });

  it('REC-050, where a column may be null', () => {
    const table = defineTable('beds.ward', { ...columns, description: column.text(500).nullable() });
    const more = { description: field.text(500).label('甲', '甲', 'A') };
    expect(() => define(more, table as never)).toThrow('REC-050 beds.ward fields.description: column "description" of beds.ward may be null');
  });

  it('without search pieces, and with a route that nothing serves', () => {
    const { searchGrams: _, ...unsearched } = columns;
    expect(() => define({}, defineTable('beds.ward', unsearched) as never)).toThrow('REC-044 beds.ward list: ');
    const contract = recordContract(recordOf({}), { more: { ...routes.list, path: '/api/beds/Ward/more' } });
    expect(() => serveRecord()(contract, wardTable, {} as never)).toThrow('REC-045 beds.ward routes.more: ');
  });
});

recordSuite(wardContract, {
  host: () => host,
  by,
  given: { organizeId: 'gz' },
  outsider: staff({ userId: 'u2', orgId: 'wh', orgIds: ['wh'] }),
  unique: ['enCode'],
});

recordStaticSuite(wardContract, { host: () => host, table: wardTable });

describe('a record without a field of the organisation', () => {
  const roomTable = defineTable('beds.room', {
    id: column.id(),
    orgId: column.org(),
    fullName: column.text(50),
    searchGrams: column.grams('fullName'),
    ...kept,
  });
  const room = recordContract(
    defineRecord('beds.room', {
      title: ['房间', '房間', 'Room'],
      wire: { at: '/api/beds/Room' },
      fields: { fullName: field.text(50).required().label('名称', '名稱', 'Name') },
      list: { columns: ['fullName'] },
      acts: { create: {}, edit: {} },
    }),
  );
  const ROOM = `create table beds.room (id text primary key, org_id text not null, full_name text not null, search_grams text[] not null default '{}',
    created_at timestamptz not null, updated_at timestamptz not null, version integer not null, deleted_at timestamptz);`;

  it('has its rows in the organisation in which their writer works, also when somebody above changes them', async () => {
    const rooms = await hostPlugins({
      beds: defineServerPlugin({ schema: 'beds', migrations: [{ name: '0001-room', sql: ROOM }], implementations: [serveRecord()(room, roomTable, {})] }),
    });
    try {
      const above = staff({ userId: 'u2', orgId: 'root', orgIds: ['root', 'gz'] });
      const { id } = await rooms.call('beds', room.routes.create, { user: by, body: { fullName: '一号房' } });
      await rooms.call('beds', room.routes.edit, { user: above, params: { id }, body: { fullName: '二号房' } });
      expect(await rooms.call('beds', room.routes.one, { user: by, params: { id } })).toMatchObject({ fullName: '二号房' });
      await rooms.call('beds', room.routes.create, { user: above, body: { fullName: '总部' } });
      expect((await rooms.call('beds', room.routes.list, { user: by })).list.map(({ fullName }) => fullName)).toEqual(['二号房']);
    } finally {
      await rooms.close();
    }
  });
});
