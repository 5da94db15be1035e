import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskedName, numberTail } from './masked-name.ts';

describe('masked names', () => {
  it.each([
    ['张三', '张*'],
    ['张小三', '张*三'],
    ['欧阳小三', '欧阳*三'],
    ['欧阳三', '欧*三'],
    ['司马相如', '司马*如'],
    ['爱新觉罗', '爱**罗'],
    ['李', '*'],
    ['阿依古丽·买买提', '阿**丽·买*提'],
    ['John Smith', 'J*** S***'],
    ['  张小三 ', '张*三'],
    ['𠮷田三', '𠮷*三'],
    ['', ''],
  ])('%s is %s', (name, masked) => expect(maskedName(name)).toBe(masked));

  const han = fc.string({ unit: fc.integer({ min: 0x4e00, max: 0x9fa5 }).map((code) => String.fromCodePoint(code)), minLength: 1, maxLength: 8 });
  it('hides a character of every name, and never tells more than the beginning and the last one', () => {
    fc.assert(
      fc.property(han, (name) => {
        const masked = maskedName(name);
        expect(masked).toContain('*');
        expect(masked).not.toContain(name);
        const open = [...masked].filter((letter) => letter !== '*').length;
        expect(open).toBeLessThanOrEqual(3);
        if ([...name].length > 1) expect(open).toBeLessThan([...name].length);
      }),
    );
  });
  it('is the same for the same name, and of words of letters tells one letter and no length', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z]{1,20}$/), fc.stringMatching(/^[a-zA-Z]{1,20}$/), (one, other) => {
        expect(maskedName(`${one} ${other}`)).toMatch(/^[A-Z]\*\*\* [A-Z]\*\*\*$/);
      }),
    );
  });
  it('a number is never told whole', () => {
    expect([numberTail('HD00038'), numberTail('HD123'), numberTail(''), numberTail('1234')]).toEqual(['038', '', '', '']);
  });
});
