import { expect, it } from 'vitest';
import { type Addressed, addressedOf, isNobody, receiversOf } from './notice-receivers.ts';
import type { Receiver } from '../../contract/message.schema.ts';

const RECEIVERS: Receiver[] = [
  { kind: 'organisation', id: 'o1' },
  { kind: 'department', id: 'd1' },
  { kind: 'role', id: 'r1' },
  { kind: 'role', id: 'r2' },
  { kind: 'group', id: 'g1' },
  { kind: 'user', id: 'u1' },
];

it('whom a notice is for survives the form', () => {
  expect(receiversOf(addressedOf(RECEIVERS))).toEqual(RECEIVERS);
  expect(addressedOf([])).toMatchObject({ everybody: 'all' });
});

it('who chose everybody after all sends nobody who was named before', () => {
  expect(receiversOf({ ...addressedOf(RECEIVERS), everybody: 'all' })).toEqual([]);
});

it('nobody chosen is told from everybody', () => {
  const none: Addressed = { ...addressedOf([]), everybody: 'chosen' };
  expect([isNobody(none), isNobody({ ...none, userIds: ['u1'] }), isNobody({ ...none, everybody: 'all' })]).toEqual([true, false, false]);
});
