import { describe, expect, it } from 'vitest';
import { DP_TYPES, PayStatus, REIM_WAYS, RxStatus } from '../contract/index.ts';
import { DRUG_TYPES, FREQUENCIES, USAGES } from '../../catalogue/contract/index.ts';
import en from '../locales/en.json' with { type: 'json' };
import zh from '../locales/zh.json' with { type: 'json' };
import zhtw from '../locales/zhtw.json' with { type: 'json' };
import { gradeText, personText } from './vocabulary.ts';

const LOCALES = { zh, zhtw, en };

function keysOf(tree: object, path = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) => (typeof value === 'string' ? [`${path}${key}`] : keysOf(value as object, `${path}${key}.`)));
}

describe('texts', () => {
  it.each(['zh', 'zhtw', 'en'] as const)('%s has a word for every code', (language) => {
    const texts = new Set(keysOf(LOCALES[language]));
    const wanted = [
      ...Object.values(PayStatus).map((code) => `pay.${code}`),
      ...Object.values(RxStatus).map((code) => `rx.${code}`),
      ...FREQUENCIES.map(({ code }) => `freq.${code}`),
      ...USAGES.map((code) => `usage.${code}`),
      ...DRUG_TYPES.map((code) => `drugType.${code}`),
      ...DP_TYPES.map((code) => `dpType.${code}`),
      ...REIM_WAYS.map((code) => `reimWay.${code}`),
      ...['number', 'dimension', 'frequency', 'unit', 'split', 'too-large'].flatMap((fault) => [`fault.${fault}`, `errors.prescription.quantity-${fault}`]),
    ];
    expect(wanted.filter((key) => !texts.has(key))).toEqual([]);
  });

  it('grades of the insurance list are letters in English; what is no grade stands as it is', () => {
    const english = (key: string) => (key.startsWith('grade.') ? (en.grade as Record<string, string>)[key.slice(6)] : undefined) ?? key;
    expect(['甲', '乙', '丙', '', 'X'].map((grade) => gradeText(english, grade))).toEqual(['A', 'B', 'C', '', 'X']);
  });

  it('a newborn is 0 years old; of whom no birthday is known, no age is said', () => {
    const said = (key: string, params?: object) => `${key}${Object.values(params ?? {}).join('')}`;
    expect([60, 0, -1].map((patientAge) => personText(said, { patientSex: 2, patientAge }))).toEqual([
      'sex.2 · patient.years60',
      'sex.2 · patient.years0',
      'sex.2',
    ]);
  });
});
