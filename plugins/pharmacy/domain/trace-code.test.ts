import type { Quantity } from '@nephra/plugin-sdk/contract';
import { describe, expect, it } from 'vitest';
import { type CodedShare, isTraceCode, planTraceCodes } from './trace-code.ts';

const code = (n: number) => String(n).padStart(20, '8');
const share = (over: Partial<CodedShare> = {}): CodedShare => ({
  allocationId: 'a',
  drugName: '骨化三醇',
  packSize: 20 as Quantity,
  quantity: 40 as Quantity,
  required: true,
  ...over,
});

describe('trace codes of packs', () => {
  it('a code has twenty digits', () => {
    expect([code(1), '1'.repeat(19), '1'.repeat(21), `${'1'.repeat(19)}x`, ''].map(isTraceCode)).toEqual([true, false, false, false, false]);
  });

  it('wants one code per whole pack where the pharmacy asks for them', () => {
    const scan = (...codes: string[]) => planTraceCodes([share()], [{ allocationId: 'a', codes }]);
    expect(scan(code(1), code(2))).toHaveLength(2);
    expect(() => scan(code(1))).toThrow('pharmacy.trace-missing');
    expect(() => scan(code(1), code(2), code(3))).toThrow('pharmacy.trace-too-many');
    expect(() => scan(code(1), code(1))).toThrow('pharmacy.trace-twice');
    expect(() => scan('123')).toThrow('pharmacy.trace-wrong');
    expect(() => planTraceCodes([share()], [{ allocationId: 'x', codes: [code(1)] }])).toThrow('pharmacy.trace-unknown');
  });

  it('loose units and drugs that nobody asks to scan need none', () => {
    expect(planTraceCodes([share({ quantity: 5 as Quantity })], [])).toEqual([]);
    expect(planTraceCodes([share({ required: false })], [])).toEqual([]);
  });
});
