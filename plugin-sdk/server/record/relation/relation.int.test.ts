import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { recordSuite } from '../../../../tests/support/records/record-suite.ts';
import { recordStaticSuite } from '../../../../tests/support/records/record-suite-static.ts';
import { workbookOf, Workbooks } from '../../../../tests/support/records/suite/workbooks.ts';
import { isAppError } from '../../../contract/index.ts';
import { defineRecord, field, recordContract, STANDARD_FIELDS } from '../../../contract/record/index.ts';
import { defineServerPlugin } from '../../define-server-plugin.ts';
import { column, kept } from '../../table/column.ts';
import { defineTable } from '../../table/define-table.ts';
import { ownedBy } from '../../table/row-door.ts';
import { lineColumns } from '../lines/line-columns.ts';
import { serveRecord } from '../serve-record.ts';

const shared = {
  id: column.id(),
  orgId: column.org(),
  fullName: column.text(50),
  enCode: column.code(20),
  enabled: column.flag(),
  sortCode: column.int(0, 1_000_000),
  description: column.text(500),
  searchGrams: column.grams('fullName', 'enCode'),
  ...kept,
};
const wardTable = defineTable('beds.ward', shared, {
  unique: { ward_code_idx: ['orgId', 'enCode'] },
  menu: 'beds.ward',
  dataFields: { fullName: { column: 'fullName', type: 'String' } },
});
const bedTable = defineTable(
  'stay.bed',
  { ...shared, wardId: column.id(), neighbourId: column.id().nullable(), formerId: column.id().nullable() },
  { unique: { bed_code_idx: ['orgId', 'enCode'] } },
);
const COLUMNS = `id text primary key, org_id text not null, full_name text not null, en_code text not null, enabled boolean not null, sort_code integer not null,
  description text not null, search_grams text[] not null default '{}', created_at timestamptz not null, updated_at timestamptz not null, version integer not null,
  deleted_at timestamptz`;
const WARD = `create table beds.ward (${COLUMNS}); create unique index ward_code_idx on beds.ward (org_id, en_code) where deleted_at is null;`;
const BED = `create table stay.bed (${COLUMNS}, ward_id text not null, neighbour_id text, former_id text);
  create unique index bed_code_idx on stay.bed (org_id, en_code) where deleted_at is null;`;

const named = {
  fullName: field.text(50).required().label('名称', '名稱', 'Name'),
  enCode: field.code(20).required().label('编码', '代碼', 'Code'),
  organizeId: field.place().required().label('机构', '機構', 'Organisation'),
};
const acts = { create: {}, edit: {}, remove: {}, state: {}, export: {}, import: { key: 'enCode' } } as const;
const ward = defineRecord('beds.ward', {
  title: ['病区', '病區', 'Ward'],
  wire: { at: '/api/beds/Ward' },
  fields: { ...named, ...STANDARD_FIELDS, description: STANDARD_FIELDS.description.withheld() },
  list: { columns: ['fullName'], keyword: ['fullName', 'enCode'] },
  acts,
});
const bed = defineRecord('stay.bed', {
  title: ['床位', '床位', 'Bed'],
  wire: { at: '/api/stay/Bed' },
  fields: {
    ...named,
    wardId: field.relation('beds.ward', { onDisable: 'refuse' }).required().label('病区', '病區', 'Ward'),
    wardCode: field.related('wardId', 'enCode').label('病区编码', '病區代碼', 'Code of the ward'),
    wardNote: field.related('wardId', 'description').label('病区说明', '病區說明', 'About the ward'),
    wardState: field.related('wardId', 'enabledMark').label('病区状态', '病區狀態', 'State of the ward'),
    neighbourId: field.relation('stay.bed').label('相邻床位', '相鄰床位', 'Neighbour'),
    neighbourWard: field.related('neighbourId', 'wardId').label('相邻病区', '相鄰病區', 'Ward of the neighbour'),
    neighbourWardCode: field.related('neighbourId', 'wardId.enCode').label('相邻病区编码', '相鄰病區代碼', 'Code of the ward of the neighbour'),
    neighbourWardNote: field.related('neighbourId', 'wardId.description').label('相邻病区说明', '相鄰病區說明', 'About the ward of the neighbour'),
    formerId: field.relation('beds.ward', { onRemove: 'keep' }).label('原病区', '原病區', 'Former ward'),
    ...STANDARD_FIELDS,
  },
  list: { columns: ['fullName', 'wardId', 'wardCode'], filter: ['wardId', 'neighbourId', 'formerId'] },
  acts,
});
const plan = defineRecord('stay.plan', {
  title: ['安排', '安排', 'Plan'],
  wire: { at: '/api/stay/Plan' },
  fields: {
    ...named,
    steps: field
      .lines({
        max: 6,
        fields: {
          wardId: field.relation('beds.ward').required().label('去往病区', '去往病區', 'To the ward'),
          bedId: field.relation('stay.bed', { onRemove: 'keep' }).label('去往床位', '去往床位', 'To the bed'),
          note: field.text(50).label('备注', '備註', 'Note'),
        },
      })
      .label('步骤', '步驟', 'Steps'),
    ...STANDARD_FIELDS,
  },
  list: { columns: ['fullName'], keyword: ['fullName'] },
  acts,
});
const planContract = recordContract(plan);
const planTable = defineTable('stay.plan', shared, { unique: { plan_code_idx: ['orgId', 'enCode'] } });
const stepTable = defineTable(
  'stay.plan_step',
  { id: column.id(), planId: column.ref('stay.plan'), lineNo: column.int(1, 6), ...lineColumns(plan, 'steps'), ...kept },
  { scope: ownedBy(planTable, 'plan_id') },
);
const PLAN = `create table stay.plan (${COLUMNS}); create unique index plan_code_idx on stay.plan (org_id, en_code) where deleted_at is null;
  create table stay.plan_step (id text primary key, plan_id text not null references stay.plan (id), line_no integer not null, ward_id text not null, bed_id text, note text not null,
    created_at timestamptz not null, updated_at timestamptz not null, version integer not null, deleted_at timestamptz);`;
const wardContract = recordContract(ward);
const bedContract = recordContract(bed);
const place = {
  organizeId: {
    read: ({ orgId }: { readonly orgId: string }) => orgId,
    write: async (_ctx: unknown, orgId: string) => ({ orgId: orgId as never }),
    text: async (_ctx: unknown, rows: readonly { readonly orgId: string }[]) => rows.map(({ orgId }) => `机构/${orgId}`),
    parse: async (_ctx: unknown, texts: readonly string[]) => texts.map((text) => ({ value: text.slice(3), columns: { orgId: text.slice(3) as never } })),
  },
};
const by = staff({ userId: 'u1', orgId: 'gz', orgIds: ['gz'] });
const outsider = staff({ userId: 'u2', orgId: 'wh', orgIds: ['wh'] });
let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({
    beds: defineServerPlugin({
      schema: 'beds',
      migrations: [{ name: '0001-ward', sql: WARD }],
      implementations: [serveRecord()(wardContract, wardTable, { fields: place })],
    }),
    stay: defineServerPlugin({
      schema: 'stay',
      migrations: [
        { name: '0001-bed', sql: BED },
        { name: '0002-plan', sql: PLAN },
      ],
      implementations: [
        serveRecord()(bedContract, bedTable, { fields: place }),
        serveRecord()(planContract, planTable, { fields: place, lines: { steps: stepTable } }),
      ],
    }),
  });
});
afterAll(() => host.close());

type Call = Parameters<PluginHost['call']>[2];
let made = 0;
const addWard = async (over: object = {}, as = by): Promise<string> => {
  made += 1;
  const body = { fullName: `病区 ${made}`, enCode: `SIM.W${made}`, organizeId: as.orgId, description: '三楼', ...over };
  return (await host.call('beds', wardContract.routes.create, { user: as, body })).id;
};
const addBed = async (over: object = {}, as: Call = {}): Promise<string> => {
  made += 1;
  const body = { fullName: `床 ${made}`, enCode: `BED.${made}`, organizeId: 'gz', ...over };
  return (await host.call('stay', bedContract.routes.create, { user: by, body, ...as })).id;
};
const bedOf = (id: string, as: Call = {}) => host.call('stay', bedContract.routes.one, { user: by, params: { id }, ...as });
const dropWard = (id: string) => host.call('beds', wardContract.routes.remove, { user: by, params: { id } });
const turnWard = (id: string) => host.call('beds', wardContract.routes.state, { user: by, params: { id } });
const refused = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isAppError(error)) throw new Error(`expected a refusal, got ${String(error)}`);
  return error;
};
/** Wards that a data scheme hides all but one of. */
const seesOnly = (fullName: string): Call => ({
  dataScope: (menu) =>
    menu === 'beds.ward'
      ? ({
          kind: 'schemes',
          conditions: [[{ logic: 'and', groups: [{ field: 'fullName', type: 'String', op: 'Equal', value: fullName }] }]],
          userAndBelow: [],
        } as const)
      : { kind: 'organisation' },
});

describe('a relation', () => {
  afterEach(() => host.db.script('delete from stay.bed; delete from beds.ward'));

  it('tells what uses a row by name, by record, and that there is more than one sees', async () => {
    const wardId = await addWard({ fullName: '内科' });
    for (const name of ['甲', '乙', '丙', '丁']) await addBed({ fullName: name, wardId });
    const error = await refused(dropWard(wardId));
    expect([error.key, error.params]).toEqual(['core.record-in-use', { title: '病区', name: '内科', list: expect.stringMatching(/^床位：.、.、.等$/) }]);
    await host.db.script(`update stay.bed set org_id = 'wh'`);
    expect((await refused(dropWard(wardId))).params).toMatchObject({ list: '床位：有其他记录' });
    await host.db.script(`update stay.bed set deleted_at = now()`);
    await dropWard(wardId);
  });

  it('tells no names of rows to who may not list them or see the field: of beds, and of plans by their lines', async () => {
    const wardId = await addWard({ fullName: '内科' });
    await addBed({ fullName: '甲床', wardId });
    await host.call('stay', planContract.routes.create, {
      user: by,
      body: { fullName: '甲计划', enCode: 'PLAN.1', organizeId: 'gz', steps: [{ wardId, bedId: '', note: '' }] } as never,
    });
    const told = async (as: Call = {}) =>
      (await refused(host.call('beds', wardContract.routes.remove, { user: by, params: { id: wardId }, ...as }))).params as { readonly list: string };
    expect((await told()).list.split('；').toSorted()).toEqual(['安排：甲计划', '床位：甲床']);
    expect((await told({ can: (code) => code !== 'stay.bed' })).list.split('；').toSorted()).toEqual(['安排：甲计划', '床位：有其他记录']);
    expect((await told({ can: (code) => code !== 'stay.plan' })).list.split('；').toSorted()).toEqual(['安排：有其他记录', '床位：甲床']);
    await host.db.script('delete from stay.plan_step; delete from stay.plan');
  });

  it('that says so keeps a row from being disabled, by switch and by form; one that does not lets it', async () => {
    const [used, former] = [await addWard(), await addWard()];
    const id = await addBed({ wardId: used, formerId: former });
    expect((await refused(turnWard(used))).key).toBe('core.record-in-use');
    expect((await refused(host.call('beds', wardContract.routes.edit, { user: by, params: { id: used }, body: { enabledMark: 0 } }))).key).toBe(
      'core.record-in-use',
    );
    await turnWard(former);
    expect((await bedOf(id)).labels).toMatchObject({ formerId: expect.stringMatching(/^病区/) });
    await dropWard(former);
    expect(await bedOf(id)).toMatchObject({ formerId: former, labels: { formerId: null } });
  });

  it('a row may name itself, and goes with itself', async () => {
    const id = await addBed({ wardId: await addWard() });
    await host.call('stay', bedContract.routes.edit, { user: by, params: { id }, body: { neighbourId: id } });
    await host.call('stay', bedContract.routes.remove, { user: by, params: { id } });
  });

  it('what a data scheme hides has no name, is not offered and cannot be named; where it stands it stays', async () => {
    const [seen, hidden] = [await addWard({ fullName: '可见' }), await addWard({ fullName: '隐藏' })];
    const id = await addBed({ wardId: hidden });
    const only = seesOnly('可见');
    expect(await bedOf(id, only)).toMatchObject({ wardId: hidden, labels: { wardId: null, neighbourId: null } });
    const related = bedContract.routes as unknown as Record<string, typeof bedContract.routes.list>;
    const { list } = (await host.call(
      'stay',
      related.related as never,
      { user: by, query: { field: 'wardId', pageSize: 500 }, ...only } as never,
    )) as unknown as { readonly list: readonly { readonly id: string }[] };
    expect(list.map((row) => row.id)).toEqual([seen]);
    expect((await refused(addBed({ wardId: hidden }, only))).fields).toMatchObject([{ path: 'wardId', msg: '病区：没有这一项' }]);
    await host.call('stay', bedContract.routes.edit, { user: by, params: { id }, body: { fullName: '改名', wardId: hidden }, ...only });
    expect(await bedOf(id)).toMatchObject({ fullName: '改名', labels: { wardId: '隐藏' } });
  });

  it('is read from a workbook by code or name; a name that several have is refused, a code goes before a name', async () => {
    const books = new Workbooks({
      record: bed,
      host: () => host,
      by,
      call: (name: string, given: Call = {}) => host.call('stay', bedContract.routes[name as 'list'], { user: by, ...given }),
    } as never);
    await addWard({ fullName: '同名' });
    const second = await addWard({ fullName: '同名', enCode: 'SIM.TWIN' });
    const only = await addWard({ fullName: 'SIM.TWIN' });
    const alone = await addWard({ fullName: '独一' });
    expect(only).not.toBe(second);
    const head = ['名称', '编码', '机构', '病区'];
    const rows = ['同名', 'SIM.TWIN', '独一', '没有', ''].map((text, at) => [`床 ${at}`, `SIM.X${at}`, '机构/gz', text]);
    const { dataRow } = await books.preview(await workbookOf([head, ...rows]));
    expect(dataRow.map(({ act, errorsInfo }) => [act, errorsInfo])).toEqual([
      ['', '病区：有 2 条记录叫这个名称，请填写编码'],
      ['create', ''],
      ['create', ''],
      ['', '病区：找不到“没有”'],
      ['', '病区不能为空'],
    ]);
    await books.send(dataRow.filter(({ act }) => act === 'create'));
    const { list } = await host.call('stay', bedContract.routes.list, { user: by });
    expect(Object.fromEntries(list.map(({ enCode, wardId }) => [enCode, wardId]))).toEqual({ 'SIM.X1': second, 'SIM.X2': alone });
  });

  it('to a record of the plugin that is not there is refused when the plugin is loaded', () => {
    expect(() =>
      defineServerPlugin({
        implementations: [
          serveRecord()(recordContract({ ...bed, fields: bed.fields.map((each) => ({ ...each, ...(each.target && { target: 'stay.bet' }) })) }), bedTable, {
            fields: place,
          }),
        ],
      }),
    ).toThrow('REC-053 stay.bed fields.wardId.target: no record "stay.bet". Near: stay.bed');
  });
});

describe('[2.6-15] a field that follows a relation', () => {
  afterEach(() => host.db.script('delete from stay.bed; delete from beds.ward'));
  const related = (bedContract.routes as unknown as Record<string, typeof bedContract.routes.list>).related as typeof bedContract.routes.list;
  const offeredOf = async (ids: string, as: Call = {}) =>
    (
      (await host.call('stay', related, { user: by, query: { field: 'wardId', ids }, ...as } as never)) as unknown as {
        readonly list: readonly { readonly shows?: object }[];
      }
    ).list.map(({ shows }) => shows);
  const without = (...codes: readonly string[]): Call => ({ can: (code) => !codes.includes(code) });

  it('shows what stands in the row that is named, in one row, in the list and to a form that has not saved yet, always as it is now', async () => {
    const [wardId, other] = [await addWard({ enCode: 'SIM.A' }), await addWard({ enCode: 'SIM.B', description: '' })];
    const id = await addBed({ wardId });
    const first = { wardCode: 'SIM.A', wardNote: '三楼', wardState: '启用' };
    expect(await bedOf(id)).toMatchObject(first);
    expect((await host.call('stay', bedContract.routes.list, { user: by })).list).toMatchObject([first]);
    expect(await offeredOf(other)).toEqual([{ wardCode: 'SIM.B', wardNote: '', wardState: '启用' }]);
    await host.call('beds', wardContract.routes.edit, { user: by, params: { id: wardId }, body: { description: '四楼' } });
    expect(await bedOf(id)).toMatchObject({ ...first, wardNote: '四楼' });
    await host.call('stay', bedContract.routes.edit, { user: by, params: { id }, body: { wardId: other } });
    expect(await bedOf(id)).toMatchObject({ wardCode: 'SIM.B', wardNote: '' });
  });

  it('is neither taken nor stored: what an older client sends of it changes nothing', async () => {
    expect(Object.keys((bedContract.routes.create.body as unknown as { readonly properties: object }).properties)).not.toContain('wardCode');
    const id = await addBed({ wardId: await addWard({ enCode: 'SIM.A' }), wardCode: '别的' });
    await host.call('stay', bedContract.routes.edit, { user: by, params: { id }, body: { wardCode: '别的' } as never });
    expect(await bedOf(id)).toMatchObject({ wardCode: 'SIM.A', version: 2 });
    expect(host.audits.slice(-2).map(({ entry }) => JSON.stringify(entry.after).includes('别的'))).toEqual([false, false]);
  });

  it('says nothing to who may not list the other record, see that row of it, or see that field', async () => {
    const id = await addBed({ wardId: await addWard({ fullName: '隐藏', enCode: 'SIM.A' }) });
    const nothing = { wardCode: '', wardNote: '', wardState: '' };
    const { wardId } = await bedOf(id);
    for (const reader of [without('beds.ward'), seesOnly('可见')]) {
      expect(await bedOf(id, reader)).toMatchObject(nothing);
      expect((await host.call('stay', bedContract.routes.list, { user: by, ...reader })).list).toMatchObject([nothing]);
    }
    expect(await offeredOf(wardId, without('beds.ward'))).toEqual([nothing]);
    expect(await offeredOf(wardId, seesOnly('可见'))).toEqual([]);
    const partly = without('beds.ward#column:description');
    expect(await bedOf(id, partly)).toMatchObject({ wardCode: 'SIM.A', wardNote: '', wardState: '启用' });
    expect(await offeredOf(wardId, partly)).toEqual([{ wardCode: 'SIM.A', wardNote: '', wardState: '启用' }]);
  });

  it('goes a step further, to what the row that is named names in turn; each record on the way decides what is seen of it', async () => {
    const ward = await addWard({ fullName: '隐藏', enCode: 'SIM.A' });
    const neighbourId = await addBed({ enCode: 'SIM.1', wardId: ward });
    const other = await addBed({ enCode: 'SIM.2', wardId: await addWard({ fullName: '可见', enCode: 'SIM.B' }) });
    const id = await addBed({ enCode: 'SIM.3', wardId: ward, neighbourId });
    const first = { neighbourWard: '隐藏', neighbourWardCode: 'SIM.A', neighbourWardNote: '三楼' };
    const nothing = { neighbourWardCode: '', neighbourWardNote: '' };
    expect(await bedOf(id)).toMatchObject(first);
    expect(await bedOf(neighbourId)).toMatchObject(nothing);
    const offered = async (ids: string, as: Call = {}) =>
      (
        (await host.call('stay', related, { user: by, query: { field: 'neighbourId', ids }, ...as } as never)) as unknown as {
          readonly list: readonly { readonly shows?: object }[];
        }
      ).list.map(({ shows }) => shows);
    expect(await offered(other)).toEqual([{ neighbourWard: '可见', neighbourWardCode: 'SIM.B', neighbourWardNote: '三楼' }]);
    expect(await bedOf(id, without('beds.ward'))).toMatchObject(nothing);
    expect(await bedOf(id, seesOnly('可见'))).toMatchObject(nothing);
    expect(await bedOf(id, without('beds.ward#column:description'))).toMatchObject({ ...first, neighbourWardNote: '' });
    await host.call('beds', wardContract.routes.edit, { user: by, params: { id: ward }, body: { description: '四楼' } });
    expect(await bedOf(id)).toMatchObject({ ...first, neighbourWardNote: '四楼' });
  });

  it.each([
    ['enCode.fullName', 'fields.wardCode.shows: "stay.bed" has no relation "enCode". Near: wardId'],
    ['neighbourId.enCod', 'fields.wardCode.shows: "stay.bed" has no field "enCod". Near: enCode'],
  ])('that goes where no way leads is refused: %s', (shows, sentence) => {
    const wrong = bed.fields.map((each) => ({ ...each, ...(each.name === 'wardCode' && { from: 'neighbourId', shows }) }));
    expect(() => defineServerPlugin({ implementations: [serveRecord()(recordContract({ ...bed, fields: wrong }), bedTable, { fields: place })] })).toThrow(
      `REC-123 stay.bed ${sentence}`,
    );
  });

  it('that shows a field which is not there is refused when both records are of one plugin', () => {
    const wrong = bed.fields.map((each) => ({ ...each, ...(each.name === 'wardCode' && { from: 'neighbourId', shows: 'enCod' }) }));
    expect(() => defineServerPlugin({ implementations: [serveRecord()(recordContract({ ...bed, fields: wrong }), bedTable, { fields: place })] })).toThrow(
      'REC-123 stay.bed fields.wardCode.shows: "stay.bed" has no field "enCod". Near: enCode',
    );
  });
});

const wards = { make: () => addWard(), foreign: () => addWard({}, outsider), remove: dropWard, disable: turnWard };
const beds = {
  make: async () => addBed({ wardId: await addWard() }),
  foreign: async () => {
    const id = await addBed({ wardId: await addWard() });
    await host.db.script(`update stay.bed set org_id = 'wh' where id = '${id}'`);
    return id;
  },
  remove: (id: string) => host.call('stay', bedContract.routes.remove, { user: by, params: { id } }),
};
recordSuite(bedContract, {
  host: () => host,
  by,
  given: { organizeId: 'gz' },
  related: { wardId: wards, neighbourId: beds, formerId: wards },
  outsider,
  unique: ['enCode'],
});
recordStaticSuite(bedContract, { host: () => host, table: bedTable });
recordSuite(planContract, {
  host: () => host,
  by,
  given: { organizeId: 'gz' },
  related: { 'steps.wardId': wards, 'steps.bedId': beds },
  outsider,
  unique: ['enCode'],
});
recordStaticSuite(planContract, { host: () => host, table: planTable, lines: { steps: stepTable } });
