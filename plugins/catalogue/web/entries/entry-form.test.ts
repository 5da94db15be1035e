import { describe, expect, it } from 'vitest';
import { entryRow } from '../catalogue.fixture.ts';
import { copyOf, createBodyOf, emptyEntry, factsOf, formOf } from './entry-form.ts';

describe('an entry in its form', () => {
  const full = entryRow({
    limitUseSign: 1,
    limitUseScope: '限透析',
    controlClass: 'psych2',
    renalLevel: 'reason',
    renalAdvice: '减量',
    pregnancyLevel: 'block',
    pregnancyAdvice: '禁用',
    ageMin: 18,
    supplyDays: 7,
    specimen: '血',
  });
  const { drugId: _id, price: _price, enableMark: _mark, version: _version, stockNumber: _stock, nearestExpiry: _day, planned: _planned, ...rest } = full;
  const { packageCount: _count, ...facts } = rest;

  it('comes out as it went in', () => {
    expect(factsOf(formOf(full), 'drug')).toEqual(facts);
    expect(copyOf(full)).toEqual({ ...formOf(full), drugNumber: '' });
  });

  it('holds what controls take: empty numbers, doses as text, a word where a choice is none', () => {
    const { limitUseSign, usualDose, supplyDays, controlClass, lactationLevel, dailyDoseMin, ageMax, usualUsage, drugDirectoryType } = formOf(
      entryRow({ usualUsage: '', drugDirectoryType: '' }),
    );
    expect([limitUseSign, usualDose, supplyDays, controlClass]).toEqual([false, '0.25', null, 'none']);
    expect([lactationLevel, dailyDoseMin, ageMax, usualUsage, drugDirectoryType]).toEqual(['none', '', null, null, 'none']);
  });

  it('says nothing where what it belongs to is off', () => {
    const off = { ...formOf(full), limitUseSign: false, renalLevel: 'none', pregnancyLevel: 'none' } as const;
    expect(factsOf(off, 'drug')).toMatchObject({ limitUseSign: 0, limitUseScope: '', renalAdvice: '', pregnancyAdvice: '' });
  });

  it('begins as its list needs it, and is counted by one unit in the lists of treatments', () => {
    expect(emptyEntry('drug')).toMatchObject({ drugType: '西药', stockDmin: null, stockKept: true, preparaUnit: '', rounding: 'total', price: null });
    expect(emptyEntry('lab')).toMatchObject({ drugType: '化验', stockKept: false, stockUnit: '次' });
    const sent = createBodyOf({ ...emptyEntry('item'), drugName: '透析', stockUnit: '小时' }, 'item');
    expect(sent).toMatchObject({ kind: 'item', preparaUnit: '小时', stockUnit: '小时', stockDmin: 1, price: 0, ingredients: [], usualUsage: '' });
  });
});
