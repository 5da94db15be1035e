import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitOf, likeness, plainText, SURE_FROM } from './mapping-suggestion.ts';

const own = { ownCode: '', name: '骨化三醇软胶囊', spec: '0.25µg×20粒', approvalNumber: '国药准字SIM001', maker: '' };
const listed = { code: 'XSIM01', name: '骨化三醇软胶囊', genericName: '骨化三醇', spec: '0.25μg*20 粒', approvalNumber: '', maker: '' };

describe('proposals for a national code', () => {
  it('the code in the facility’s own catalogue is sure by itself', () => {
    expect(fitOf({ ...own, ownCode: 'XSIM01', name: '别名', spec: '' }, listed)).toEqual({ score: 60, reasons: ['code'] });
  });
  it('approval number and name together are sure', () => {
    const found = fitOf(own, { ...listed, approvalNumber: '国药准字 SIM001' });
    expect(found.reasons).toEqual(['approval', 'name', 'spec']);
    expect(found.score).toBeGreaterThanOrEqual(SURE_FROM);
  });
  it('a name alone is no more than a hint', () => {
    expect(fitOf({ ...own, spec: '' }, listed).score).toBeLessThan(SURE_FROM);
  });
  it('specification and maker say nothing without a name', () => {
    expect(fitOf({ ...own, name: '蔗糖铁注射液' }, listed)).toEqual({ score: 0, reasons: [] });
  });
  it('a specification is one however it is written', () => {
    expect(plainText('0.25µg×20粒')).toBe(plainText('0.25μg*20 粒'));
  });
  it('likeness is symmetric and between 0 and 1; a name is wholly like itself', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const one = likeness(a, b);
        expect(one).toBe(likeness(b, a));
        expect(one).toBeGreaterThanOrEqual(0);
        expect(one).toBeLessThanOrEqual(1);
        if (plainText(a) !== '') expect(likeness(a, a)).toBe(1);
      }),
    );
  });
});
