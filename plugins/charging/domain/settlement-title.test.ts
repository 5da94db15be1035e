import { describe, expect, it } from 'vitest';
import { isInsured, type SettlementInfo, settlementTitle, type TitleClaim } from './settlement-title.ts';

const info = (over: Partial<SettlementInfo>): SettlementInfo => ({
  insured: true,
  medInsMark: '1',
  fixmedinsName: 'Hospital A',
  fixmedinsCode: 'A1SIM000001',
  facilityName: 'Centre B',
  ...over,
});
const north: TitleClaim = { prefixes: ['A1', 'A2'], otherwise: false, title: 'Sheet of the north' };
const rest: TitleClaim = { prefixes: ['B1'], otherwise: true, except: ['A1', 'A2', 'C1'], title: 'Sheet of everybody else' };
const titleOf = (over: Partial<SettlementInfo>, claims: readonly TitleClaim[] = [rest, north]) => settlementTitle(info(over), claims);

describe('[9-09] title of the settlement sheet', () => {
  it('a non-insured patient gets the facility name', () => {
    expect(titleOf({ insured: false, medInsMark: '0' })).toEqual({ kind: 'facility', name: 'Centre B', ownForm: false });
    expect(titleOf({ insured: false })).toEqual({ kind: 'facility', name: 'Centre B', ownForm: false });
  });

  it('[3-14] medInsMark "0" gives the hospital’s medical fee sheet', () => {
    expect(titleOf({ medInsMark: '0' })).toEqual({ kind: 'hospital', name: 'Hospital A', ownForm: false });
    expect(titleOf({ medInsMark: '0', fixmedinsName: '' })).toEqual({ kind: 'hospital', name: 'Centre B', ownForm: false });
  });

  it.each([
    ['A1SIM000001', 'Sheet of the north'],
    ['A2SIM000001', 'Sheet of the north'],
    ['B1SIM000001', 'Sheet of everybody else'],
    ['', 'Sheet of everybody else'],
    ['XA1', 'Sheet of everybody else'],
  ])('settled through insurance with code %s it is the “%s”', (fixmedinsCode, name) => {
    expect(titleOf({ fixmedinsCode })).toEqual({ kind: 'insurer', name, ownForm: false });
  });

  it('a region that is off leaves the facility name, and nobody else heads its sheets', () => {
    expect(titleOf({}, [rest])).toEqual({ kind: 'facility', name: 'Centre B', ownForm: false });
    expect(titleOf({ fixmedinsCode: 'C1SIM000001' })).toEqual({ kind: 'facility', name: 'Centre B', ownForm: false });
    expect(titleOf({}, [])).toEqual({ kind: 'facility', name: 'Centre B', ownForm: false });
  });

  it('a region may print in a form of its own, whoever pays', () => {
    const own = { ...north, ownForm: true };
    const forms = [{}, { medInsMark: '0' }, { insured: false }, { fixmedinsCode: 'B1' }].map((over) => titleOf(over, [rest, own]).ownForm);
    expect(forms).toEqual([true, true, true, false]);
  });

  it('reimWay 0 means that the patient pays alone', () => {
    expect(isInsured('0')).toBe(false);
    expect(isInsured('')).toBe(false);
    expect(isInsured('310')).toBe(true);
  });
});
