import type { DataRights, DataScope } from '@nephra/plugin-sdk/contract';
import { isAppError } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWN_ROWS } from '../../../../tests/support/data-rights-matrix.ts';
import { type HostedCall, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { type Prescription, prescribingContract, prescriptionChecks, prescriptionContract } from '../../contract/index.ts';
import { prescribingCatalogue, tabletOf } from '../prescribing/prescribing.fixture.ts';
import { MONDAY } from '../prescription.fixture.ts';
import { actsOn, startHost } from '../prescribing/prescription-host.fixture.ts';

const { routes } = prescribingContract;
const VALSARTAN = tabletOf('drug-valsartan', 80);
const SPIRO = tabletOf('drug-spiro', 20);
const doctor = staff({ userId: 'user-mine', userName: '甲医生' });
const colleague = staff({ userId: 'user-theirs', userName: '乙医生' });
const own: HostedCall = { user: doctor, dataScope: (menu) => (menu === 'his.prescription' ? OWN_ROWS : { kind: 'organisation' }) };
const all: HostedCall = { user: doctor };

let host: PluginHost;
let theirs: Prescription;
const { create, confirm } = actsOn(() => host);

beforeAll(async () => {
  host = await startHost(prescribingCatalogue);
  theirs = await create({ prescriptionDetailList: [VALSARTAN] }, colleague);
});
afterAll(() => host.close());

/** What a refusal names. */
const named = async (act: Promise<unknown>): Promise<unknown> => {
  try {
    await act;
  } catch (error) {
    if (isAppError(error)) return [error.key, error.params.dpNumber];
    throw error;
  }
  return 'allowed';
};

describe('[6-02] a check that found something in a hidden prescription', () => {
  const check = async (given: HostedCall) => {
    const body = { patientId: 'pat-1', dpType: 14, dpDate: MONDAY, reimWay: '310', prescriptionDetailList: [VALSARTAN, SPIRO] };
    const { findings } = await host.call('prescription', routes.check, { ...given, body });
    return findings.filter(({ code }) => code.endsWith('-other'));
  };

  it('says so, and does not say which one it is', async () => {
    const [whole, narrowed] = [await check(all), await check(own)];
    expect(whole.map(({ code, params }) => [code, params.dpNumber])).toEqual([
      ['interaction-other', theirs.dpNumber],
      ['duplicate-other', theirs.dpNumber],
    ]);
    expect(narrowed.map(({ code, params }) => [code, params.dpNumber])).toEqual([
      ['interaction-other', '＊＊'],
      ['duplicate-other', '＊＊'],
    ]);
    expect(narrowed.map(({ key, level }) => [key, level])).toEqual(whole.map(({ key, level }) => [key, level]));
  });

  it('confirming names it to whom it is shown; a reason that was given is read by the reader’s own rights', async () => {
    const rx = await create({ prescriptionDetailList: [SPIRO] }, doctor);
    const sign = (given: HostedCall) =>
      named(host.call('prescription', prescriptionContract.routes.updateState, { ...given, body: { dpId: rx.dpId, rxStatus: 1, version: rx.version } }));
    expect([await sign(all), await sign(own)]).toEqual([
      ['prescription.needs-reason', theirs.dpNumber],
      ['prescription.needs-reason', '＊＊'],
    ]);
    const key = (await check(own)).find((one) => one.code === 'interaction-other' && one.key.endsWith(theirs.dpId ?? ''))?.key ?? '';
    await host.call('prescription', prescriptionContract.routes.updateState, {
      ...own,
      body: { dpId: rx.dpId, rxStatus: 1, version: rx.version, overrides: [{ key, reason: '已监测血钾' }] },
    });
    const reasons = async (given: HostedCall) =>
      (await host.call('prescription', routes.overrides, { ...given, params: { id: rx.dpId } })).list.map(({ params }) => params.dpNumber);
    expect([await reasons(all), await reasons(own)]).toEqual([[theirs.dpNumber], ['＊＊']]);
    const again = async (given: HostedCall) => {
      const body = { patientId: 'pat-1', dpId: rx.dpId ?? '', dpType: 14, dpDate: MONDAY, reimWay: '310', prescriptionDetailList: [SPIRO] };
      const { findings } = await host.call('prescription', routes.check, { ...given, body });
      return findings.find((one) => one.key === key)?.override?.params.dpNumber;
    };
    expect([await again(all), await again(own)]).toEqual([theirs.dpNumber, '＊＊']);

    const checks = host.service(prescriptionChecks);
    const rights = (scope: DataScope): DataRights => ({ menu: 'his.pharmacy', userId: doctor.userId, orgId: 'org-gz', orgIds: ['org-gz'], scope });
    const told = async (scope: DataScope) => [
      (await checks.findings({ dpId: rx.dpId ?? '' }, ['org-gz'], rights(scope))).find((one) => one.key === key)?.params.dpNumber,
      (await checks.overrides(rx.dpId ?? '', ['org-gz'], rights(scope))).map(({ params }) => params.dpNumber),
    ];
    expect(await told({ kind: 'organisation' })).toEqual([theirs.dpNumber, [theirs.dpNumber]]);
    expect(await told(OWN_ROWS)).toEqual(['＊＊', ['＊＊']]);
  });

  it('whoever hands out is refused in the same words', async () => {
    const day = { patientId: 'pat-2', reimWay: '0', dpType: 11 };
    const rx = await confirm(await create({ ...day, prescriptionDetailList: [SPIRO] }, doctor));
    const later = await create({ ...day, prescriptionDetailList: [VALSARTAN] }, colleague);
    const rights = (scope: DataScope): DataRights => ({ menu: 'his.pharmacy', userId: doctor.userId, orgId: 'org-gz', orgIds: ['org-gz'], scope });
    const by = (scope: DataScope) => ({ userId: doctor.userId, userName: doctor.userName, orgIds: doctor.orgIds, rights: rights(scope) });
    const clear = (scope: DataScope) => named(host.service(prescriptionChecks).assertClear({ dpId: rx.dpId ?? '', by: by(scope) }));
    expect([await clear({ kind: 'organisation' }), await clear(OWN_ROWS)]).toEqual([
      ['prescription.needs-reason', later.dpNumber],
      ['prescription.needs-reason', '＊＊'],
    ]);
  });
});
