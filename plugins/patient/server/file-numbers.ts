import { type NumberUse, numberUse } from '@nephra/plugin-sdk/server';
import type { PatientDb } from './tables.ts';

/** Numbers of patient files: a site may give them by rules of its own. Without one each facility has a count. */
export const OUTPATIENT_NUMBER: NumberUse = {
  code: 'patient.outpatient',
  title: { zh: '门诊号', zhtw: '門診號', en: 'Outpatient number' },
  maxLength: 40,
  format: { prefix: 'MZ', date: 'yyyyMMdd', digits: 4 },
};
export const DIALYSIS_NUMBER: NumberUse = {
  code: 'patient.dialysis',
  title: { zh: '透析号', zhtw: '透析號', en: 'Dialysis number' },
  maxLength: 40,
  format: { prefix: 'HD', date: 'yyyy', digits: 4 },
};

export const fileNumberUses = [numberUse<PatientDb>(OUTPATIENT_NUMBER), numberUse<PatientDb>(DIALYSIS_NUMBER)];
