import { isAppError } from '@nephra/plugin-sdk/contract';
import type { UploadedFile } from '@nephra/plugin-sdk/server';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hostPlugins, type PluginHost, staff } from '../../../tests/support/processes/plugin-host.ts';
import { recordSuite } from '../../../tests/support/records/record-suite.ts';
import { recordStaticSuite } from '../../../tests/support/records/record-suite-static.ts';
import { mapContract } from '../contract/map/map.contract.ts';
import { MAP_MENU, MAX_MAP_BYTES } from '../contract/map/map-limits.ts';
import { commonFieldContract } from '../contract/model/common-field.contract.ts';
import { FLOOR_PLAN } from '../domain/map/floor-plan.ts';
import data from './index.ts';
import { commonFieldTable } from './tables/common-field.table.ts';
import { mapTable } from './tables/map.table.ts';

const user = staff({ userId: 'admin', isAdministrator: true });
const { routes } = mapContract;
let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({ data: data as never });
});
afterAll(() => host.close());

const fileOf = (text: string, over: Partial<UploadedFile> = {}): UploadedFile => ({
  name: 'SIM.json',
  size: Buffer.byteLength(text),
  extension: 'json',
  save: (type) => host.context('data').files.save({ name: 'SIM.json', type, content: Readable.from([Buffer.from(text)]) }),
  ...over,
});
const upload = (id: string, file: UploadedFile, by = user) => host.call('data', routes.upload, { user: by, params: { id }, body: { file, fields: {} } });
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isAppError(error)) throw new Error(`expected a refusal, got ${String(error)}`);
  return { key: error.key, params: error.params };
};

it('[2.5-06] a map draws what was uploaded last, and what is wrong with a file is told with its place', async () => {
  const { id } = await host.call('data', routes.create, { user, body: { fullName: 'SIM 平面图', enCode: 'SIM.PLAN' } });
  expect(await host.call('data', routes.data, { user, params: { id } })).toEqual({ id, fullName: 'SIM 平面图', data: '' });
  expect(await upload(id, fileOf(FLOOR_PLAN))).toEqual({ features: 12 });
  expect(await host.call('data', routes.one, { user, params: { id } })).toMatchObject({ features: 12, dataSize: Buffer.byteLength(FLOOR_PLAN) });
  const open = FLOOR_PLAN.replace('[0,0.014]]]', '[0,0.015]]]');
  expect(open).not.toBe(FLOOR_PLAN);
  expect(await refusal(upload(id, fileOf(open)))).toEqual({ key: 'data.map-open-ring', params: { path: 'features[0].geometry.coordinates[0]' } });
  expect(await refusal(upload(id, fileOf('{}', { extension: 'txt' })))).toMatchObject({ key: 'data.map-file-type' });
  expect(await refusal(upload(id, fileOf('{}', { size: MAX_MAP_BYTES + 1 })))).toMatchObject({ key: 'data.map-too-large' });
  expect((await host.call('data', routes.data, { user, params: { id } })).data).toBe(FLOOR_PLAN);

  const clerk = staff({ userId: 'clerk' });
  expect(await refusal(upload(id, fileOf(FLOOR_PLAN), clerk))).toMatchObject({ key: 'core.system-only' });
  const read = (can: boolean) => host.call('data', routes.data, { user: clerk, params: { id }, can: (code) => can && code === MAP_MENU });
  expect((await read(false)).data).toBe(FLOOR_PLAN);
  await host.call('data', routes.state, { user, params: { id } });
  expect(await refusal(read(false))).toMatchObject({ key: 'core.not-found' });
  expect((await read(true)).data).toBe(FLOOR_PLAN);
  await host.call('data', routes.remove, { user, params: { id } });
  expect(await host.db.kysely.selectFrom('data.map_shape').selectAll().execute()).toEqual([]);
});

it('[2.5-06] a common column that no table would take is refused at its field, in words, and nothing is kept', async () => {
  const { create, list } = commonFieldContract.routes;
  const tried = async (body: object) => {
    const error = await host
      .call('data', create, { user, body: { field: 'sim_ward', dataType: 'varchar', dataLength: '20', ...body } as never })
      .catch((thrown) => thrown);
    return isAppError(error) ? [error.key, error.fields?.map(({ path }) => path)] : error;
  };
  expect(await tried({ field: '病区' })).toEqual(['data.name-form', ['field']]);
  expect(await tried({ field: 'drop table' })).toEqual(['data.name-form', ['field']]);
  expect(await tried({ field: 'xmin' })).toEqual(['data.name-form', ['field']]);
  expect(await tried({ dataLength: '5000' })).toEqual(['data.length-form', ['dataLength']]);
  expect(await tried({ dataType: 'decimal', dataLength: '2,9' })).toEqual(['data.length-form', ['dataLength']]);
  expect((await host.call('data', list, { user, query: {} })).list).toEqual([]);
  expect(await tried({})).toMatchObject({ version: 1 });
  expect(await tried({ fieldName: 'SIM' })).toEqual(['data.common-field-taken', ['field']]);
  await host.db.script('delete from data.common_field');
});

recordSuite(commonFieldContract, {
  host: () => host,
  by: user,
  unique: ['field'],
  reader: staff({ userId: 'clerk' }),
  given: { field: (nth: number) => `sim_${nth}`, dataType: 'varchar', dataLength: '50' },
  readByCode: ['field', 'dataLength'],
});
recordStaticSuite(commonFieldContract, { host: () => host, table: commonFieldTable });

recordSuite(mapContract, { host: () => host, by: user, unique: ['enCode'], reader: staff({ userId: 'clerk' }) });
recordStaticSuite(mapContract, { host: () => host, table: mapTable });
