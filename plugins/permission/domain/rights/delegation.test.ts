import { expect, it } from 'vitest';
import { coverage, coversMore, type Delegation, delegated } from './delegation.ts';

const rights = (add: boolean, edit: boolean, remove: boolean) => ({ add, edit, delete: remove });
const group: Delegation = { orgId: 'group', thisLayer: rights(false, true, false), subLayer: rights(true, false, false) };

it('[7.10-01] rights on this layer hold for the organisation itself only', () => {
  expect(delegated('edit', ['group'], [group])).toBe(true);
  expect(delegated('edit', ['centre', 'group'], [group])).toBe(false);
  expect(delegated('add', ['group'], [group])).toBe(false);
});

it('rights on the layers below hold at any depth', () => {
  expect(delegated('add', ['centre', 'group'], [group])).toBe(true);
  expect(delegated('add', ['ward', 'centre', 'group'], [group])).toBe(true);
  expect(delegated('delete', ['centre', 'group'], [group])).toBe(false);
});

it('nothing holds elsewhere', () => {
  expect(delegated('edit', ['other'], [group])).toBe(false);
  expect(delegated('edit', ['group'], [])).toBe(false);
});

it('what is covered at an organisation and below it can be compared', () => {
  expect([...coverage(['group'], [group])]).toEqual(['sub add', 'this edit']);
  expect([...coverage(['centre', 'group'], [group])]).toEqual(['this add', 'sub add']);
  expect(coversMore(coverage(['centre', 'group'], [group]), coverage(['group'], [group]))).toBe(true);
  expect(coversMore(coverage(['other'], [group]), coverage(['group'], [group]))).toBe(false);
});
