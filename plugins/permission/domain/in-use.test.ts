import { expect, it } from 'vitest';
import { usesText } from './in-use.ts';

it('names what is in the way and how many', () => {
  const uses = { organisation: 0, department: 3, person: 1, patient: 12 };
  expect(usesText(uses, 'en')).toBe('3 departments, 1 person and 12 patients');
  expect(usesText(uses, 'zh')).toBe('3 个部门、1 名人员、12 名患者');
  expect(usesText(uses, 'zhtw')).toBe('3 個部門、1 名人員、12 名病患');
  expect(usesText({ department: 1 }, 'en')).toBe('1 department');
  expect(usesText({ department: 0 }, 'zh')).toBe('');
});
