import { describe, expect, it } from 'vitest';
import { isInsured, type SettlementInfo, settlementTitle } from './settlement-title.ts';

const info = (over: Partial<SettlementInfo>): SettlementInfo => ({
  insured: true,
  medInsMark: '1',
  fixmedinsName: 'Hospital A',
  fixmedinsCode: 'H44SIM000001',
  facilityName: 'Centre B',
  ...over,
});

describe('[9-09] title of the settlement sheet', () => {
  it('a non-insured patient gets the facility name', () => {
    expect(settlementTitle(info({ insured: false, medInsMark: '0' }))).toEqual({ kind: 'facility', name: 'Centre B' });
    expect(settlementTitle(info({ insured: false, fixmedinsCode: 'H42SIM000001' }))).toEqual({ kind: 'facility', name: 'Centre B' });
  });

  it('[3-14] medInsMark "0" gives the hospital’s medical fee sheet', () => {
    expect(settlementTitle(info({ medInsMark: '0', fixmedinsCode: 'H42SIM000001' }))).toEqual({ kind: 'hospital', name: 'Hospital A' });
    expect(settlementTitle(info({ medInsMark: '0', fixmedinsName: '' }))).toEqual({ kind: 'hospital', name: 'Centre B' });
  });

  it.each([
    ['H42SIM000001', 'hubei'],
    ['H45SIM000001', 'guangxi'],
    ['H44SIM000001', 'guangdong'],
    ['', 'guangdong'],
    ['XH42', 'guangdong'],
  ])('settled through insurance with code %s is %s', (fixmedinsCode, kind) => {
    expect(settlementTitle(info({ fixmedinsCode }))).toEqual({ kind, name: '' });
  });

  it('reimWay 0 means that the patient pays alone', () => {
    expect(isInsured('0')).toBe(false);
    expect(isInsured('')).toBe(false);
    expect(isInsured('310')).toBe(true);
  });
});
