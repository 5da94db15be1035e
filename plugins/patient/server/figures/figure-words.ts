import { inLanguages as text, type Language, type TextByLanguage } from '@nephra/plugin-sdk/contract';
import type { PatientType } from '../../contract/index.ts';

/** What the panel of patients says. */
export const PATIENT_FIGURE_WORDS = {
  title: text('患者', '病患', 'Patients'),
  files: text('在档患者', '在檔病患', 'Files in use'),
  filesRule: text(
    '当前启用的患者档案，不含已停用和已并入其他档案的；与所选期间无关。',
    '目前啟用的病患檔案，不含已停用和已併入其他檔案的；與所選期間無關。',
    'Files in use at this moment, without those disabled or merged into another; whatever the period.',
  ),
  dialysis: text('透析患者', '透析病患', 'Dialysis patients'),
  dialysisRule: text(
    '当前启用档案中类型为透析的患者；与所选期间无关。',
    '目前啟用檔案中類型為透析的病患；與所選期間無關。',
    'Dialysis patients among the files in use at this moment; whatever the period.',
  ),
  opened: text('新建档患者', '新建檔病患', 'New files'),
  openedRule: text(
    '期间内建立的档案，含以后停用的，不含已并入其他档案的。',
    '期間內建立的檔案，含之後停用的，不含已併入其他檔案的。',
    'Files opened in the period, also those disabled since, without those merged into another.',
  ),
  days: text('每日新建档', '每日新建檔', 'New files by day'),
  kinds: text('在档患者，按类型', '在檔病患，依類型', 'Files in use by kind of patient'),
  payers: text('在档患者，按费别', '在檔病患，依費別', 'Files in use by payer'),
  infections: text(
    '透析患者，按感染标志（一人可有多项）',
    '透析病患，依感染標誌（一人可有多項）',
    'Dialysis patients by infection mark (one may have several)',
  ),
} as const;

export const KIND_WORDS: Readonly<Record<PatientType, TextByLanguage>> = {
  dialysis: text('透析', '透析', 'Dialysis'),
  'non-dialysis': text('非透析', '非透析', 'Non-dialysis'),
};

/** Stands for files without any mark. */
export const UNTESTED = 'UNTESTED';

/** In the order in which they are shown. */
export const INFECTION_WORDS: Readonly<Record<string, TextByLanguage>> = {
  HBV: text('乙肝', 'B肝', 'HBV'),
  HCV: text('丙肝', 'C肝', 'HCV'),
  HIV: text('HIV', 'HIV', 'HIV'),
  TP: text('梅毒', '梅毒', 'Syphilis'),
  NEG: text('阴性', '陰性', 'Negative'),
  PEND: text('待查', '待查', 'Pending'),
  [UNTESTED]: text('未检测', '未檢測', 'Not tested'),
};

const PAYER_WORDS: Readonly<Record<string, TextByLanguage>> = {
  '0': text('自费', '自費', 'Self-pay'),
  '310': text('职工医保', '職工醫保', 'Employee insurance'),
  '390': text('居民医保', '居民醫保', 'Resident insurance'),
};

/** Insurance kinds that nobody named show their national number. */
export const payerLabel = (reimWay: string): TextByLanguage | string => (Object.hasOwn(PAYER_WORDS, reimWay) ? (PAYER_WORDS[reimWay] ?? reimWay) : reimWay);
export const payerWord = (reimWay: string, language: Language): string => {
  const label = payerLabel(reimWay);
  return typeof label === 'string' ? label : label[language];
};

export const COLUMN_WORDS = {
  number: text('门诊号', '門診號', 'Number'),
  name: text('姓名', '姓名', 'Name'),
  kind: text('患者类型', '病患類型', 'Kind of patient'),
  payer: text('费别', '費別', 'Payer'),
  opened: text('建档日期', '建檔日期', 'Opened on'),
} as const;
