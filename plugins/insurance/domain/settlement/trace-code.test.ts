import { describe, expect, it } from 'vitest';
import { carriesTraceCode, isTraceCode, traceProblem } from './trace-code.ts';

const CODE = '1'.repeat(20);
const lines = [
  { detailId: 'a', name: '肝素', nationalCode: 'XSIM1' },
  { detailId: 'b', name: '透析器', nationalCode: 'C01' },
];

describe('[7.3] trace codes of packs', () => {
  it('have 20 digits, and only packed medicines carry them', () => {
    expect([CODE, '1'.repeat(19), `${'1'.repeat(19)}x`, ''].map(isTraceCode)).toEqual([true, false, false, false]);
    expect(['XB01', 'ZA01', 'T001', 'C01', '003101', ''].map(carriesTraceCode)).toEqual([true, true, false, false, false, false]);
  });

  it('belong to a medicine of this settlement, once', () => {
    expect(traceProblem(lines, [{ detailId: 'a', code: CODE }], true)).toBeNull();
    expect(traceProblem(lines, [{ detailId: 'b', code: CODE }], false)?.key).toBe('trace-line');
    expect(traceProblem(lines, [{ detailId: 'x', code: CODE }], false)?.key).toBe('trace-line');
    expect(traceProblem(lines, [{ detailId: 'a', code: '12' }], false)).toEqual({ key: 'trace-wrong', params: { code: '12' } });
    const twice = [CODE, CODE].map((code) => ({ detailId: 'a', code }));
    expect(traceProblem(lines, twice, false)).toEqual({ key: 'trace-twice', params: { code: CODE } });
  });

  it('may be left out unless they are demanded', () => {
    expect(traceProblem(lines, [], false)).toBeNull();
    expect(traceProblem(lines, [], true)).toEqual({ key: 'trace-missing', params: { name: '肝素' } });
  });
});
