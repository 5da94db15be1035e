import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { diagnosisEntry } from '../../patient/contract/index.ts';
import { catalogueEntry, checkLevel } from './catalogue/catalogue.schema.ts';
import { checkCode, overrideReason } from './checks.schema.ts';
import { LINE_ORDER, readSchemas } from './line-content.ts';
import { detailInput } from './prescription.schema.ts';

const packageLine = Type.Object({
  drugId: Type.String(),
  ...readSchemas(LINE_ORDER),
});

/** Generated data for a demo system, `plugins/prescription` part. Codes start with SIM. */
export const prescriptionDemo = Type.Object({
  /** Facilities that get the whole catalogue, packages included. */
  catalogueOrgIds: Type.Array(Type.String()),
  /** `kind` drug; drugType 西药 or 中成药. */
  drugs: Type.Array(catalogueEntry),
  /** `kind` material; drugType 耗材 or 材料. */
  materials: Type.Array(catalogueEntry),
  /** `kind` item; drugType 挂号, 治疗, 检查, 护理 or 其他. */
  items: Type.Array(catalogueEntry),
  /** `kind` item; drugType 化验. */
  labs: Type.Array(catalogueEntry),
  /** How prices came about: in this order, days counted from the first start. Entries without any have their price since long ago. */
  prices: Type.Optional(
    Type.Array(
      Type.Object({
        drugId: Type.String(),
        dayOffset: Type.Integer(),
        price: Type.Number({ minimum: 0 }),
        reason: Type.String(),
        /** Names the changes that one act made; empty for a single one. */
        batch: Type.String(),
        /** Why it was taken back; empty = it stands. */
        withdrawn: Type.String(),
      }),
    ),
  ),
  packages: Type.Array(
    Type.Object({ packageId: Type.String(), packageName: Type.String(), note: Type.String(), sortCode: Type.Integer(), lines: Type.Array(packageLine) }),
  ),
  /** Pairs of ingredients that should not be given together. */
  interactions: Type.Array(Type.Object({ id: Type.String(), ingredientA: Type.String(), ingredientB: Type.String(), level: checkLevel, note: Type.String() })),
  diagnoses: Type.Array(diagnosisEntry),
  /** Patients whose sessions of the last `days` days (today not among them) are written on the weekdays of their plan. */
  regulars: Type.Array(
    Type.Object({
      patientId: Type.String(),
      orgId: Type.String(),
      days: Type.Integer({ minimum: 0 }),
      /** `HH:mm`. */
      time: Type.String(),
      dpType: Type.Integer(),
      workerId: Type.String(),
      workerName: Type.String(),
      workerNo: Type.String(),
      /** At each session. */
      lines: Type.Array(detailInput),
      /** Beside them at the first of these sessions: laboratory, drugs for the month. */
      firstLines: Type.Array(detailInput),
    }),
  ),
  /** Days are counted from the first start, so that the demo is alive on any date. */
  prescriptions: Type.Array(
    Type.Object({
      patientId: Type.String(),
      orgId: Type.String(),
      /** 0 today, -1 yesterday … */
      dayOffset: Type.Integer({ maximum: 0 }),
      /** `HH:mm`. */
      time: Type.String(),
      dpType: Type.Integer(),
      /** User who writes it. */
      workerId: Type.String(),
      workerName: Type.String(),
      workerNo: Type.String(),
      state: Type.Union([Type.Literal('new'), Type.Literal('confirmed')]),
      lines: Type.Array(detailInput),
    }),
  ),
  /** What the doctors wrote when a check asked them, by the finding's code; for the confirmed prescriptions of today and yesterday. */
  reasons: Type.Optional(Type.Partial(Type.Record(checkCode, overrideReason))),
});
export type PrescriptionDemo = Static<typeof prescriptionDemo>;
