import type { DataScope } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, dialyserLot, lot, oneBox, oneDialyser, openDesk, pharmacist, refusal, sideBySide } from '../../charging/testing/desk.ts';
import { patientDirectory } from '../../patient/contract/index.ts';
import { type CreateBody, prescriptionPackCodes } from '../../prescription/contract/index.ts';
import { dispensingContract, type DispensingInfo, stockContract } from '../contract/index.ts';

const routes = { ...dispensingContract.routes, ...stockContract.routes };
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk([
    lot({ lotNo: 'SIM-A', expiresInDays: 20, quantity: 60 }),
    lot({ lotNo: 'SIM-B', expiresInDays: 400, quantity: 2000 }),
    dialyserLot({ lotNo: 'SIM-D', quantity: 400, expiresInDays: 100 }),
    lot({
      drugId: 'drug-penicillin',
      drugName: '青霉素钠注射液',
      drugSpec: '0.48g',
      preparaUnit: '支',
      stockUnit: '支',
      stockDmin: 1,
      lotNo: 'SIM-P',
      quantity: 100,
    }),
  ]);
});
afterAll(() => desk.host.close());

const reviewed = async (lines: CreateBody['prescriptionDetailList'], of: Desk = desk): Promise<string> => {
  const rx = await of.prescribe({ prescriptionDetailList: lines });
  await of.charge(rx);
  await of.act(rx.dpId ?? '', 'review');
  return rx.dpId ?? '';
};
const code = (n: number): string => String(n).padStart(20, '8');
const lineNamed = (info: DispensingInfo, name: string) => {
  const line = info.prescriptionDetailList.find((one) => one.drugName === name);
  if (!line) throw new Error(`no line ${name}`);
  return line;
};

describe('[7.6-03] handing out in parts', () => {
  it('3→5→5→4: quantities per line now, the rest later', async () => {
    const dpId = await reviewed([{ ...oneBox, drugNum: 3 }, oneDialyser]);
    const picked = await desk.act(dpId, 'pick');
    const box = lineNamed(picked, '骨化三醇软胶囊');
    const part = (quantity: number) => ({ parts: [{ detailId: box.detailId, quantity }] });
    expect(await refusal(desk.act(dpId, 'dispense', part(30)))).toBe('pharmacy.part-pack');
    expect(await refusal(desk.act(dpId, 'dispense', part(80)))).toBe('pharmacy.part-too-much');
    expect(await refusal(desk.act(dpId, 'dispense', part(0)))).toBe('pharmacy.part-empty');
    const first = await desk.act(dpId, 'dispense', part(20));
    expect(first).toMatchObject({ rxStatus: 5, actionList: ['unpick', 'dispense', 'return'] });
    expect(first.stepList.at(-1)).toMatchObject({ action: 'dispense', partial: true });
    expect(lineNamed(first, '骨化三醇软胶囊')).toMatchObject({ takenNum: 20, reservedNum: 40 });
    const second = await desk.act(dpId, 'dispense', part(20));
    expect(second.rxStatus).toBe(5);
    expect(second.version).toBeGreaterThan(first.version);
    expect(await refusal(desk.act(dpId, 'dispense', { ...part(20), version: first.version }))).toBe('pharmacy.stale');
    const last = await desk.act(dpId, 'dispense');
    expect(last).toMatchObject({ rxStatus: 4, actionList: ['return'] });
    expect(await desk.broken()).toEqual([]);
  });

  it('the rest goes back to the shelf and is picked again on another day', async () => {
    const dpId = await reviewed([{ ...oneBox, drugNum: 2 }]);
    const { prescriptionDetailList } = await desk.act(dpId, 'pick');
    await desk.act(dpId, 'dispense', { parts: [{ detailId: prescriptionDetailList[0]?.detailId ?? '', quantity: 20 }] });
    const back = await desk.act(dpId, 'unpick');
    expect(back).toMatchObject({ rxStatus: 5, actionList: ['pick', 'return'] });
    const waiting = await desk.host.call('pharmacy', routes.patientList, { user: pharmacist, query: { stage: 'rest' } });
    expect([waiting.list.map((row) => row.dpId), waiting.counts.rest]).toEqual([[dpId], 1]);
    expect(await refusal(desk.act(dpId, 'dispense'))).toBe('pharmacy.not-picked');
    expect(await desk.act(dpId, 'pick')).toMatchObject({ rxStatus: 5 });
    expect(await refusal(desk.act(dpId, 'pick'))).toBe('pharmacy.nothing-to-pick');
    expect((await desk.act(dpId, 'dispense')).rxStatus).toBe(4);
    expect(await desk.broken()).toEqual([]);
  });

  it('[M1] thirty clicks on the same part hand it out once', async () => {
    const dpId = await reviewed([{ ...oneBox, drugNum: 3 }]);
    const { prescriptionDetailList } = await desk.act(dpId, 'pick');
    const parts = [{ detailId: prescriptionDetailList[0]?.detailId ?? '', quantity: 20 }];
    await desk.act(dpId, 'dispense', { parts });
    const { version } = await desk.info(dpId);
    const clicks = await sideBySide(Array.from({ length: 30 }, () => () => desk.act(dpId, 'dispense', { parts, version })));
    expect(clicks.done).toBe(1);
    expect((await desk.info(dpId)).prescriptionDetailList[0]).toMatchObject({ takenNum: 40, reservedNum: 20 });
    expect(await desk.broken()).toEqual([]);
  });

  it('short stock: what there is can be reserved and handed out, the rest when goods came', async () => {
    const short = await openDesk([lot({ lotNo: 'SIM-S', quantity: 50 })]);
    const dpId = await reviewed([{ ...oneBox, drugNum: 3 }], short);
    expect(await refusal(short.act(dpId, 'pick'))).toBe('pharmacy.stock-short');
    const picked = await short.act(dpId, 'pick', { partial: true });
    expect(picked.prescriptionDetailList[0]).toMatchObject({ reservedNum: 40, prepNum: 60 });
    expect(picked.shortageList).toMatchObject([{ missing: 20 }]);
    expect((await short.act(dpId, 'dispense')).rxStatus).toBe(5);
    expect(await refusal(short.act(dpId, 'pick', { partial: true }))).toBe('pharmacy.stock-short');
    await short.stock([lot({ lotNo: 'SIM-T', quantity: 200 })]);
    await short.act(dpId, 'pick');
    expect((await short.act(dpId, 'dispense')).rxStatus).toBe(4);
    expect(await short.broken()).toEqual([]);
    await short.host.close();
  });

  it('a return of what was handed out puts the rest back on the shelf', async () => {
    const dpId = await reviewed([{ ...oneBox, drugNum: 2 }]);
    const { prescriptionDetailList } = await desk.act(dpId, 'pick');
    const out = await desk.act(dpId, 'dispense', { parts: [{ detailId: prescriptionDetailList[0]?.detailId ?? '', quantity: 20 }] });
    const share = out.drugDetailList.find((one) => one.taken > 0);
    const returns = [{ allocationId: share?.allocationId ?? '', quantity: 20, returned: 0 }];
    expect(await refusal(desk.act(dpId, 'return', { returns, intact: false }))).toBe('pharmacy.return-opened');
    expect(await refusal(desk.act(dpId, 'return', { returns: [{ ...returns[0], quantity: 10 } as (typeof returns)[0]] }))).toBe('pharmacy.return-loose');
    expect(await desk.act(dpId, 'return', { returns })).toMatchObject({ rxStatus: 7, actionList: [] });
    expect(await desk.broken()).toEqual([]);
  });
});

describe('trace codes', () => {
  it('are wanted per pack where the pharmacy says so, never twice, and named when packs come back', async () => {
    const item = async (traceRequired: boolean) => {
      const { list } = await desk.host.call('pharmacy', routes.itemStock, { user: pharmacist, query: { keyword: '骨化三醇' } });
      const { minimum, version } = list[0] ?? { minimum: 0, version: 0 };
      return await desk.host.call('pharmacy', routes.setItem, {
        user: pharmacist,
        params: { id: 'drug-calcitriol' },
        body: { minimum, traceRequired, version },
      });
    };
    expect(await item(true)).toMatchObject({ traceRequired: true });
    const dpId = await reviewed([{ ...oneBox, drugNum: 2 }]);
    const picked = await desk.act(dpId, 'pick');
    expect(picked.prescriptionDetailList[0]?.traceRequired).toBe(true);
    const shares = picked.drugDetailList;
    const traces = (...codes: string[]) => ({ traces: [{ allocationId: shares[0]?.allocationId ?? '', codes }] });
    expect(shares).toHaveLength(1);
    expect(await refusal(desk.act(dpId, 'dispense'))).toBe('pharmacy.trace-missing');
    expect(await refusal(desk.act(dpId, 'dispense', traces(code(1), code(1))))).toBe('pharmacy.trace-twice');
    expect(await refusal(desk.act(dpId, 'dispense', traces(code(1), '12')))).toBe('pharmacy.trace-wrong');
    const done = await desk.act(dpId, 'dispense', traces(code(1), code(2)));
    expect(done.drugDetailList[0]?.traceList).toEqual([
      { code: code(1), returned: false },
      { code: code(2), returned: false },
    ]);

    const other = await reviewed([oneBox]);
    const [share] = (await desk.act(other, 'pick')).drugDetailList;
    const again = (one: string) => ({ traces: [{ allocationId: share?.allocationId ?? '', codes: [one] }] });
    expect(await refusal(desk.act(other, 'dispense', again(code(2))))).toBe('pharmacy.trace-used');
    expect((await desk.info(other)).rxStatus).toBe(3);

    const back = (...codes: string[]) => ({ returns: [{ allocationId: shares[0]?.allocationId ?? '', quantity: 20, returned: 0, codes }] });
    expect(await refusal(desk.act(dpId, 'return', back()))).toBe('pharmacy.trace-return');
    expect(await refusal(desk.act(dpId, 'return', back(code(9))))).toBe('pharmacy.trace-not-out');
    expect((await desk.act(dpId, 'return', back(code(2)))).drugDetailList[0]?.traceList[1]).toEqual({ code: code(2), returned: true });
    expect(await refusal(desk.act(other, 'dispense', again(code(2))))).toBe('pharmacy.trace-used');
    expect((await desk.act(other, 'dispense', again(code(3)))).rxStatus).toBe(4);
    // Whoever settles by code learns what is out, and no more of what came back.
    const out = await desk.host.service(prescriptionPackCodes).out([code(1), code(2), code(3), code(9), code(3)]);
    expect(out.sort((a, b) => (a.code < b.code ? -1 : 1))).toEqual([
      { code: code(1), dpId },
      { code: code(3), dpId: other },
    ]);
    await item(false);
    expect(await desk.broken()).toEqual([]);
  });

  it('two counters that scan the same pack: one hands it out', async () => {
    const ids = [await reviewed([oneDialyser]), await reviewed([oneDialyser])];
    const picked = await Promise.all(ids.map((dpId) => desk.act(dpId, 'pick')));
    const acts = picked.map((info) => () => {
      const traces = [{ allocationId: info.drugDetailList[0]?.allocationId ?? '', codes: [code(77)] }];
      return desk.act(info.dpId, 'dispense', { traces });
    });
    expect(await sideBySide(acts)).toEqual({ done: 1, refused: ['pharmacy.trace-used'] });
    expect(await desk.broken()).toEqual([]);
  });
});

describe('the patient is looked at once more', () => {
  it('a file that was merged away gets nothing more, with a sentence naming the one that is left', async () => {
    const dpId = await reviewed([oneBox]);
    const real = desk.host.service(patientDirectory);
    desk.host.provide(patientDirectory, {
      ...real,
      get: async (patientId, orgIds) => {
        const file = await real.get(patientId, orgIds);
        return file && patientId === 'pat-1' ? { ...file, mergedInto: 'pat-2' } : file;
      },
    });
    expect(await refusal(desk.act(dpId, 'pick'))).toBe('pharmacy.patient-merged');
    expect((await desk.info(dpId)).rxStatus).toBe(2);
    desk.host.provide(patientDirectory, real);
    await desk.host.db.script(`update patient.patient set merged_into = 'pat-2' where id = 'pat-1'`);
    const hidden = (menu: string): DataScope => (menu === 'his.patient' ? { kind: 'schemes', conditions: [], userAndBelow: [] } : { kind: 'organisation' });
    const { version } = await desk.info(dpId);
    const pick = (dataScope?: typeof hidden) =>
      desk.host.call('pharmacy', routes.updateState, { body: { dpId, action: 'pick', version }, user: pharmacist, dataScope });
    await expect(pick()).rejects.toMatchObject({ key: 'pharmacy.patient-merged', params: { left: '王小明 MZ0002' } });
    await expect(pick(hidden)).rejects.toMatchObject({ key: 'pharmacy.patient-merged-unnamed', params: { name: '重庆测' } });
    await desk.host.db.script(`update patient.patient set merged_into = null where id = 'pat-1'`);
    expect((await desk.act(dpId, 'pick')).rxStatus).toBe(3);
  });
});
