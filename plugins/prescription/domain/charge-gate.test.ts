import { describe, expect, it } from 'vitest';
import { PayStatus, RxStatus } from '../contract/states.ts';
import { awaitsReview, takesMoney } from './charge-gate.ts';

const waiting = { payStatus: PayStatus.ToCharge, rxStatus: RxStatus.Confirmed, hasStockLines: true, rounds: 0 } as const;

describe('what waits for its review before it is charged', () => {
  it('only what is at the desk, comes out of the pharmacy and was never charged', () => {
    expect(awaitsReview(waiting)).toBe(true);
    expect(awaitsReview({ ...waiting, hasStockLines: false })).toBe(false);
    expect(awaitsReview({ ...waiting, rounds: 1 })).toBe(false);
    for (const payStatus of Object.values(PayStatus)) expect(awaitsReview({ ...waiting, payStatus })).toBe(payStatus === PayStatus.ToCharge);
    for (const rxStatus of Object.values(RxStatus)) expect(awaitsReview({ ...waiting, rxStatus })).toBe(rxStatus === RxStatus.Confirmed);
  });

  it('money is taken by charging, by asking an insurer, and by putting it on an account', () => {
    expect(Object.values(PayStatus).filter(takesMoney)).toEqual([PayStatus.Charged, PayStatus.Settling, PayStatus.OnAccount]);
  });
});
