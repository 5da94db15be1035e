import type { PrescriptionContent } from '../contract/parts.schema.ts';

/** A prescription that is plausible and usual in every field. */
export const content = (over: Partial<PrescriptionContent> = {}): PrescriptionContent => ({
  ...{ mode: 'HD', minutes: 240, bloodFlow: 250, dialysateFlow: 500, sodium: 138, potassium: 2, calcium: 1.5, bicarbonate: 32, glucose: 5.5 },
  ...{ temperature: 36.5, sodiumProfile: 'fixed', dialyserId: 'mat-004', dialyserName: '高通量透析器 1.6m²', perfusorId: null, perfusorName: '' },
  ...{ substitution: null, ufTarget: null, isolatedFirst: null, remark: '' },
  anticoagulant: { agent: 'heparin', firstDose: 20, perHour: 5, unit: 'mg', stopMinutesBeforeEnd: 30, note: '' },
  ...over,
});
