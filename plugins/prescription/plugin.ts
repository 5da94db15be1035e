import { Type } from '@nephra/plugin-sdk/contract';
import { definePlugin, page, slot } from '@nephra/plugin-sdk/web';
import { menus } from './menus.ts';

const checkLevel = Type.Union([Type.Literal('info'), Type.Literal('reason'), Type.Literal('block')]);

/** Prescriptions: the doctor's work area, and the ledger that charging and pharmacy move. */
export default definePlugin({
  id: 'prescription',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: '处方', zhtw: '處方', en: 'Prescriptions' },
  description: {
    zh: '门诊与透析处方及其审核规则',
    zhtw: '門診與透析處方及其審核規則',
    en: 'Outpatient and dialysis prescriptions with their checks',
  },
  dependsOn: ['patient', 'catalogue'],
  settings: Type.Object({
    /** What a shortage in the pharmacy means while prescribing: a hint (unless told), a reason is needed, or no. */
    stockCheck: Type.Optional(checkLevel),
    /** Days for which a test of HBV, HCV, HIV and syphilis counts; 180 unless told. */
    infectionDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3660 })),
    /** Days after the first dialysis for which a test from before it counts; 90 unless told. */
    infectionFirstDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3660 })),
    /** What it means to prescribe a dialysis for somebody who was never tested: a reason is needed unless told. */
    infectionMissing: Type.Optional(checkLevel),
    /** … or whose test is too old, or of an unknown day: a hint unless told. */
    infectionOverdue: Type.Optional(checkLevel),
    /** Was a setting of this plugin while it kept the catalogue; under its old place it would be read by nobody. */
    priceChangeLimit: Type.Optional(Type.Unsafe<never>({ not: {}, description: 'belongs into the config of the plugin catalogue' })),
    /** On: what the pharmacy hands out is charged after its review; off unless told. */
    reviewBeforeCharge: Type.Optional(Type.Boolean()),
  }),
  pages: [page('his.prescription', () => import('./web/work-area/prescription.page.tsx'))],
  slots: [
    slot('patient/records@1', 'prescriptions', () => import('./web/records/prescription-records.slot.tsx'), 10),
    slot('patient/diagnosis-picker@1', 'diagnoses', () => import('./web/diagnosis/diagnosis-picker.slot.tsx'), 10),
  ],
  menus,
  permissions: [
    {
      enCode: 'prescription.figures',
      title: { zh: '处方统计', zhtw: '處方統計', en: 'Figures about prescriptions' },
      roleHints: ['orgadmin', 'quality'],
    },
  ],
});
