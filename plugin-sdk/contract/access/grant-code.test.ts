import fc from 'fast-check';
import { expect, it } from 'vitest';
import { grantCode, parseGrantCode } from './grant-code.ts';

it('[6-04] a code names a menu, a button, a column, a form field or a data scheme', () => {
  expect(grantCode('menu', 'his.patient', '')).toBe('his.patient');
  expect(grantCode('permission', 'his.patient.lookup', '')).toBe('his.patient.lookup');
  expect(grantCode('button', 'his.patient', 'btn_add')).toBe('his.patient:btn_add');
  expect(grantCode('column', 'his.patient', 'phone')).toBe('his.patient#column:phone');
  expect(grantCode('form', 'his.patient', 'phone')).toBe('his.patient#form:phone');
  expect(grantCode('resource', 'his.patient', '0190')).toBe('his.patient#resource:0190');
});

it('what was written is read back', () => {
  const code = fc.stringMatching(/^[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)*$/);
  fc.assert(
    fc.property(fc.constantFrom('button', 'column', 'form', 'resource'), code, code, (kind, menuCode, itemCode) => {
      expect(parseGrantCode(grantCode(kind, menuCode, itemCode))).toEqual({ kind, menuCode, itemCode });
    }),
  );
  expect(parseGrantCode('his.patient')).toEqual({ kind: 'menu', menuCode: 'his.patient', itemCode: '' });
});

it.each(['', ':', '#column:x', 'a:', 'a#column', 'a#other:x'])('%j is no code', (text) => expect(parseGrantCode(text)).toBeUndefined());
