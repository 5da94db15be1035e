import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PluginHost } from '../../../../tests/support/processes/plugin-host.ts';
import { prescriptionContract } from '../../../prescription/contract/index.ts';
import { catalogueContract } from '../../contract/catalogue-maintenance.contract.ts';
import { cataloguePackageContract } from '../../contract/catalogue-package.contract.ts';
import type { PackageLineInput, SavePackageBody, WholePackage } from '../../contract/catalogue-package.schema.ts';
import { refusal, startHost, wuhan } from '../../../prescription/server/prescribing/prescription-host.fixture.ts';

let host: PluginHost;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.close());

const { routes } = cataloguePackageContract;
const call: PluginHost['call'] = (plugin, route, given) => host.call(plugin, route, given);
const counted = (drugId: string, unit: string, drugNum = 1): PackageLineInput => ({
  drugId,
  onceUsing: 1,
  onceUsingUnit: unit,
  drugUsage: '',
  drugInterval: 'st',
  drugDays: 1,
  drugNum,
  drugNumUnit: unit,
  manualNum: true,
  isGroup: 0,
});
const body = (over: Partial<SavePackageBody> = {}): SavePackageBody => ({
  packageName: '高通套餐',
  note: '每次治疗',
  sortCode: 5,
  lines: [counted('item-hd', '次'), counted('mat-dialyser', '个', 2)],
  ...over,
});
const add = (over: Partial<SavePackageBody> = {}): Promise<WholePackage> => call('catalogue', routes.create, { body: body(over) });
const save = (pack: WholePackage, over: Partial<SavePackageBody>): Promise<WholePackage> =>
  call('catalogue', routes.update, { params: { id: pack.packageId }, body: body({ packageName: pack.packageName, version: pack.version, ...over }) });
const enable = async (drugId: string, enableMark: 0 | 1): Promise<void> => {
  const { version } = await call('catalogue', catalogueContract.routes.entry, { params: { id: drugId } });
  await call('catalogue', catalogueContract.routes.state, { params: { id: drugId }, body: { enableMark, version } });
};

describe('packages of the facility', () => {
  it('keep lines, order and quantities, and cost what they cost today', async () => {
    const pack = await add();
    expect(pack).toMatchObject({ packageName: '高通套餐', lineCount: 2, deadCount: 0, totalPrice: 840, version: 1, enableMark: 1 });
    const turned = await save(pack, { lines: [counted('mat-dialyser', '个', 3), counted('item-hd', '次')] });
    expect(turned).toMatchObject({ version: 2, totalPrice: 1060 });
    expect(turned.lines.map((line) => [line.drugId, line.drugNum, line.state])).toEqual([
      ['mat-dialyser', 3, 'ok'],
      ['item-hd', 1, 'ok'],
    ]);
    const taken = await call('prescription', prescriptionContract.routes.packageDetail, { params: { id: pack.packageId } });
    expect(taken.list.map((line) => [line.drugId, line.drugNum, line.subTotal])).toEqual([
      ['mat-dialyser', 3, 660],
      ['item-hd', 1, 400],
    ]);
  });

  it('an entry that is out of use is marked and left out until it comes back', async () => {
    const pack = await add({ packageName: '含停用套餐' });
    await enable('mat-dialyser', 0);
    const now = await call('catalogue', routes.package, { params: { id: pack.packageId } });
    expect(now).toMatchObject({ deadCount: 1, totalPrice: 400 });
    expect(now.lines.map((line) => line.state)).toEqual(['ok', 'disabled']);
    expect((await call('catalogue', routes.packages, { query: { dead: true } })).list.map((row) => row.packageName)).toContain('含停用套餐');
    expect(await save(now, { note: '仍可保存' })).toMatchObject({ deadCount: 1 });
    await enable('mat-dialyser', 1);
    expect((await call('catalogue', routes.package, { params: { id: pack.packageId } })).deadCount).toBe(0);
  });

  it.each<[string, Partial<SavePackageBody>, string]>([
    ['an entry the facility does not have', { lines: [counted('gone', '次')] }, 'catalogue.item-unknown'],
    ['a quantity of zero', { lines: [counted('item-hd', '次', 0)] }, 'catalogue.quantity-zero'],
    ['a unit the entry is not sold in', { lines: [counted('item-hd', '盒')] }, 'catalogue.quantity-unit'],
    ['a name that is taken', { packageName: ' 血液透析套餐 ' }, 'catalogue.package-duplicate'],
  ])('%s is refused and adds nothing', async (_, over, key) => {
    const before = (await call('catalogue', routes.packages)).pagination.total;
    expect(await refusal(add({ packageName: '坏套餐', ...over }))).toMatchObject({ key });
    expect((await call('catalogue', routes.packages)).pagination.total).toBe(before);
  });

  it('a stale change is refused; another facility’s package does not exist; out of use means out of the doctor’s list', async () => {
    const pack = await add({ packageName: '版本套餐' });
    await save(pack, { note: '先' });
    expect(await refusal(save(pack, { note: '后' }))).toEqual({ key: 'catalogue.package-stale', code: EnvelopeCode.Conflict });
    expect(await refusal(call('catalogue', routes.package, { params: { id: pack.packageId }, user: wuhan }))).toMatchObject({
      key: 'catalogue.package-not-found',
    });
    await call('catalogue', routes.state, { params: { id: pack.packageId }, body: { enableMark: 0, version: 2 } });
    const doctors = await call('prescription', prescriptionContract.routes.packages, { query: { pageSize: 500 } });
    expect(doctors.list.map((row) => row.packageName)).not.toContain('版本套餐');
  });
});
