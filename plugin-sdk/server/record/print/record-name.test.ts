import { expect, it } from 'vitest';
import { recordConstant } from './record-name.ts';

it.each([
  ['permission.position', 'position'],
  ['beds.bed_type', 'bedType'],
  ['beds.Ward', 'ward'],
  ['beds.class', 'classRecord'],
  ['beds.field', 'fieldRecord'],
  ['a.2b', 'record2b'],
  ['_', 'record'],
])('the constant of %s is %s', (name, constant) => {
  expect(recordConstant(name, ['field'])).toBe(constant);
});
