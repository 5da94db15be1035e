import { expect, it } from 'vitest';
import { fieldLabel } from './field-text.ts';

const missing = (key: string): string => key;

it('a field is called as its description says, in the language of the reader', () => {
  expect(fieldLabel({ t: missing, language: 'en' }, 'address')).toBe('Address');
  expect(fieldLabel({ t: missing, language: 'zhtw' }, 'dialysis.classId')).toBe('班別');
});

it('words of the site go before it', () => {
  const words = { t: (key: string) => (key === 'field.address' ? '家庭住址' : key), language: 'zh' } as const;
  expect([fieldLabel(words, 'address'), fieldLabel(words, 'phone')]).toEqual(['家庭住址', '手机']);
});

it('a history may tell of a field that this version does not know', () => {
  expect(fieldLabel({ t: missing, language: 'zh' }, 'dialysis.later')).toBe('field.later');
});
