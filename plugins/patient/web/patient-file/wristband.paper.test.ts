import { expect, it } from 'vitest';
import { wristbandPaper } from './wristband.paper.ts';

it('a wristband bears name, birthday and the number as bars, and nothing that others should not read', () => {
  const { html } = wristbandPaper({ patientName: '赵<一>', birthday: '1960-01-02', outpatientCode: 'MZ0001' }, '腕带', '男');
  expect(html).toContain('赵&lt;一&gt;');
  expect(html).toContain('男 · 1960-01-02');
  expect(html).toMatch(/<svg [^>]*>(<rect [^>]*\/>)+<\/svg><div>MZ0001<\/div>/);
});

it('of a number that no barcode can hold the number alone is printed', () => {
  expect(wristbandPaper({ patientName: '钱二', birthday: null, outpatientCode: '门诊-1' }, '', '').html).not.toContain('<svg');
});
