import { type Static, Type } from '@nephra/plugin-sdk/contract';

/** What the demo tells of each dialysis patient; everything else follows from it and from the place in the list. */
export const dialysisFileDemo = Type.Object({
  patients: Type.Array(
    Type.Object({
      patientId: Type.String(),
      orgId: Type.String(),
      patientName: Type.String(),
      patientSex: Type.Integer(),
      /** As the patient's file has it. */
      infected: Type.Array(Type.String()),
      checkedDaysAgo: Type.Integer(),
      mode: Type.String(),
      weekdays: Type.Array(Type.Integer()),
      classId: Type.String(),
      firstDate: Type.String(),
      dryWeight: Type.Number(),
      access: Type.String(),
    }),
  ),
  /** Who proposed and who signed, by facility. */
  staff: Type.Array(
    Type.Object({ orgId: Type.String(), doctorId: Type.String(), doctorName: Type.String(), nurseId: Type.String(), nurseName: Type.String() }),
  ),
});
export type DialysisFileDemo = Static<typeof dialysisFileDemo>;
