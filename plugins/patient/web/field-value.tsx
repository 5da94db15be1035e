import type { WebContext } from '@nephra/plugin-sdk/web';
import { AreaName } from '@nephra/plugin-sdk/widgets';
import type { ReactNode } from 'react';
import type { CertType, PregnancyState } from '../contract/index.ts';
import { certText, marksText, payerText, pregnancyText, weekdaysText } from './vocabulary.ts';

type Text = WebContext['t'];

const isEntry = (value: unknown): value is { code: string; name: string } => typeof value === 'object' && value !== null && 'code' in value && 'name' in value;

/** The value of a file's field in words, for histories and comparisons. An absent value is a dash. */
export function fieldText(t: Text, field: string, value: unknown, className: (id: string) => string): ReactNode {
  if (field === 'infectedHistory') return marksText(t, Array.isArray(value) ? value.map(String) : []);
  if (field === 'allergyState') return value === 'none' ? t('allergy.none') : '–';
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return '–';
  switch (field) {
    case 'patientSex':
      return t(`sex.${String(value)}`);
    case 'pregnancyState':
      return pregnancyText(t, value as PregnancyState);
    case 'addressArea':
      return <AreaName id={String(value)} />;
    case 'patientType':
      return t(`type.${String(value)}`);
    case 'psn_cert_type':
      return certText(t, value as CertType);
    case 'reimWay':
      return payerText(t, String(value));
    case 'medInsMark':
      return t(`medInsMark.${String(value)}`);
    case 'dialysis.weekdays':
      return weekdaysText(t, value as number[]);
    case 'dialysis.classId':
      return className(String(value));
    case 'dialysis.dryWeight':
      return `${Number(value).toFixed(1)} kg`;
    default:
      return Array.isArray(value) ? value.map((one) => (isEntry(one) ? `${one.code} ${one.name}`.trim() : String(one))).join(t('listMark')) : String(value);
  }
}
