import { describe, expect, it } from 'vitest';
import { feeCategoryOf } from './fee-category.ts';

describe('fee categories', () => {
  it('every drug type has a national fee category', () => {
    expect(['西药', '中成药', '耗材', '材料', '挂号', '治疗', '检查', '护理', '其他', '化验', '未知'].map(feeCategoryOf).join()).toBe(
      '09,11,08,08,13,05,03,07,14,04,14',
    );
  });
});
