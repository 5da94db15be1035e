import { checkDigitOf } from '../id-card.ts';
import { EMPTY_CONTENT, type FileContent } from './file-content.ts';

/** An ID card number of somebody who never lived: the area is not assigned. */
export const cardNumber = (birthday: string, serial: string, area = '990101'): string => {
  const first17 = area + birthday.replaceAll('-', '') + serial;
  return first17 + checkDigitOf(first17);
};

/** A file in order: a woman born on 1960-03-03, on dialysis. */
export const fileContent = (over: Partial<FileContent> = {}): FileContent => ({
  ...EMPTY_CONTENT,
  patientName: '赵一',
  patientSex: 2,
  birthday: '1960-03-03',
  psn_cert_type: '01',
  patientIdcard: cardNumber('1960-03-03', '002'),
  phone: '13800000001',
  patientType: 'dialysis',
  reimWay: '310',
  medInsMark: '1',
  psn_no: 'PSN-1',
  insuplc_admdvs: '440100',
  infectedHistory: ['HBV'],
  infectionCheckedOn: '2026-01-05',
  allergies: ['青霉素'],
  dialysis: { dialysisNo: '', mode: 'HD', weekdays: [1, 3, 5], classId: 'morning', bed: 'A01', firstDate: '2020-01-01', dryWeight: 62.5, access: '' },
  ...over,
});
