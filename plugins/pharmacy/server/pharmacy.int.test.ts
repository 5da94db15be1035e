import type { Quantity } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staff } from '../../../tests/support/processes/plugin-host.ts';
import { chargeContract } from '../../charging/contract/index.ts';
import {
  cashier,
  type Desk,
  dialyserLot,
  lot,
  oneBox,
  oneDialyser,
  oneSession,
  openDesk,
  pharmacist,
  refusal,
  sideBySide,
} from '../../charging/testing/desk.ts';
import { type Prescription, prescriptionHandedOut } from '../../prescription/contract/index.ts';
import { catalogueStock } from '../../catalogue/contract/index.ts';
import { dispensingContract, type LotRow, type ReceiptLineBody, stockContract, type UpdateStateBody } from '../contract/index.ts';
import { REVIEW_CHECKS } from '../domain/dispensing/review-checks.ts';
import type { PharmacyTables } from './pharmacy-tables.ts';
import { updateState } from './dispensing/update-state.command.ts';

const routes = { ...dispensingContract.routes, ...stockContract.routes };
const wuhan = staff({ userId: 'user-wh', userName: '武汉药师', orgId: 'org-wh', orgIds: ['org-wh'], roles: ['pharmacist'] });

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk([
    lot({ lotNo: 'SIM-LATE', expiresInDays: 400, quantity: 2000 }),
    lot({ lotNo: 'SIM-EARLY', expiresInDays: 20, quantity: 40 }),
    lot({ lotNo: 'SIM-EXPIRED', expiresInDays: -1, quantity: 500 }),
    lot({ lotNo: 'SIM-FROZEN', expiresInDays: 10, quantity: 500, frozen: true }),
    dialyserLot({ lotNo: 'SIM-D1', quantity: 400, expiresInDays: 100 }),
  ]);
});
afterAll(() => desk.host.close());

const call: Desk['host']['call'] = (plugin, route, given) => desk.host.call(plugin, route, { user: pharmacist, ...given });
const id = (rx: Prescription): string => rx.dpId ?? '';
const paid = async (lines: Parameters<Desk['prescribe']>[0] = {}): Promise<Prescription> => {
  const rx = await desk.prescribe(lines);
  await desk.charge(rx);
  return rx;
};
const lotNamed = async (lotNo: string): Promise<LotRow> => {
  const { list } = await call('pharmacy', routes.stock, { query: { pageSize: 500, empty: true } });
  const found = list.find((row) => row.lotNo === lotNo);
  if (!found) throw new Error(`no lot ${lotNo}`);
  return found;
};

/** The command with a context of its own: other rights, settings or person. */
const actAs = (over: Partial<RequestContext<PharmacyTables>>, act: UpdateStateBody) => {
  const ctx: RequestContext<PharmacyTables> = {
    ...desk.host.requestContext<PharmacyTables>('pharmacy', { user: pharmacist }),
    ...over,
  };
  return desk.host.db.transaction(() => updateState(ctx, act));
};

describe('[7.6-01] [3-09] the pharmacy’s queue', () => {
  it('shows paid prescriptions with something to hand out, and counts each stage', async () => {
    const treatment = await paid({ prescriptionDetailList: [oneSession] });
    const unpaid = await desk.prescribe({ prescriptionDetailList: [oneBox] });
    const rx = await paid({ prescriptionDetailList: [oneBox] });
    const queue = await call('pharmacy', routes.patientList, {});
    const shown = queue.list.map((row) => row.dpId);
    expect(shown).toContain(rx.dpId);
    expect(shown).not.toContain(treatment.dpId);
    expect(shown).not.toContain(unpaid.dpId);
    expect(queue.counts).toEqual({ review: 1, pick: 0, dispense: 0, rest: 0 });
    expect((await call('pharmacy', routes.patientList, { query: { unpaid: true } })).list.map((row) => row.dpId)).toContain(unpaid.dpId);
    expect((await call('pharmacy', routes.patientList, { user: wuhan })).pagination.total).toBe(0);
    for (const action of ['review', 'pick', 'dispense'] as const) await desk.act(id(rx), action);
    expect((await call('pharmacy', routes.patientList, { query: { stage: 'done' } })).list.map((row) => row.dpId)).toEqual([rx.dpId]);
  });
});

describe('[7.6-02] [3-10] dispensingInfo', () => {
  it('[5-09] keeps only drugs and consumables, with their types in dispensing’s words, and proposes lots by expiry', async () => {
    const rx = await paid();
    const info = await desk.info(id(rx));
    expect(info.prescriptionDetailList.map((one) => [one.drugName, one.drugType, one.prepNum])).toEqual([
      ['骨化三醇软胶囊', '药品(西药)', 60],
      ['高通透析器', '耗材', 1],
    ]);
    expect(info).toMatchObject({
      dpId: rx.dpId,
      dpNumber: rx.dpNumber,
      patientName: '重庆测',
      patientSex: 1,
      outpatientCode: 'MZ0001',
      reimWay: '310',
      rxPrice: 755.5,
      payStatus: 1,
      injection: false,
      allergies: ['青霉素'],
      actionList: ['review', 'refuse'],
      shortageList: [],
    });
    expect(info.patientIdcard).toContain('*');
    const [first, second] = info.drugDetailList;
    expect([first?.lotNo, second?.lotNo, first?.allocationId]).toEqual(['SIM-EARLY', 'SIM-LATE', '']);
    expect((first?.quantity ?? 0) + (second?.quantity ?? 0)).toBe(60);
    expect(await refusal(call('pharmacy', routes.detail, { user: wuhan, params: { id: rx.dpId } }))).toBe('pharmacy.not-found');
  });
});

describe('[7.6-03] review, pick, dispense, return', () => {
  it('reserves the earliest lots, hands them out, and takes them back where they came from', async () => {
    const rx = await paid({ prescriptionDetailList: [{ ...oneBox, drugNum: 3 }, oneDialyser] });
    const [early, late, dialyser] = [await lotNamed('SIM-EARLY'), await lotNamed('SIM-LATE'), await lotNamed('SIM-D1')];
    expect(await desk.act(id(rx), 'review')).toMatchObject({ rxStatus: 2, actionList: ['pick'] });
    const picked = await desk.act(id(rx), 'pick');
    expect(picked).toMatchObject({ rxStatus: 3, actionList: ['unpick', 'dispense'] });
    expect(await lotNamed('SIM-EARLY')).toMatchObject({ onHand: early.onHand, reserved: early.available, available: 0 });

    const back = await desk.act(id(rx), 'unpick');
    expect(back).toMatchObject({ rxStatus: 2, drugDetailList: [{ allocationId: '' }, { allocationId: '' }, { allocationId: '' }] });
    expect(await lotNamed('SIM-EARLY')).toMatchObject({ reserved: 0 });

    await desk.act(id(rx), 'pick');
    const done = await desk.act(id(rx), 'dispense');
    expect(done).toMatchObject({ rxStatus: 4, actionList: ['return'] });
    expect(done.stepList.map((step) => step.action)).toEqual(['review', 'pick', 'unpick', 'pick', 'dispense']);
    expect(done.stepList.at(-1)).toMatchObject({ operatorName: '药师乙' });
    expect(await lotNamed('SIM-EARLY')).toMatchObject({ onHand: 0, reserved: 0 });
    expect((await lotNamed('SIM-LATE')).onHand).toBe(late.onHand - (60 - early.onHand));
    expect((await lotNamed('SIM-D1')).onHand).toBe(dialyser.onHand - 1);
    expect(await desk.broken()).toEqual([]);

    const cancel = async () => {
      const { list } = await desk.host.call('charging', chargeContract.routes.bill, { user: cashier, query: { keyword: rx.dpNumber } });
      return await desk.host.call('charging', chargeContract.routes.cancelBill, { user: cashier, body: { chargeId: list[0]?.chargeId ?? '', reason: '退药' } });
    };
    expect(await refusal(cancel())).toMatch(/^charging\./);

    const [share] = done.drugDetailList.filter((one) => one.lotNo === 'SIM-EARLY');
    const returns = [{ allocationId: share?.allocationId ?? '', quantity: 20, returned: 0 }];
    const partly = await desk.act(id(rx), 'return', { returns, reason: '停药' });
    expect(partly).toMatchObject({ rxStatus: 6, actionList: ['return'] });
    expect(await refusal(desk.act(id(rx), 'return', { returns }))).toBe('pharmacy.return-stale');
    expect((await lotNamed('SIM-EARLY')).onHand).toBe(20);
    const stillOut = await desk.host.service(prescriptionHandedOut).linesOf(id(rx), ['org-gz']);
    expect(stillOut.map(({ dispensed, returned }) => [dispensed, returned])).toEqual([
      [600_000, 200_000],
      [10_000, 0],
    ]);
    expect(await desk.host.service(prescriptionHandedOut).linesOf(id(rx), ['org-wh'])).toEqual([]);
    expect(await refusal(cancel())).toMatch(/^charging\./);

    const rest = partly.drugDetailList.map((one) => ({ allocationId: one.allocationId, quantity: one.taken - one.returned, returned: one.returned }));
    const whole = await desk.act(id(rx), 'return', { returns: rest });
    expect(whole).toMatchObject({ rxStatus: 7, actionList: [] });
    expect((await lotNamed('SIM-LATE')).onHand).toBe(late.onHand);
    expect(await refusal(cancel())).toBe('allowed');
    expect(await desk.broken()).toEqual([]);
  });

  it('an unpaid prescription can be reviewed and refused but neither picked nor dispensed', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [oneBox] });
    await desk.act(id(rx), 'review');
    expect(await refusal(desk.act(id(rx), 'pick'))).toBe('pharmacy.not-paid');
    expect(await refusal(desk.act(id(rx), 'dispense'))).toBe('pharmacy.state-changed');
    const other = await desk.prescribe({ prescriptionDetailList: [oneBox] });
    expect(await refusal(desk.act(id(other), 'refuse'))).toBe('pharmacy.reason-missing');
    expect(await desk.act(id(other), 'refuse', { reason: '剂量偏大' })).toMatchObject({ rxStatus: 8, stepList: [{ action: 'refuse', reason: '剂量偏大' }] });
    expect((await call('pharmacy', routes.patientList, { query: { stage: 'refused' } })).list.map((row) => row.dpId)).toContain(other.dpId);
  });

  it('money cannot go back while drugs stand ready, and a refunded prescription is not picked', async () => {
    const rx = await paid({ prescriptionDetailList: [oneBox] });
    await desk.act(id(rx), 'review');
    await desk.act(id(rx), 'pick');
    const { list } = await desk.host.call('charging', chargeContract.routes.bill, { user: cashier, query: { keyword: rx.dpNumber } });
    const cancel = () =>
      desk.host.call('charging', chargeContract.routes.cancelBill, { user: cashier, body: { chargeId: list[0]?.chargeId ?? '', reason: '不要了' } });
    expect(await refusal(cancel())).toBe('charging.cancel-picked');
    await desk.act(id(rx), 'unpick');
    expect(await refusal(cancel())).toBe('allowed');
    expect(await refusal(desk.act(id(rx), 'pick'))).toBe('pharmacy.not-paid');
    expect(await desk.broken()).toEqual([]);
  });

  it('each act needs its own button right', async () => {
    const rx = await paid({ prescriptionDetailList: [oneDialyser] });
    const act = async (action: UpdateStateBody['action'], ...rights: string[]) =>
      refusal(
        actAs(
          { can: (code) => rights.map((right) => `his.pharmacy:${right}`).includes(code) },
          { dpId: id(rx), action, version: (await desk.info(id(rx))).version, checks: [...REVIEW_CHECKS] },
        ),
      );
    expect(await act('review', 'btn_pick', 'btn_dispense', 'btn_return')).toBe('pharmacy.forbidden');
    expect(await act('refuse', 'btn_pick')).toBe('pharmacy.forbidden');
    expect(await act('review', 'btn_review')).toBe('allowed');
    expect(await act('pick', 'btn_review', 'btn_dispense')).toBe('pharmacy.forbidden');
    expect(await act('pick', 'btn_pick')).toBe('allowed');
    expect(await act('dispense', 'btn_pick')).toBe('pharmacy.forbidden');
    expect(await act('dispense', 'btn_dispense')).toBe('allowed');
    expect(await act('return', 'btn_dispense')).toBe('pharmacy.forbidden');
  });

  it('[M1] [M5] an old version is refused; thirty pharmacists at once dispense a prescription once', async () => {
    const rx = await paid({ prescriptionDetailList: [oneDialyser] });
    const { version } = await desk.info(id(rx));
    await desk.act(id(rx), 'review');
    expect(await refusal(desk.act(id(rx), 'pick', { version }))).toBe('pharmacy.stale');
    const before = (await lotNamed('SIM-D1')).onHand;
    const picks = await sideBySide(Array.from({ length: 30 }, () => () => desk.act(id(rx), 'pick')));
    expect(picks.done).toBe(1);
    const dispensed = await sideBySide(Array.from({ length: 30 }, () => () => desk.act(id(rx), 'dispense')));
    expect(dispensed.done).toBe(1);
    expect((await lotNamed('SIM-D1')).onHand).toBe(before - 1);
    expect(await desk.broken()).toEqual([]);
  });

  it('a lot that is frozen or expires between pick and dispense is not handed out', async () => {
    const rx = await paid({ prescriptionDetailList: [oneDialyser] });
    await desk.act(id(rx), 'review');
    await desk.act(id(rx), 'pick');
    const { lotId, version } = await lotNamed('SIM-D1');
    const freeze = (frozen: boolean, of: number) =>
      call('pharmacy', routes.freeze, { params: { id: lotId }, body: { frozen, reason: frozen ? '抽检' : '', version: of } });
    expect(await refusal(freeze(true, version + 1))).toBe('pharmacy.lot-stale');
    const frozen = await freeze(true, version);
    expect(frozen).toMatchObject({ frozen: true, frozenReason: '抽检' });
    expect(await refusal(desk.act(id(rx), 'dispense'))).toBe('pharmacy.lot-blocked');
    await freeze(false, frozen.version);
    const noon = desk.host.time.now;
    desk.host.time.now = new Date(noon.getTime() + 101 * 86_400_000);
    expect(await refusal(desk.act(id(rx), 'dispense'))).toBe('pharmacy.lot-blocked');
    desk.host.time.now = noon;
    expect((await desk.act(id(rx), 'dispense')).rxStatus).toBe(4);
  });

  it('with the setting on, whoever picked may not hand out', async () => {
    const rx = await paid({ prescriptionDetailList: [oneDialyser] });
    await desk.act(id(rx), 'review');
    const { version } = await desk.act(id(rx), 'pick');
    const dispense = (userId: string) =>
      actAs({ settings: { secondPersonDispenses: true }, user: { ...pharmacist, userId } }, { dpId: id(rx), action: 'dispense', version });
    expect(await refusal(dispense(pharmacist.userId))).toBe('pharmacy.second-person');
    expect(await refusal(dispense('user-other'))).toBe('allowed');
  });
});

describe('[M4] many pharmacists, few goods', () => {
  it('picks that want the same two drugs in opposite order end', async () => {
    const lines = [oneBox, oneDialyser];
    const [a, b] = [await paid({ prescriptionDetailList: lines }), await paid({ prescriptionDetailList: [...lines].reverse() })];
    for (const rx of [a, b]) await desk.act(id(rx), 'review');
    expect((await sideBySide([a, b].map((rx) => () => desk.act(id(rx), 'pick')))).done).toBe(2);
    expect(await desk.broken()).toEqual([]);
  });

  it('a shortage names the drug and reserves nothing of the others', async () => {
    const rx = await paid({ prescriptionDetailList: [oneDialyser, { ...oneBox, drugNum: 5000 }] });
    const reviewed = await desk.act(id(rx), 'review');
    expect(reviewed.shortageList).toMatchObject([{ drugName: '骨化三醇软胶囊', unit: '粒' }]);
    const before = await lotNamed('SIM-D1');
    expect(await refusal(desk.act(id(rx), 'pick'))).toBe('pharmacy.stock-short');
    expect((await lotNamed('SIM-D1')).reserved).toBe(before.reserved);
    expect((await desk.info(id(rx))).rxStatus).toBe(2);
  });
});

describe('stock list and ledger', () => {
  it('lists lots by expiry with their colour, filters and sums over all pages', async () => {
    const all = await call('pharmacy', routes.stock, { query: { empty: true } });
    expect(all.list.map((row) => row.expiresOn)).toEqual(all.list.map((row) => row.expiresOn).sort());
    expect(all.list.find((row) => row.lotNo === 'SIM-EXPIRED')).toMatchObject({ level: 'expired', daysLeft: -1 });
    expect(all.total).toMatchObject({ lots: 5, expired: 1, frozen: 1 });
    const levels = await Promise.all(
      (['expired', 'near', 'soon', 'fine'] as const).map((level) => call('pharmacy', routes.stock, { query: { level, empty: true } })),
    );
    expect(levels.map((one) => one.list.every((row, _, rows) => row.level === rows[0]?.level))).toEqual([true, true, true, true]);
    expect(levels.reduce((sum, one) => sum + one.pagination.total, 0)).toBe(5);
    expect((await call('pharmacy', routes.stock, { query: { keyword: 'gttx', empty: true } })).list.map((row) => row.lotNo)).toEqual(['SIM-D1']);
    expect((await call('pharmacy', routes.stock, { query: { frozen: true } })).list.map((row) => row.lotNo)).toEqual(['SIM-FROZEN']);
    expect((await call('pharmacy', routes.stock, { user: wuhan })).pagination.total).toBe(0);
  });

  it('the ledger of a lot adds up to what is on hand', async () => {
    const { lotId, onHand } = await lotNamed('SIM-LATE');
    const ledger = await call('pharmacy', routes.movement, { query: { lotId, pageSize: 500 } });
    if (!ledger.total) throw new Error('the ledger of one lot has its sums');
    const { received, dispensed, returned, corrected, net } = ledger.total;
    expect(received - dispensed + returned + corrected).toBe(net);
    expect(net).toBe(onHand);
    expect(ledger.list[0]?.balance).toBe(onHand);
    expect(ledger.list.at(-1)).toMatchObject({ kind: 'receive', balance: 2000 });
  });

  it('receives a delivery by the box: several lines, new lots or more of the same one, all or nothing', async () => {
    const one: ReceiptLineBody = { drugId: 'drug-calcitriol', lotNo: 'SIM-NEW', expiresOn: '2027-05-31', quantity: 10, cost: 30.1234, location: 'A-01-1' };
    const note = { supplier: '国药（模拟）', invoiceNo: 'SIM-0001', note: '' };
    const receive = (over: Partial<ReceiptLineBody> = {}, user = pharmacist) =>
      call('pharmacy', routes.receive, { body: { ...note, lines: [{ ...one, ...over }] }, user });
    const two = await call('pharmacy', routes.receive, {
      body: { ...note, lines: [one, { ...one, drugId: 'mat-dialyser', lotNo: 'SIM-ND', quantity: 3, cost: 100 }] },
    });
    expect(two).toMatchObject({
      supplier: '国药（模拟）',
      lineCount: 2,
      totalPrice: 601.23,
      lines: [
        { pieces: 200, amount: 301.23 },
        { pieces: 3, amount: 300 },
      ],
    });
    expect(await lotNamed('SIM-NEW')).toMatchObject({ onHand: 200, unit: '粒', stockUnit: '盒', cost: 30.1234, level: 'fine' });
    await receive({ quantity: 2.5 });
    expect(await lotNamed('SIM-NEW')).toMatchObject({ onHand: 250 });
    expect(await refusal(receive({ expiresOn: '2026-03-01' }))).toBe('pharmacy.expiry-past');
    expect(await refusal(receive({ expiresOn: '2026-02-30' }))).toBe('pharmacy.expiry-wrong');
    expect(await refusal(receive({ drugId: 'item-hd' }))).toBe('pharmacy.item-not-kept');
    expect(await refusal(receive({ lotNo: '  ' }))).toBe('pharmacy.lot-no-missing');
    const half = call('pharmacy', routes.receive, {
      body: {
        ...note,
        lines: [
          { ...one, lotNo: 'SIM-HALF' },
          { ...one, expiresOn: '2026-03-01' },
        ],
      },
    });
    expect(await refusal(half)).toBe('pharmacy.expiry-past');
    await expect(half).rejects.toMatchObject({ fields: [{ path: 'lines.1.expiresOn' }] });
    expect((await call('pharmacy', routes.stock, { query: { keyword: 'SIM-HALF', empty: true } })).pagination.total).toBe(0);
    expect(await refusal(receive({}, wuhan))).toBe('allowed');
    expect((await call('pharmacy', routes.stockItems, { query: { keyword: 'ghsc' } })).list).toMatchObject([{ drugId: 'drug-calcitriol', stockDmin: 20 }]);
    const found = await call('pharmacy', routes.receipts, { query: { keyword: '国药（模拟' } });
    expect(found.list.map((row) => row.totalPrice)).toEqual([75.31, 601.23]);
    expect((await call('pharmacy', routes.receipt, { params: { id: two.receiptId } })).lines).toHaveLength(2);
    expect(await desk.broken()).toEqual([]);
  });

  it('tells prescriptions what can be dispensed today', async () => {
    const [calcitriol] = await desk.host.service(catalogueStock).stockOf('org-gz', ['drug-calcitriol', 'drug-unknown']);
    const { list } = await call('pharmacy', routes.stock, { query: { drugId: 'drug-calcitriol' } });
    const usable = list.filter((row) => !row.frozen && row.level !== 'expired').reduce((sum, row) => sum + row.available, 0);
    expect(calcitriol).toEqual({
      drugId: 'drug-calcitriol',
      available: (usable * 10_000) as Quantity,
      onHand: expect.any(Number),
      nearestExpiry: expect.stringMatching(/^2026-03-22|2027-/),
    });
  });

  it('the database itself refuses negative stock and changes of the ledger', async () => {
    const db = desk.host.db;
    await expect(db.script("update pharmacy.lot set on_hand = -1 where lot_no = 'SIM-D1'")).rejects.toThrow();
    await expect(db.script("update pharmacy.lot set reserved = on_hand + 1 where lot_no = 'SIM-D1'")).rejects.toThrow();
    await expect(db.script('update pharmacy.movement set quantity = 1')).rejects.toThrow('append-only');
    await expect(db.script('delete from pharmacy.dispensing_step')).rejects.toThrow('append-only');
  });
});
