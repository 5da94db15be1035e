import { isAppError } from '@nephra/plugin-sdk/contract';
import { describe, expect, it } from 'vitest';
import { PayStatus, RxStatus } from '../contract/index.ts';
import { assertEditable, assertPayMove, assertRxMove, confirmed, isUnsettled, PAY_MOVES, RX_MOVES, type RxFacts, unconfirmed, voided } from './states.ts';

const facts: RxFacts = { lineCount: 2, hasStockLines: true };
const keyOf = (act: () => unknown): string => {
  try {
    act();
    return 'allowed';
  } catch (error) {
    return isAppError(error) ? error.key : 'another error';
  }
};
const allPay = Object.values(PayStatus);
const allRx = Object.values(RxStatus);

describe('[4-19] states of a prescription', () => {
  it('confirm moves 9→0 and 0→1 together, and only once', () => {
    const fresh = { payStatus: PayStatus.New, rxStatus: RxStatus.New };
    expect(confirmed(fresh, facts)).toEqual({ payStatus: 0, rxStatus: 1 });
    expect(keyOf(() => confirmed({ payStatus: 0, rxStatus: 1 }, facts))).toBe('prescription.already-confirmed');
    expect(keyOf(() => confirmed(fresh, { ...facts, lineCount: 0 }))).toBe('prescription.no-lines');
  });

  it('un-confirm is possible until somebody charged or the pharmacist took it on', () => {
    expect(unconfirmed({ payStatus: 0, rxStatus: 1 }, facts)).toEqual({ payStatus: 9, rxStatus: 0 });
    expect(unconfirmed({ payStatus: 0, rxStatus: 8 }, facts)).toEqual({ payStatus: 9, rxStatus: 0 });
    expect(keyOf(() => unconfirmed({ payStatus: 1, rxStatus: 1 }, facts))).toBe('prescription.already-charged');
    expect(keyOf(() => unconfirmed({ payStatus: 0, rxStatus: 3 }, facts))).toBe('prescription.in-pharmacy');
    expect(keyOf(() => unconfirmed({ payStatus: 9, rxStatus: 0 }, facts))).toBe('prescription.not-confirmed');
  });

  it('delete is possible while uncharged and not in the pharmacy', () => {
    expect(voided({ payStatus: 9, rxStatus: 0 }, facts)).toEqual({ payStatus: 8, rxStatus: 9 });
    expect(keyOf(() => voided({ payStatus: 1, rxStatus: 4 }, facts))).toBe('prescription.already-charged');
    expect(keyOf(() => voided({ payStatus: 0, rxStatus: 2 }, facts))).toBe('prescription.in-pharmacy');
  });

  it('lines may be edited only before confirming', () => {
    expect(keyOf(() => assertEditable({ payStatus: 9, rxStatus: 0 }))).toBe('allowed');
    expect(keyOf(() => assertEditable({ payStatus: 0, rxStatus: 1 }))).toBe('prescription.not-editable');
    expect(keyOf(() => assertEditable({ payStatus: 8, rxStatus: 9 }))).toBe('prescription.voided');
  });

  it('an unconfirmed prescription cannot be charged', () => {
    expect(keyOf(() => assertPayMove({ payStatus: 0, rxStatus: 0 }, PayStatus.Charged, facts))).toBe('prescription.not-confirmed');
    expect(keyOf(() => assertPayMove({ payStatus: 0, rxStatus: 8 }, PayStatus.Settling, facts))).toBe('prescription.not-confirmed');
  });

  it('drugs leave only against payment or the monthly account', () => {
    for (const pay of allPay) {
      const allowed = pay === PayStatus.Charged || pay === PayStatus.OnAccount || pay === PayStatus.PartlyRefunded;
      expect(
        keyOf(() => assertRxMove({ payStatus: pay, rxStatus: RxStatus.Picked }, RxStatus.Dispensed, facts)),
        `pay ${pay}`,
      ).toBe(allowed ? 'allowed' : 'prescription.not-charged');
    }
  });

  it('money goes back only after the drugs came back', () => {
    expect(keyOf(() => assertPayMove({ payStatus: 1, rxStatus: 4 }, PayStatus.Refunded, facts))).toBe('prescription.drugs-out');
    expect(keyOf(() => assertPayMove({ payStatus: 1, rxStatus: 6 }, PayStatus.Refunded, facts))).toBe('prescription.drugs-out');
    for (const rxStatus of [1, 2, 4, 5, 6, 7] as const) {
      expect(keyOf(() => assertPayMove({ payStatus: 1, rxStatus }, PayStatus.PartlyRefunded, facts))).toBe('allowed');
      expect(keyOf(() => assertPayMove({ payStatus: 4, rxStatus }, PayStatus.PartlyRefunded, facts))).toBe('allowed');
    }
    expect(keyOf(() => assertPayMove({ payStatus: 1, rxStatus: 7 }, PayStatus.Refunded, facts))).toBe('allowed');
    expect(keyOf(() => assertPayMove({ payStatus: 1, rxStatus: 4 }, PayStatus.Refunded, { lineCount: 1, hasStockLines: false }))).toBe('allowed');
  });

  it('only prescriptions without stock lines jump from confirmed to carried out', () => {
    const state = { payStatus: PayStatus.Charged, rxStatus: RxStatus.Confirmed };
    expect(keyOf(() => assertRxMove(state, RxStatus.Dispensed, facts))).toBe('prescription.rx-move');
    expect(keyOf(() => assertRxMove(state, RxStatus.Dispensed, { lineCount: 1, hasStockLines: false }))).toBe('allowed');
  });

  it.each(allPay.flatMap((from) => allPay.filter((to) => !PAY_MOVES[from].includes(to)).map((to) => [from, to] as const)))(
    'payStatus %i→%i is not declared and refused with a sentence, whatever the treatment state',
    (from, to) => {
      for (const rxStatus of allRx) expect(keyOf(() => assertPayMove({ payStatus: from, rxStatus }, to, facts))).toMatch(/^prescription\./);
    },
  );

  it.each(allRx.flatMap((from) => allRx.filter((to) => !RX_MOVES[from].includes(to)).map((to) => [from, to] as const)))(
    'rxStatus %i→%i is not declared and refused with a sentence, whatever the payment state',
    (from, to) => {
      for (const payStatus of allPay) expect(keyOf(() => assertRxMove({ payStatus, rxStatus: from }, to, facts))).toMatch(/^prescription\./);
    },
  );

  it('what somebody would pay is estimated until money moves, not afterwards and not while nobody knows', () => {
    expect(new Set(allPay.filter(isUnsettled))).toEqual(new Set([PayStatus.New, PayStatus.ToCharge, PayStatus.OnAccount]));
  });

  it('no way through the tables ends with drugs out and the money neither taken nor on account', () => {
    const seen = new Map<string, { payStatus: PayStatus; rxStatus: RxStatus }>();
    const open: { payStatus: PayStatus; rxStatus: RxStatus }[] = [{ payStatus: PayStatus.New, rxStatus: RxStatus.New }];
    for (let state = open.pop(); state; state = open.pop()) {
      const key = `${state.payStatus}/${state.rxStatus}`;
      if (seen.has(key)) continue;
      seen.set(key, state);
      const here = state;
      for (const payStatus of allPay) if (keyOf(() => assertPayMove(here, payStatus, facts)) === 'allowed') open.push({ ...here, payStatus });
      for (const rxStatus of allRx) if (keyOf(() => assertRxMove(here, rxStatus, facts)) === 'allowed') open.push({ ...here, rxStatus });
    }
    const out: readonly RxStatus[] = [RxStatus.Dispensed, RxStatus.PartlyDispensed];
    const covered: readonly PayStatus[] = [PayStatus.Charged, PayStatus.OnAccount, PayStatus.PartlyRefunded];
    const wrong = [...seen.values()].filter((state) => out.includes(state.rxStatus) && !covered.includes(state.payStatus));
    expect(wrong).toEqual([]);
    expect(seen.size).toBeGreaterThan(20);
  });
});
