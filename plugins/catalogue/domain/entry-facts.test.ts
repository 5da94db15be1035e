import { describe, expect, it } from 'vitest';
import { changesUnits, type EntryFacts, entryFaults } from './entry-facts.ts';

const tablet: EntryFacts = {
  kind: 'drug',
  drugName: '骨化三醇软胶囊',
  drugSpec: '0.25µg×20粒/盒',
  drugForm: '软胶囊',
  drugType: '西药',
  drugCategory: '矿物质与骨代谢',
  medicalInsCode: 'XSIM00000001',
  dMin: 0.25,
  dMinUnit: 'µg',
  preparaUnit: '粒',
  stockUnit: '盒',
  stockDmin: 20,
  rounding: 'total',
  splitAllowed: true,
  stockKept: true,
  drugDirectoryType: '甲',
  drugNumber: 'SIMD00001',
  approvalNumber: '',
  drugChangjia: '',
  limitUseSign: 0,
  limitUseScope: '',
  controlClass: '',
  coldChain: false,
  usualDose: 0.25,
  usualUsage: '1',
  usualInterval: 'qd',
  usualDays: 28,
  specimen: '',
  ingredients: ['骨化三醇'],
  allergyClasses: [],
  dailyDoseMin: 0.25,
  dailyDoseMax: 1,
  renalLevel: '',
  renalAdvice: '',
  pregnancyLevel: '',
  lactationLevel: '',
  pregnancyAdvice: '',
  supplyDays: 0,
  ageMin: 0,
  ageMax: 0,
  antibiotic: false,
  skinTest: false,
  pharmacy: '',
};
const keys = (over: Partial<EntryFacts>) => entryFaults({ ...tablet, ...over }).map((fault) => fault.key);

describe('what fits together in a catalogue entry', () => {
  it('a whole entry has no faults', () => expect(entryFaults(tablet)).toEqual([]));

  it.each<[string, Partial<EntryFacts>]>([
    ['type-of-kind', { drugType: '耗材' }],
    ['dose-unit', { dMinUnit: '' }],
    ['dose-unit', { dMin: 0, dailyDoseMin: 0, dailyDoseMax: 0 }],
    ['pack-size', { stockDmin: 1e12 }],
    ['usual-dose', { dailyDoseMax: 1e12 }],
    ['pack-one', { stockUnit: '粒', splitAllowed: false }],
    ['split-one', { stockDmin: 1 }],
    ['stock-of-item', { kind: 'item', drugType: '治疗' }],
    ['limit-text', { limitUseSign: 1 }],
    ['control-of-drug', { kind: 'material', drugType: '耗材', controlClass: 'narcotic' }],
    ['usual-dose', { usualDose: 1e9 }],
    ['limits-dose', { dMin: 0, dMinUnit: '' }],
    ['limits-order', { dailyDoseMin: 2 }],
    ['ages-order', { ageMin: 18, ageMax: 6 }],
    ['renal-text', { renalLevel: 'reason' }],
  ])('%s', (key, over) => expect(keys(over)).toEqual([key]));

  it('units are what stored quantities are read by', () => {
    expect(changesUnits(tablet, { ...tablet, drugName: '别名', rounding: 'dose', splitAllowed: false })).toBe(false);
    for (const over of [{ stockDmin: 30 }, { stockUnit: '瓶' }, { preparaUnit: '片' }, { dMin: 0.5 }, { dMinUnit: 'mg' }, { stockKept: false }]) {
      expect(changesUnits(tablet, { ...tablet, ...over })).toBe(true);
    }
    expect(changesUnits({ ...tablet, stockKept: false }, tablet)).toBe(false);
  });
});
