import { inLanguages as text } from '@nephra/plugin-sdk/contract';
import { type DeclaredDictionary, dictionary } from '@nephra/plugin-sdk/server';
import type { PatientDb } from './tables.ts';

const entry = (code: string, zh: string, zhtw: string, en: string) => ({ code, label: text(zh, zhtw, en) });

const may = { relabel: true, reorder: true, hide: true } as const;

/**
 * Codes that rules of this plugin know, for whoever chooses among them elsewhere. A site calls them otherwise, orders them and hides those that it does not
 * use: every plugin that shows them names its texts for them (`dictionaryWords`), so all pages follow.
 */
export const PATIENT_DICTIONARIES: readonly DeclaredDictionary[] = [
  {
    code: 'sex',
    title: text('性别', '性別', 'Sex'),
    may,
    entries: [
      entry('0', '未知', '未知', 'Unknown'),
      entry('1', '男', '男', 'Male'),
      entry('2', '女', '女', 'Female'),
      entry('9', '保密', '保密', 'Confidential'),
    ],
  },
  {
    code: 'patientType',
    title: text('患者类型', '病患類型', 'Type of patient'),
    may,
    entries: [entry('dialysis', '透析', '透析', 'Dialysis'), entry('non-dialysis', '非透析', '非透析', 'Non-dialysis')],
  },
  {
    code: 'reimWay',
    title: text('费用来源', '費用來源', 'Payer'),
    may,
    entries: [
      entry('0', '自费', '自費', 'Self-pay'),
      entry('310', '职工医保', '職工醫保', 'Employee insurance'),
      entry('390', '居民医保', '居民醫保', 'Resident insurance'),
    ],
  },
];

export const patientDictionaries = PATIENT_DICTIONARIES.map((declared) => dictionary<PatientDb>(declared));
