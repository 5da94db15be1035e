import { LANGUAGES } from '@nephra/plugin-sdk/contract';
import { expect, it } from 'vitest';
import { patientSex, patientType } from '../contract/index.ts';
import en from '../locales/en.json' with { type: 'json' };
import zh from '../locales/zh.json' with { type: 'json' };
import zhtw from '../locales/zhtw.json' with { type: 'json' };
import { PATIENT_DICTIONARIES } from './dictionaries.ts';

const locales = { zh, zhtw, en };
const codesOf = (code: string) => PATIENT_DICTIONARIES.find((one) => one.code === code)?.entries.map((entry) => entry.code);
const literals = (schema: { readonly anyOf: readonly { readonly const: unknown }[] }) => schema.anyOf.map((one) => String(one.const));

it('dictionaries hold the codes that the file takes', () => {
  expect(codesOf('sex')).toEqual(literals(patientSex));
  expect(codesOf('patientType')).toEqual(literals(patientType));
});

it('dictionaries call them what the file calls them', () => {
  const words = { sex: 'sex', patientType: 'type', reimWay: 'reimWay' } as const;
  for (const { code, entries } of PATIENT_DICTIONARIES)
    for (const language of LANGUAGES) {
      const said = Object.fromEntries(entries.map((entry) => [entry.code, entry.label[language]]));
      expect(said).toEqual(locales[language][words[code as keyof typeof words]]);
    }
});
