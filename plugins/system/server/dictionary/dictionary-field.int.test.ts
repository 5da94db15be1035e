import { defineRecord, field, recordContract, STANDARD_FIELDS } from '@nephra/plugin-sdk/record';
import { column, defineServerPlugin, defineTable, fieldColumns, kept, type RawReply, serveRecord } from '@nephra/plugin-sdk/server';
import { readXlsx } from '@nephra/plugin-sdk/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { recordSuite } from '../../../../tests/support/records/record-suite.ts';
import { dictionaryDataContract } from '../../contract/dictionary-data.contract.ts';
import { dictionaryTypeContract } from '../../contract/dictionary-type.contract.ts';
import system from '../index.ts';
import { refusal } from './declared-dictionary.fixture.ts';
import { dictionaryCalls } from './dictionary.fixture.ts';

const bed = defineRecord('beds.bed', {
  title: ['床位', '床位', 'Bed'],
  wire: { at: '/api/beds/Bed' },
  fields: {
    fullName: field.text(50).required().label('名称', '名稱', 'Name'),
    enCode: field.code(20).required().label('编码', '代碼', 'Code'),
    access: field.dictionary('SIM.access').label('通路', '通路', 'Access'),
    ...STANDARD_FIELDS,
  },
  list: { columns: ['fullName', 'access'], order: 'fullName', filter: ['access'] },
  acts: { create: {}, edit: {}, remove: {}, export: {}, import: { key: 'enCode' } },
});
const bedTable = defineTable(
  'beds.bed',
  { id: column.id(), ...fieldColumns(bed), enabled: column.flag(), searchGrams: column.grams('fullName', 'enCode'), ...kept },
  { scope: 'installation', unique: { bed_code_idx: ['enCode'] } },
);
const BED = `create table beds.bed (id text primary key, full_name text not null, en_code text not null, access text not null, sort_code integer not null, enabled boolean not null, description text not null, search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null, deleted_at timestamptz);
  create unique index bed_code_idx on beds.bed (en_code) where deleted_at is null;`;
const contract = recordContract(bed);
const { routes } = contract;
const user = staff({ userId: 'admin', isAdministrator: true });

let host: PluginHost;
let fistula = '';
beforeAll(async () => {
  const beds = defineServerPlugin({ schema: 'beds', migrations: [{ name: '0001-bed', sql: BED }], implementations: [serveRecord()(contract, bedTable, {})] });
  host = await hostPlugins({ system: system as never, beds: beds as never });
  const type = await host.call('system', dictionaryTypeContract.routes.create, { user, body: { fullName: 'SIM 通路', enCode: 'SIM.access' } });
  const add = async (fullName: string, enCode: string) =>
    (await host.call('system', dictionaryDataContract.routes.create, { user, body: { fullName, enCode, dictionaryTypeId: type.id } })).id;
  fistula = await add('内瘘', 'fistula');
  await add('导管', 'catheter');
});
afterAll(() => host.close());

const create = (access: string, enCode: string) => host.call('beds', routes.create, { user, body: { fullName: `SIM ${enCode}`, enCode, access } });
const state = () => host.call('system', dictionaryDataContract.routes.state, { user, params: { id: fistula } });

it('a field of a dictionary takes codes that can be chosen, and keeps what stands when it is hidden', async () => {
  const { id } = await create('fistula', 'a');
  expect(await refusal(create('never', 'b'))).toMatchObject({ key: 'core.invalid', at: ['access'] });
  await state();
  expect(await refusal(create('fistula', 'b'))).toMatchObject({ key: 'core.invalid', at: ['access'] });
  await host.call('beds', routes.edit, { user, params: { id }, body: { fullName: 'SIM 改名', access: 'fistula' } });
  expect(await host.call('beds', routes.one, { user, params: { id } })).toMatchObject({ access: 'fistula', version: 2 });
  await state();
  const { list } = await host.call('beds', routes.list, { user, query: { access: 'catheter' } });
  expect(list).toEqual([]);
  await host.call('beds', routes.remove, { user, params: { id } });
});

it('a code that rows hold is not deleted: the refusal names them', async () => {
  const { id } = await create('fistula', 'c');
  const drop = () => host.call('system', dictionaryDataContract.routes.remove, { user, params: { id: fistula } });
  expect(await refusal(drop())).toMatchObject({ key: 'system.code-in-use-remove', params: { list: '床位：SIM c' } });
  await host.call('beds', routes.remove, { user, params: { id } });
});

it('where a code is used lists each row by name; the refusal names three', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 5; at += 1) ids.push((await create('fistula', `u${at}`)).id);
  const { list } = await host.call('system', dictionaryDataContract.routes.uses, { user, params: { id: fistula } });
  expect(list).toEqual([{ title: '床位', names: expect.arrayContaining(ids.map((_, at) => `SIM u${at}`)), more: false }]);
  const drop = () => host.call('system', dictionaryDataContract.routes.remove, { user, params: { id: fistula } });
  expect((await refusal(drop())).params.list).toMatch(/^床位：SIM u\d、SIM u\d、SIM u\d等$/);
  for (const id of ids) await host.call('beds', routes.remove, { user, params: { id } });
});

it('a workbook shows its name', async () => {
  const { id } = await create('catheter', 'd');
  const reply = (await host.call('beds', routes.exportExcel, { user, query: {} })) as unknown as RawReply;
  expect(JSON.stringify(await readXlsx(reply.content))).toContain('导管');
  await host.call('beds', routes.remove, { user, params: { id } });
});

it('[7.12-01] [7.12-06] neither dictionaries nor entries stand in a ring: the refusal is told at the field, and all stay where they were', async () => {
  const { routes: types } = dictionaryTypeContract;
  const { routes: data } = dictionaryDataContract;
  const { call, addType, addEntry } = dictionaryCalls(() => host);
  const above = await addType({ isTree: 1 });
  const inner = await addType({ parentId: above });
  for (const parentId of [above, inner])
    expect(await refusal(call(types.edit, { params: { id: above }, body: { parentId } }))).toMatchObject({ at: ['parentId'] });
  expect(await call(types.info, { params: { id: above } })).toMatchObject({ parentId: '-1', version: 1 });
  const top = await addEntry(above);
  const middle = await addEntry(above, { parentId: top });
  const low = await addEntry(above, { parentId: middle });
  for (const parentId of [top, middle, low])
    expect(await refusal(call(data.edit, { params: { id: top }, body: { parentId } }))).toMatchObject({ at: ['parentId'] });
  // Two that are moved below each other at once: one of them is refused.
  const [one, other] = [await addEntry(above), await addEntry(above)];
  const move = (id: string, parentId: string) => call(data.edit, { params: { id }, body: { parentId } });
  const moved = await Promise.allSettled([move(one, other), move(other, one)]);
  expect(moved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await call(data.info, { params: { id: top } })).toMatchObject({ parentId: '0', version: 1 });
});

recordSuite(contract, { host: () => host, by: user, unique: ['enCode'], given: { access: 'catheter' } });
