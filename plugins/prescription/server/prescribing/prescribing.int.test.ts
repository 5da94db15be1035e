import { type DataScope, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { messageSender, type MessageToSend } from '@nephra/plugin-sdk/server';
import { createFakeJobRun } from '@nephra/plugin-sdk/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { type CustomPackageDetail, prescribingContract, type Prescription, prescriptionClosedMonth, prescriptionContract } from '../../contract/index.ts';
import { catalogueContract } from '../../../catalogue/contract/catalogue-maintenance.contract.ts';
import { prescribingCatalogue, tabletOf } from './prescribing.fixture.ts';
import { body, line, MONDAY, once } from '../prescription.fixture.ts';
import prescription from '../index.ts';
import { actsOn, refusal, startHost, wuhan } from './prescription-host.fixture.ts';
import type { CatalogueDb } from '../../../catalogue/server/tables.ts';

const { routes } = prescribingContract;
let host: PluginHost;
beforeAll(async () => {
  host = await startHost(prescribingCatalogue);
});
afterAll(() => host.close());
const { create, get, confirm } = actsOn(() => host);
const { routes: core } = prescriptionContract;

const kidneyWard = staff({ departmentId: 'dep-kidney' });
const colleague = staff({ userId: 'user-2', userName: '王医生', departmentId: 'dep-kidney' });
const stranger = staff({ userId: 'user-3', userName: '赵医生', departmentId: 'dep-skin' });
const setEnabled = (drugId: string, enabled: boolean) =>
  host
    .context<CatalogueDb>('catalogue')
    .db.updateTable('catalogue.entry')
    .set({ enabled })
    .where('org_id', '=', 'org-gz')
    .where('drug_id', '=', drugId)
    .execute();

describe('[7.7-04] own packages', () => {
  const keep = (over: object = {}, user = kidneyWard): Promise<CustomPackageDetail> =>
    host.call('prescription', routes.createCustomPackage, {
      body: { packageName: '降压', scope: 'own', prescriptionDetailList: [tabletOf('drug-valsartan', 80), tabletOf('drug-spiro', 20)], ...over },
      user,
    });
  const listFor = async (user = kidneyWard, query: object = {}) =>
    (await host.call('prescription', routes.customPackages, { query: { ...query }, user })).list.map(
      ({ packageName, mine }) => `${packageName}${mine ? '*' : ''}`,
    );
  const detail = (id: string, user = kidneyWard): Promise<CustomPackageDetail> =>
    host.call('prescription', routes.customPackageDetail, { params: { id }, user });

  it('keeps lines, shares them with the department, and only the owner changes them', async () => {
    const kept = await keep();
    expect(kept).toMatchObject({ packageName: '降压', scope: 'own', mine: true, version: 1, lineCount: 2, totalPrice: 77, skipped: [] });
    expect(kept.list.map(({ drugId, drugNum, packageId }) => [drugId, drugNum, packageId])).toEqual([
      ['drug-valsartan', 1, kept.packageId],
      ['drug-spiro', 1, kept.packageId],
    ]);
    expect(await listFor()).toEqual(['降压*']);
    expect(await listFor(colleague)).toEqual([]);
    expect(await refusal(detail(kept.packageId, colleague))).toMatchObject({ code: EnvelopeCode.NotFound });
    // Even one's own stay in the facility where they were made: elsewhere the catalogue is another one.
    expect(await listFor({ ...kidneyWard, orgId: wuhan.orgId, orgIds: wuhan.orgIds })).toEqual([]);

    const holding = async () => (await host.call('catalogue', catalogueContract.routes.entry, { params: { id: 'drug-valsartan' } })).packageCount;
    // Whoever takes the drug out of use is told of people's own packages, too.
    expect(await holding()).toBe(1);

    const share = (version: number, scope: string, user = kidneyWard) =>
      host.call('prescription', routes.shareCustomPackage, { params: { id: kept.packageId }, body: { scope, version }, user });
    expect(await share(1, 'department')).toMatchObject({ scope: 'department', version: 2 });
    expect(await listFor(colleague)).toEqual(['降压']);
    expect(await listFor(colleague, { keyword: 'jy' })).toEqual(['降压']);
    expect(await listFor(colleague, { scope: 'own' })).toEqual([]);
    expect(await listFor(stranger)).toEqual([]);
    expect((await detail(kept.packageId, colleague)).mine).toBe(false);
    expect(await refusal(share(2, 'own', colleague))).toEqual({ key: 'prescription.custom-package-not-yours', code: EnvelopeCode.Forbidden });
    expect(await refusal(share(1, 'own'))).toEqual({ key: 'prescription.custom-package-stale', code: EnvelopeCode.Conflict });

    const edit = { packageName: '降压二号', note: '晨服', scope: 'own', prescriptionDetailList: [tabletOf('drug-valsartan', 160)], version: 2 };
    const changed = await host.call('prescription', routes.updateCustomPackage, { params: { id: kept.packageId }, body: edit, user: kidneyWard });
    expect(changed).toMatchObject({ packageName: '降压二号', note: '晨服', scope: 'own', version: 3, lineCount: 1 });
    expect(await listFor(colleague)).toEqual([]);
    await host.call('prescription', routes.removeCustomPackage, { params: { id: kept.packageId }, query: { version: 3 }, user: kidneyWard });
    expect(await listFor()).toEqual([]);
    expect(await holding()).toBe(0);
  });

  it('refuses no name, no lines, a name twice, sharing without a department, and lines that cannot be kept', async () => {
    const kept = await keep({ packageName: '常用' });
    expect(await refusal(keep({ packageName: ' 常用 ' }))).toMatchObject({ key: 'prescription.custom-package-name-taken' });
    expect(await keep({ packageName: '常用' }, colleague)).toMatchObject({ packageName: '常用' });
    expect(await refusal(keep({ packageName: '   ' }))).toMatchObject({ key: 'prescription.custom-package-unnamed' });
    expect(await refusal(keep({ packageName: '空', prescriptionDetailList: [] }))).toMatchObject({ key: 'prescription.custom-package-empty' });
    expect(await refusal(keep({ packageName: '共享', scope: 'department' }, staff()))).toMatchObject({ key: 'prescription.no-department' });
    expect(await refusal(keep({ packageName: '停', prescriptionDetailList: [line({ drugId: 'drug-off' })] }))).toMatchObject({
      key: 'prescription.item-disabled',
    });
    expect(await refusal(keep({ packageName: '无', prescriptionDetailList: [line({ drugId: 'nothing' })] }))).toMatchObject({
      key: 'prescription.item-unknown',
    });
    expect(await refusal(detail(kept.packageId, wuhan))).toMatchObject({ code: EnvelopeCode.NotFound });
  });

  it('a drug that was disabled meanwhile is named, the rest stays usable', async () => {
    const kept = await keep({ packageName: '含停用' });
    await setEnabled('drug-spiro', false);
    expect(await detail(kept.packageId)).toMatchObject({
      list: [{ drugId: 'drug-valsartan' }],
      skipped: [{ drugId: 'drug-spiro', drugName: '螺内酯片', reason: 'disabled' }],
      lineCount: 1,
    });
    await setEnabled('drug-spiro', true);
    const { db } = host.context<{ 'prescription.custom_package_line': Record<'drug_id' | 'drug_name', string> }>('prescription');
    await db.updateTable('prescription.custom_package_line').set({ drug_id: 'gone', drug_name: '旧药' }).where('drug_id', '=', 'drug-spiro').execute();
    expect((await detail(kept.packageId)).skipped).toEqual([{ drugId: 'gone', drugName: '旧药', reason: 'deleted' }]);
    await setEnabled('mat-dialyser', false);
    const pack = await host.call('prescription', core.packageDetail, { params: { id: 'pack-hd' } });
    expect(pack).toMatchObject({ list: [{ drugId: 'item-hd' }], skipped: [{ drugName: '高通透析器', reason: 'disabled' }] });
    await setEnabled('mat-dialyser', true);
  });
});

describe('[7.7-07] split', () => {
  const flag = (rx: Prescription) => host.call('prescription', routes.splitFlag, { params: { id: rx.dpId } });
  const split = async (rx: Prescription): Promise<Prescription[]> =>
    (await host.call('prescription', routes.split, { body: { dpId: rx.dpId, version: rx.version } })).list;

  it('parts what may not share a sheet; lines and fen stay what they were, each part has its own number', async () => {
    const solvent = line({ drugId: 'drug-saline', onceUsing: 100, onceUsingUnit: 'ml', drugUsage: '404', drugDays: 3, drugNumUnit: '袋', isGroup: 1 });
    const injected = line({ drugId: 'drug-cefazolin', onceUsing: 1, onceUsingUnit: 'g', drugUsage: '404', drugDays: 3, drugNumUnit: '瓶', isGroup: 1 });
    const whole = await create({
      prescriptionDetailList: [
        tabletOf('drug-valsartan', 80),
        tabletOf('drug-spiro', 20),
        tabletOf('drug-entresto', 100),
        line(),
        solvent,
        injected,
        tabletOf('drug-diazepam', 2.5),
        tabletOf('drug-morphine', 10),
        line({ drugId: 'drug-slices', onceUsing: 10, onceUsingUnit: 'g', drugNumUnit: 'g', drugDays: 7 }),
        tabletOf('drug-own', 1),
        once('item', 'item-hd', '次'),
      ],
    });
    const planned = await flag(whole);
    expect(planned).toMatchObject({ splitFlag: true, rules: ['control', 'slices', 'insurance', 'size'] });
    const parts = await split(whole);
    expect(parts.map((part) => part.prescriptionDetailList.map(({ drugId }) => drugId))).toEqual([
      ['drug-valsartan', 'drug-spiro', 'drug-entresto', 'drug-calcitriol', 'item-hd'],
      ['drug-saline', 'drug-cefazolin'],
      ['drug-diazepam'],
      ['drug-morphine'],
      ['drug-slices'],
      ['drug-own'],
    ]);
    expect(parts.map((part) => part.prescriptionDetailList.map(({ detailId }) => detailId))).toEqual(planned.parts.map(({ detailIds }) => detailIds));
    expect(parts[1]?.prescriptionDetailList.map(({ isGroup }) => isGroup)).toEqual([1, 1]);
    expect(parts.map(({ reimWay }) => reimWay)).toEqual(['310', '310', '310', '310', '310', '0']);
    const fen = (rx: Prescription) => Math.round(rx.totalPrice * 100);
    expect(parts.reduce((sum, part) => sum + fen(part), 0)).toBe(fen(whole));
    expect(parts.reduce((sum, part) => sum + Math.round(part.fulamtOwnpayAmtTotal * 100), 0)).toBe(Math.round(whole.fulamtOwnpayAmtTotal * 100));
    expect(parts.flatMap((part) => part.prescriptionDetailList.map(({ detailId }) => detailId)).sort()).toEqual(
      whole.prescriptionDetailList.map(({ detailId }) => detailId).sort(),
    );
    expect(new Set(parts.map(({ dpNumber }) => dpNumber)).size).toBe(6);
    expect(parts[0]).toMatchObject({ dpId: whole.dpId, dpNumber: whole.dpNumber, version: 2, lineCount: 5 });
    expect(parts[1]).toMatchObject({ version: 1, payStatus: 9, rxStatus: 0, dpDate: whole.dpDate, patientId: 'pat-1', lineCount: 2 });
    expect(host.audits.at(-1)).toMatchObject({ entry: { subject: 'prescription', subjectId: whole.dpId, patientId: 'pat-1' } });

    for (const part of parts) {
      expect((await flag(part)).splitFlag).toBe(false);
      expect(await refusal(split(part))).toMatchObject({ key: 'prescription.nothing-to-split' });
    }
  });

  it('two people splitting at once: one wins, the other is told, no line is doubled', async () => {
    const rx = await create({ prescriptionDetailList: [line(), tabletOf('drug-diazepam', 2.5), tabletOf('drug-morphine', 10)] });
    const both = await Promise.allSettled([split(rx), split(rx)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { key: 'prescription.stale' } });
    const winner = both.find((one) => one.status === 'fulfilled')?.value ?? [];
    expect(winner.flatMap((part) => part.prescriptionDetailList)).toHaveLength(3);
  });

  it('a disease of its own gets a prescription whose first diagnosis it is', async () => {
    const diagnosis = [
      { code: 'N18.501', name: '终末期肾病' },
      { code: 'I10.x00', name: '原发性高血压' },
    ];
    const lines = [line(), tabletOf('drug-valsartan', 80, { diseCodg: 'I10.x00' }), tabletOf('drug-spiro', 20, { medType: 11 })];
    expect(await refusal(create({ diagnosis: diagnosis.slice(0, 1), prescriptionDetailList: lines }))).toMatchObject({ key: 'prescription.disease-unknown' });
    const parts = await split(await create({ diagnosis, prescriptionDetailList: lines }));
    expect(parts.map((part) => [part.dpType, part.diagnosis[0]?.code, part.diagnosis.length])).toEqual([
      [14, 'N18.501', 2],
      [14, 'I10.x00', 2],
      [11, 'N18.501', 2],
    ]);
  });

  it('only unconfirmed ones, and never on an old version', async () => {
    const rx = await create({ patientId: 'pat-2', reimWay: '0', prescriptionDetailList: [line(), tabletOf('drug-diazepam', 2.5)] });
    expect(await refusal(split({ ...rx, version: 7 }))).toMatchObject({ key: 'prescription.stale' });
    const signed = await confirm(rx);
    expect((await flag(signed)).splitFlag).toBe(false);
    expect(await refusal(split(signed))).toMatchObject({ key: 'prescription.not-editable' });
    expect(await refusal(host.call('prescription', routes.splitFlag, { params: { id: rx.dpId }, user: wuhan }))).toMatchObject({
      key: 'prescription.not-found',
    });
  });
});

describe('[7.7-03] history, copies and paper', () => {
  it('filters by day, doctor, category, name of a drug and state', async () => {
    await create({ patientId: 'pat-2', dpType: 11, reimWay: '0', dpDate: MONDAY - 10 * 86_400_000, prescriptionDetailList: [tabletOf('drug-entresto', 100)] });
    const ask = async (query: object) => (await host.call('prescription', core.ofPatient, { params: { id: 'pat-2' }, query: { ...query } })).list;
    expect(await ask({ drugKeyword: '沙库巴曲' })).toMatchObject([{ drugNames: ['沙库巴曲缬沙坦钠片'], dpType: 11 }]);
    expect(await ask({ endDate: '2026-02-25' })).toHaveLength(1);
    expect(await ask({ dpType: 11 })).toHaveLength(1);
    expect(await ask({ workerId: 'nobody' })).toEqual([]);
    expect((await ask({ confirmedOnly: true })).every(({ rxStatus }) => rxStatus === 1)).toBe(true);
    expect((await ask({})).length).toBeGreaterThan((await ask({ confirmedOnly: true })).length);
  });

  it('copies lines at today’s prices, names what is no longer sold, stores nothing', async () => {
    const rx = await create({ prescriptionDetailList: [line(), tabletOf('drug-limited', 1, { approvalMark: 1 }), tabletOf('drug-spiro', 20)] });
    await setEnabled('drug-spiro', false);
    const copy = (over: object = {}) => host.call('prescription', routes.copy, { params: { id: rx.dpId }, body: { ...over } });
    const whole = await copy();
    expect(whole).toMatchObject({
      dpNumber: rx.dpNumber,
      list: [
        { drugId: 'drug-calcitriol', detailId: '', drugNum: 3 },
        { drugId: 'drug-limited', approvalMark: 0 },
      ],
      skipped: [{ drugName: '螺内酯片', reason: 'disabled' }],
      priceChanges: [],
    });
    await setEnabled('drug-spiro', true);
    expect((await copy({ detailIds: [rx.prescriptionDetailList[0]?.detailId] })).list).toHaveLength(1);
    expect((await copy({ patientId: 'pat-2' })).list[0]?.fulamt_Ownpay_Amt).toBe(115.5);
    expect(await refusal(copy({ patientId: 'pat-wh' }))).toMatchObject({ key: 'prescription.patient-not-found' });
  });

  it('[9-06] prints sheets of five drugs, red ones with the identity number on record', async () => {
    const rx = await create({
      patientId: 'pat-2',
      reimWay: '0',
      prescriptionDetailList: [
        ...['drug-valsartan', 'drug-spiro', 'drug-entresto', 'drug-own', 'drug-limited'].map((drugId) => tabletOf(drugId, 1)),
        line(),
        tabletOf('drug-morphine', 10),
        once('item', 'item-hd', '次'),
      ],
    });
    const paper = await host.call('prescription', routes.print, { params: { id: rx.dpId } });
    expect(paper.sheets.map(({ kind, colour, rows, blankRows }) => [kind, colour, rows.length, blankRows])).toEqual([
      ['rx', 'white', 5, 0],
      ['rx', 'white', 1, 4],
      ['rx', 'red', 1, 4],
      ['treatment', 'white', 1, 0],
    ]);
    expect(paper.patientIdcard).toHaveLength(18);
    expect(host.audits.at(-1)?.entry.note).toContain('identity');
    expect(Math.round(paper.sheets.reduce((sum, sheet) => sum + sheet.subTotal * 100, 0))).toBe(Math.round(rx.totalPrice * 100));
    const plain = await create({ prescriptionDetailList: [line()] });
    expect(await host.call('prescription', routes.print, { params: { id: plain.dpId } })).toMatchObject({ patientIdcard: '', sheetCount: 1 });
  });

  it('whoever has no birthday is no newborn: neither in the head nor by the colour of the sheet', async () => {
    const paperOf = async (birthday: string) => {
      await host.db.script(`update patient.patient set birthday = ${birthday} where id = 'pat-2'`);
      const rx = await create({ patientId: 'pat-2', reimWay: '0', prescriptionDetailList: [line()] });
      const paper = await host.call('prescription', routes.print, { params: { id: rx.dpId } });
      return [rx.patientAge, paper.patientAge, paper.sheets[0]?.colour];
    };
    expect(await paperOf("'2026-02-20'")).toEqual([0, 0, 'green']);
    expect(await paperOf('null')).toEqual([-1, -1, 'white']);
    await host.db.script("update patient.patient set birthday = '1960-03-03' where id = 'pat-2'");
  });
});

describe('closed months and merged files', () => {
  it('a closed month refuses every write with a sentence and changes nothing', async () => {
    const rx = await create({ prescriptionDetailList: [line(), tabletOf('drug-diazepam', 2.5)] });
    const draft = await create();
    const signed = await confirm(await create({ patientId: 'pat-2', reimWay: '0', prescriptionDetailList: [once('item', 'item-hd', '次')] }));
    const february = await create({ dpDate: MONDAY - 5 * 86_400_000 });
    host.provide(prescriptionClosedMonth, { closedMonth: async ({ day }) => (day.startsWith('2026-03') ? '2026-03' : undefined) });
    const closed = { key: 'prescription.month-closed' };
    const { patientId: _patient, ...rest } = body();
    expect(await refusal(create())).toMatchObject(closed);
    const tabs = await host.call('prescription', core.tabs, { body: { patientId: 'pat-1' } });
    expect(tabs.closedMonths).toEqual(['2026-03']);
    expect(await refusal(host.call('prescription', core.update, { params: { dpId: draft.dpId }, body: { ...rest, version: 1 } }))).toMatchObject(closed);
    expect(await refusal(host.call('prescription', core.update, { params: { dpId: february.dpId }, body: { ...rest, version: 1 } }))).toMatchObject(closed);
    expect(await refusal(confirm(draft))).toMatchObject(closed);
    expect(await refusal(host.call('prescription', core.remove, { params: { id: draft.dpId } }))).toMatchObject(closed);
    expect(await refusal(host.call('prescription', core.unConfirm, { params: { id: signed.dpId }, body: { version: signed.version } }))).toMatchObject(closed);
    expect(await refusal(host.call('prescription', routes.split, { body: { dpId: rx.dpId, version: 1 } }))).toMatchObject(closed);
    expect(await get(draft.dpId ?? '')).toMatchObject({ version: 1, rxStatus: 0 });
    expect(await get(signed.dpId ?? '')).toMatchObject({ rxStatus: 1 });
    host.provide(prescriptionClosedMonth, { closedMonth: async () => undefined });
  });

  it('a merged file takes nothing new; its prescriptions show under the file that is left and can still be deleted', async () => {
    const old = await create({ patientId: 'pat-2', reimWay: '0', prescriptionDetailList: [line(), tabletOf('drug-diazepam', 2.5)] });
    type Files = { 'patient.patient': { id: string; merged_into: string | null } };
    const merge = (into: string | null) =>
      host.context<Files>('patient').db.updateTable('patient.patient').set({ merged_into: into }).where('id', '=', 'pat-2').execute();
    await merge('pat-1');
    const merged = { key: 'prescription.patient-merged' };
    await expect(create({ patientId: 'pat-2' })).rejects.toMatchObject({ ...merged, params: { left: '重庆测 MZ0001' } });
    const { patientId: _patient, ...rest } = body();
    const hidden = (menu: string): DataScope => (menu === 'his.patient' ? { kind: 'schemes', conditions: [], userAndBelow: [] } : { kind: 'organisation' });
    const blind = host.call('prescription', core.update, { params: { dpId: old.dpId }, body: { ...rest, version: 1 }, dataScope: hidden });
    await expect(blind).rejects.toMatchObject({ key: 'prescription.patient-merged-unnamed', params: { name: '王小明' } });
    expect(await refusal(host.call('prescription', core.update, { params: { dpId: old.dpId }, body: { ...rest, version: 1 } }))).toMatchObject(merged);
    expect(await refusal(confirm(old))).toMatchObject(merged);
    expect(await refusal(host.call('prescription', routes.split, { body: { dpId: old.dpId, version: 1 } }))).toMatchObject(merged);
    expect(await get(old.dpId ?? '')).toMatchObject({ version: 1, rxStatus: 0 });

    const { list } = await host.call('prescription', core.ofPatient, { params: { id: 'pat-1' }, query: { pageSize: 500 } });
    expect(list.map(({ dpId }) => dpId)).toContain(old.dpId);
    const tabs = await host.call('prescription', core.tabs, { body: { patientId: 'pat-1', date: '2026-03-02' } });
    expect(tabs.list.map(({ dpId }: Prescription) => dpId)).toContain(old.dpId);
    expect(tabs.list.every(({ allergies }: Prescription) => allergies.includes('青霉素'))).toBe(true);
    const queried = await host.call('prescription', core.query, { body: { patientId: 'pat-1', pageSize: 500 } });
    expect(queried.list.map(({ dpId }) => dpId)).toContain(old.dpId);
    const work = await host.call('prescription', core.patients, { query: { scope: 'today' } });
    expect(work.list.map(({ patientId }) => patientId)).toEqual(['pat-1']);
    expect(work.list[0]?.prescriptionCount).toBe(tabs.list.length);

    const copy = await host.call('prescription', routes.copy, { params: { id: old.dpId }, body: { patientId: 'pat-1' } });
    expect(copy.list).toHaveLength(2);
    await host.call('prescription', core.remove, { params: { id: old.dpId } });
    expect(await get(old.dpId ?? '')).toMatchObject({ rxStatus: 9 });
    await merge(null);
  });
});

it('drafts that are left in the evening are told to whoever wrote them, each doctor once a day, and name no patient', async () => {
  const told = new Map<string, MessageToSend>();
  host.provide(messageSender, {
    send: async (message) => {
      const sent = !told.has(message.key);
      if (sent) told.set(message.key, message);
      return { id: message.key, sent, receivers: 1 };
    },
  });
  const job = prescription.jobs?.find(({ name }) => name === 'drafts-left');
  const run = async () => await job?.run(host.context('prescription') as never, createFakeJobRun());
  const writer = staff({ userId: 'user-drafts', userName: 'SIM 医生' });
  const draft = await create({}, writer);
  await create({}, writer);
  await run();
  await run();
  const own = [...told.values()].filter(({ receivers }) => JSON.stringify(receivers).includes('user-drafts'));
  expect(own).toMatchObject([{ kind: 'prescription.draftsLeft', params: { n: 2, day: '2026-03-02' } }]);
  expect(JSON.stringify(own)).not.toContain(draft.patientName);
  host.time.now = new Date('2026-03-20T10:00:00Z');
  told.clear();
  await run();
  expect(told.size).toBe(0);
});
