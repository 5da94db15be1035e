import { Type } from '@nephra/plugin-sdk/contract';
import { definePlugin, page, slot } from '@nephra/plugin-sdk/web';
import { settings } from './contract/settings.ts';
import { menus } from './menus.ts';

const checkLevel = Type.Union([Type.Literal('info'), Type.Literal('reason'), Type.Literal('block')]);

/** Prescriptions: catalogues, the doctor's work area, and the ledger that charging and pharmacy move. */
export default definePlugin({
  id: 'prescription',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: '处方', zhtw: '處方', en: 'Prescriptions' },
  description: {
    zh: '门诊与透析处方、药品与项目目录',
    zhtw: '門診與透析處方、藥品與項目目錄',
    en: 'Outpatient and dialysis prescriptions, drug and item catalogues',
  },
  dependsOn: ['patient'],
  editableSettings: settings,
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
    /** On: what the pharmacy hands out is charged after its review; off unless told. */
    reviewBeforeCharge: Type.Optional(Type.Boolean()),
  }),
  pages: [
    page('his.prescription', () => import('./web/work-area/prescription.page.tsx')),
    page('his.catalogue', () => import('./web/catalogue/catalogue.page.tsx')),
    page('his.package', () => import('./web/catalogue/packages/package.page.tsx')),
    page('his.interaction', () => import('./web/catalogue/interactions/interaction.page.tsx')),
  ],
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
