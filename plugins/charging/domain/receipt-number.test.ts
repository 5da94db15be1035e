import { describe, expect, it } from 'vitest';
import { receiptFormat } from './receipt-number.ts';

describe('rule of receipt numbers', () => {
  const stored = { orgId: 'org-gz', prefix: 'SFGZ', refundPrefix: 'TFGZ', date: 'yyyyMMdd', digits: 5 } as const;
  it('settings come before what the facility was set up with, and that before the default', () => {
    const settings = { receiptSeries: [{ orgId: 'org-gz', prefix: 'A', refundPrefix: 'B', date: 'yyyy', digits: 8 }] };
    expect(receiptFormat(settings, stored, 'org-gz', 'charge')).toEqual({ prefix: 'A', date: 'yyyy', digits: 8 });
    expect(receiptFormat(settings, stored, 'org-gz', 'refund').prefix).toBe('B');
    expect(receiptFormat(settings, undefined, 'org-wh', 'charge')).toEqual({ prefix: 'SF', date: 'yyyyMMdd', digits: 6 });
    expect(receiptFormat({}, stored, 'org-gz', 'refund')).toEqual({ prefix: 'TFGZ', date: 'yyyyMMdd', digits: 5 });
  });
});
