import { describe, expect, it } from 'vitest';
import { dispensableLines, dispensingType, isDispensable, isDrug } from './dispensable-lines.ts';

describe('[5-09] dispensing keeps only drugs and consumables', () => {
  it.each([
    ['西药', '药品(西药)', true],
    ['中成药', '药品(中成药)', true],
    ['药品', '药品', true],
    ['耗材', '耗材', true],
    ['一次性耗材', '一次性耗材', true],
    ['材料', '材料', false],
    ['治疗', '治疗', false],
    ['化验', '化验', false],
    ['', '', false],
  ])('%s is sent as %s, kept: %s', (drugType, sent, kept) => {
    expect(dispensingType(drugType)).toBe(sent);
    expect(isDispensable(drugType)).toBe(kept);
  });

  it('keeps the order and renames the type', () => {
    const lines = ['治疗', '耗材', '西药', '化验'].map((drugType, index) => ({ drugType, index }));
    expect(dispensableLines(lines)).toEqual([
      { drugType: '耗材', index: 1 },
      { drugType: '药品(西药)', index: 2 },
    ]);
  });

  it('tells drugs from consumables', () => {
    expect([isDrug('西药'), isDrug('药品(中成药)'), isDrug('耗材')]).toEqual([true, true, false]);
  });
});
