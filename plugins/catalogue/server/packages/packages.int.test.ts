import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type DictionaryUse, dictionaryUses, type FoundUses } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PluginHost } from '../../../../tests/support/processes/plugin-host.ts';
import { prescriptionContract } from '../../../prescription/contract/index.ts';
import { catalogueContract } from '../../contract/catalogue-maintenance.contract.ts';
import { cataloguePackageContract } from '../../contract/catalogue-package.contract.ts';
import type { PackageLineInput, SavePackageBody, WholePackage } from '../../contract/catalogue-package.schema.ts';
import catalogueServer from '../index.ts';
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

describe('[7.12-08] where a route or a frequency is used', () => {
  const usesOf = async (dictionary: string, code: string, caller: Parameters<typeof host.requestContext>[1] = {}, most?: number): Promise<FoundUses[]> => {
    const uses = (catalogueServer.extensions ?? [])
      .filter(({ token }) => token.id === dictionaryUses.id)
      .map(({ create }) => create(host.context('catalogue')) as DictionaryUse)
      .filter((use) => use.dictionary === dictionary);
    const found = [];
    for (const use of uses) found.push(await use.of(host.requestContext('catalogue', caller), code, most));
    return found.filter((one) => one !== undefined);
  };
  const without = (menu: string) => ({ can: (right: string) => right !== menu });

  it('names packages of the own facility, and says of those of others that they are there', async () => {
    await add({ packageName: 'SIM 舌下套餐', lines: [{ ...counted('item-hd', '次'), drugUsage: '3', drugInterval: 'q6h' }] });
    for (const [dictionary, code] of [
      ['drugUsage', '3'],
      ['drugInterval', 'q6h'],
    ] as const) {
      expect(await usesOf(dictionary, code)).toEqual([{ title: expect.objectContaining({ zh: '套餐' }), names: ['SIM 舌下套餐'], more: false }]);
      expect(await usesOf(dictionary, code, { user: wuhan })).toMatchObject([{ names: [], more: true }]);
      expect(await usesOf(dictionary, code, without('his.package'))).toMatchObject([{ names: [], more: true }]);
    }
    for (let at = 0; at < 4; at += 1) await add({ packageName: `SIM 舌下 ${at}`, lines: [{ ...counted('item-hd', '次'), drugUsage: '3' }] });
    const [found] = await usesOf('drugUsage', '3');
    expect([found?.names.length, found?.more]).toEqual([3, true]);
    const [listed] = await usesOf('drugUsage', '3', {}, 100);
    expect([listed?.names.length, listed?.more]).toEqual([5, false]);
  });

  it('names entries for which one is usual, to whoever may read the catalogue; a code that nobody holds is free', async () => {
    const { version, ...entry } = await call('catalogue', catalogueContract.routes.entry, { params: { id: 'drug-calcitriol' } });
    const { drugId: _id, price: _p, enableMark: _e, kind: _k, stockNumber: _s, nearestExpiry: _n, planned: _pl, packageCount: _c, ...facts } = entry;
    const body = { ...facts, usualUsage: '608', usualInterval: 'q12h', version };
    await call('catalogue', catalogueContract.routes.update, { params: { id: 'drug-calcitriol' }, body });
    for (const [dictionary, code] of [
      ['drugUsage', '608'],
      ['drugInterval', 'q12h'],
    ] as const) {
      expect(await usesOf(dictionary, code)).toEqual([
        { title: expect.objectContaining({ zh: '目录条目的常用值' }), names: [`${entry.drugName} ${entry.drugSpec}`], more: false },
      ]);
      expect(await usesOf(dictionary, code, { user: wuhan })).toMatchObject([{ names: [], more: true }]);
      expect(await usesOf(dictionary, code, without('his.catalogue'))).toMatchObject([{ names: [], more: true }]);
    }
    expect(await usesOf('drugUsage', '607')).toEqual([]);
    expect(await usesOf('sex', '608')).toEqual([]);
    // An entry without a usual route holds no code.
    expect(await usesOf('drugUsage', '')).toEqual([]);
  });
});
