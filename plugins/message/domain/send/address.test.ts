import { expect, it } from 'vitest';
import { isMailAddress, mobileOf } from './address.ts';

it.each([
  ['zhang@example.org', true],
  ['a.b+c@mail.example', true],
  ['', false],
  ['a@b@example.org', false],
  ['a@example.org\r\nBcc: all@example.org', false],
  ['a@-example.org', false],
  ['<a@example.org>', false],
  ['a,b@example.org', false],
])('%j is a mailbox: %s', (text, is) => expect(isMailAddress(text)).toBe(is));

it.each([
  ['13800001234', '13800001234'],
  ['+86 138-0000-1234', '13800001234'],
  ['8613800001234', '13800001234'],
  ['02812345678', undefined],
  ['+85261234567', undefined],
  ['12800001234', undefined],
  ['', undefined],
])('%j is the mobile %s', (text, mobile) => expect(mobileOf(text)).toBe(mobile));
