import { describe, expect, it } from 'vitest';
import { assertAction, checkedReason, DispensingAction, openActions, targetStatus } from './dispensing-state.ts';

const subject = (payStatus: number, rxStatus: number) => ({ dpNumber: 'CF1', payStatus, rxStatus });
const ALL = Object.values(DispensingAction);

describe('[7.6-03] acts of dispensing', () => {
  it('opens the acts of each state for a paid prescription', () => {
    expect(openActions(subject(1, 0))).toEqual([]);
    expect(openActions(subject(1, 1))).toEqual(['review', 'refuse']);
    expect(openActions(subject(1, 2))).toEqual(['pick']);
    expect(openActions(subject(1, 3))).toEqual(['unpick', 'dispense']);
    expect(openActions(subject(1, 4))).toEqual(['return']);
    expect(openActions(subject(1, 6))).toEqual(['return']);
    for (const rxStatus of [7, 8, 9]) expect(openActions(subject(1, rxStatus))).toEqual([]);
  });

  it('what was handed out in part goes on with its rest', () => {
    const partly = subject(1, 5);
    expect(openActions(partly, { reserved: true, missing: false })).toEqual(['unpick', 'dispense', 'return']);
    expect(openActions(partly, { reserved: false, missing: true })).toEqual(['pick', 'return']);
    expect(openActions(partly, { reserved: true, missing: true })).toEqual(['pick', 'unpick', 'dispense', 'return']);
    expect(openActions(subject(1, 3), { reserved: true, missing: true })).toEqual(['pick', 'unpick', 'dispense']);
    expect([targetStatus('pick', 5), targetStatus('unpick', 5), targetStatus('dispense', 5, true), targetStatus('dispense', 5)]).toEqual([5, 5, 5, 4]);
    expect([targetStatus('dispense', 3, true), targetStatus('dispense', 3)]).toEqual([5, 4]);
  });

  it('an unpaid prescription can be reviewed but neither picked nor dispensed', () => {
    for (const payStatus of [0, 2, 3, 5, 8, 9]) {
      expect(() => assertAction('pick', subject(payStatus, 2))).toThrow('pharmacy.not-paid');
      expect(() => assertAction('dispense', subject(payStatus, 3))).toThrow('pharmacy.not-paid');
      expect(openActions(subject(payStatus, 3))).not.toContain('dispense');
    }
    expect(() => assertAction('review', subject(0, 1))).not.toThrow();
  });

  it('an approval goes back to the doctor while nobody paid and no insurer was asked', () => {
    expect(openActions(subject(0, 2))).toEqual(['refuse']);
    for (const payStatus of [1, 2, 3, 4, 5, 6, 8, 9]) expect(() => assertAction('refuse', subject(payStatus, 2))).toThrow('pharmacy.state-changed');
  });

  it('what lies in an expired or blocked lot is put back, not handed out', () => {
    expect(openActions(subject(1, 3), { reserved: true, missing: false, barred: true })).toEqual(['unpick']);
    expect(openActions(subject(1, 5), { reserved: true, missing: true, barred: true })).toEqual(['pick', 'unpick', 'return']);
  });

  it('the monthly account of dialysis counts as paid', () => {
    expect(() => assertAction('dispense', subject(6, 3))).not.toThrow();
  });

  it('[M1] a second click finds the state changed and is refused', () => {
    expect(() => assertAction('review', subject(1, targetStatus('review', 1)))).toThrow('pharmacy.state-changed');
    expect(() => assertAction('refuse', subject(1, targetStatus('refuse', 1)))).toThrow('pharmacy.state-changed');
    expect(() => assertAction('unpick', subject(1, targetStatus('unpick', 3)))).toThrow('pharmacy.state-changed');
    expect(() => assertAction('dispense', subject(1, targetStatus('dispense', 3)))).toThrow('pharmacy.state-changed');
    expect(() => assertAction('return', subject(1, 7))).toThrow('pharmacy.state-changed');
  });

  it('openActions and assertAction never disagree', () => {
    for (let payStatus = 0; payStatus <= 9; payStatus += 1)
      for (let rxStatus = 0; rxStatus <= 9; rxStatus += 1)
        for (const action of ALL) {
          const open = openActions(subject(payStatus, rxStatus), { reserved: true, missing: true }).includes(action);
          if (open) expect(() => assertAction(action, subject(payStatus, rxStatus))).not.toThrow();
          else expect(() => assertAction(action, subject(payStatus, rxStatus))).toThrow();
        }
  });

  it('a return ends in 6 while something is still out, else in 7', () => {
    expect([targetStatus('return', 4, true), targetStatus('return', 4)]).toEqual([6, 7]);
  });

  it('a refusal needs words', () => {
    expect(() => checkedReason('refuse', '  ')).toThrow('pharmacy.reason-missing');
    expect(() => checkedReason('refuse', 'x'.repeat(201))).toThrow('pharmacy.reason-long');
    expect(checkedReason('refuse', ' dose too high ')).toBe('dose too high');
    expect(checkedReason('review', undefined)).toBe('');
  });
});
