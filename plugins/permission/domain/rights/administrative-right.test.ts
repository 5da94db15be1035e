import { expect, it } from 'vitest';
import { isAdministrative } from './administrative-right.ts';

it.each([
  ['permission', true],
  ['permission.user', true],
  ['system.plugins', true],
  ['his.charging', false],
  ['permissions.demo', false],
  ['extend.system', false],
])('[6-02] rights on %s administer: %s', (menuCode, administers) => expect(isAdministrative({ menuCode })).toBe(administers));
